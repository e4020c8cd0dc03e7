import type { TaskSiblings, TimelineRow } from '../model/timeline.ts';

/** From how many parallel tasks of one node on they are shown as a group. */
export const leastOfGroup = 5;

/** What the timeline lists: tasks, and groups of parallel tasks of one node. */
export type TimelineItem = TimelineRow | TaskGroup;

/** The tasks of one node in one superstep of a graph, as `Send` makes them. */
export interface TaskGroup {
  readonly groupId: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly nodeId: string;
  readonly label: string;
  /** In order of their start. */
  readonly rows: readonly TimelineRow[];
}

export function isGroup(item: TimelineItem): item is TaskGroup {
  return 'groupId' in item;
}

export function itemIdOf(item: TimelineItem): string {
  return isGroup(item) ? item.groupId : item.taskId;
}

/**
 * The items outside of collapsed ones. Tasks are expanded and groups collapsed unless `toggled` has their id. The
 * tasks of an expanded group are sorted by duration, those without an end and the slowest first.
 * @param rows Each followed by its children.
 */
export function timelineItems(
  rows: readonly TimelineRow[],
  toggled: ReadonlySet<string>,
): readonly TimelineItem[] {
  const groups = findGroups(rows);
  if (groups.size === 0 && toggled.size === 0) return rows;
  const items: TimelineItem[] = [];
  const shown = new Set<TaskSiblings>();
  const add = (from: number, to: number, deeper: number): void => {
    for (let at = from; at < to;) {
      const row = rows[at];
      if (row === undefined) return;
      const end = endOfTask(rows, at);
      const members = groups.get(row.siblings);
      if (members === undefined) addTask(at, end, deeper, null);
      else if (!shown.has(row.siblings)) {
        shown.add(row.siblings);
        addGroup(row, members, deeper);
      }
      at = end;
    }
  };
  const addTask = (at: number, end: number, deeper: number, group: TaskGroup | null): void => {
    const row = rows[at];
    if (row === undefined) return;
    items.push(deeper === 0 ? row : placed(row, row.depth + deeper, group?.groupId ?? row.parentId));
    if (!toggled.has(row.taskId)) add(at + 1, end, deeper);
  };
  const addGroup = (first: TimelineRow, members: readonly number[], deeper: number): void => {
    const { parentId, nodeId, label, siblings } = first;
    const groupId = `group ${siblings.id}`;
    const own = members.flatMap((at) => rows[at] ?? []);
    const group: TaskGroup = { groupId, parentId, depth: first.depth + deeper, nodeId, label, rows: own };
    items.push(group);
    if (!toggled.has(groupId)) return;
    const slowestFirst = members.toSorted((a, b) => spentMs(rows[b]) - spentMs(rows[a]));
    for (const at of slowestFirst) addTask(at, endOfTask(rows, at), deeper + 1, group);
  };
  add(0, rows.length, 0);
  return items;
}

/** The groups, each with the places of its tasks. */
function findGroups(rows: readonly TimelineRow[]): ReadonlyMap<TaskSiblings, readonly number[]> {
  const groups = new Map<TaskSiblings, number[]>();
  for (const [at, { siblings }] of rows.entries()) {
    if (siblings.count < leastOfGroup) continue;
    const group = groups.get(siblings);
    if (group) group.push(at);
    else groups.set(siblings, [at]);
  }
  return groups;
}

const inGroups = new WeakMap<TimelineRow, TimelineRow>();

/** The row at its place in a group: the same object for the same row, so that its bar is not drawn again. */
function placed(row: TimelineRow, depth: number, parentId: string | null): TimelineRow {
  const known = inGroups.get(row);
  if (known?.depth === depth && known.parentId === parentId) return known;
  const made = { ...row, depth, parentId };
  inGroups.set(row, made);
  return made;
}

/** The place after a task and everything in it. */
function endOfTask(rows: readonly TimelineRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let end = at + 1;
  while (end < rows.length && (rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

function spentMs(row: TimelineRow | undefined): number {
  if (row === undefined) return 0;
  return row.endMs === null ? Number.MAX_SAFE_INTEGER : row.endMs - row.startMs;
}

/** What is said of a group. Durations are of its ended tasks, in milliseconds, and `null` before the first one ended. */
export interface GroupSummary {
  readonly readyMs: number;
  readonly startMs: number;
  /** `null` while one of them runs. */
  readonly endMs: number | null;
  readonly fastestMs: number | null;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
  /** How many tasks have each status. */
  readonly counts: Readonly<Partial<Record<TimelineRow['status'], number>>>;
  /** How many were tried more than once. */
  readonly retried: number;
}

export function summarizeGroup({ rows }: Pick<TaskGroup, 'rows'>): GroupSummary {
  const counts: Partial<Record<TimelineRow['status'], number>> = {};
  const durations: number[] = [];
  let [readyMs, startMs, endMs, retried] = [Infinity, Infinity, 0, 0];
  for (const row of rows) {
    counts[row.status] = (counts[row.status] ?? 0) + 1;
    readyMs = Math.min(readyMs, row.readyMs);
    startMs = Math.min(startMs, row.startMs);
    endMs = Math.max(endMs, row.endMs ?? Infinity);
    if (row.attempts > 1) retried += 1;
    // A waiting task, and one of unknown outcome, have no final duration.
    const hasEnded = row.status === 'finished' || row.status === 'failed';
    if (hasEnded && row.endMs !== null) durations.push(row.endMs - row.startMs);
  }
  // A typed array is sorted by number, and quickly: a server may start a hundred thousand tasks.
  const sorted = new Float64Array(durations).toSorted();
  return {
    readyMs,
    startMs,
    endMs: Number.isFinite(endMs) ? endMs : null,
    fastestMs: sorted[0] ?? null,
    medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    slowestMs: sorted.at(-1) ?? null,
    counts,
    retried,
  };
}

/** The status that needs attention most. */
export function statusOfGroup({ counts }: GroupSummary): TimelineRow['status'] {
  const byUrgency = ['failed', 'waiting', 'unknown', 'running', 'stopped', 'finished'] as const;
  return byUrgency.find((status) => (counts[status] ?? 0) > 0) ?? 'unknown';
}
