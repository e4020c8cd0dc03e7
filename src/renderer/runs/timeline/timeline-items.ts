import type { TaskSiblings, TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import type { UnseenRun } from './pass/unseen-runs.ts';
import type { TaskGroup } from './bars/task-group.ts';

/** From how many parallel tasks of one node on they are shown as a group. */
export const leastOfGroup = 5;

/** What the timeline lists: tasks, groups of parallel tasks of one node, and runs whose tasks are not known. */
export type TimelineItem = TimelineRow | TaskGroup | UnseenRun;

export function isGroup(item: TimelineItem): item is TaskGroup {
  return 'groupId' in item;
}

export function isUnseenRun(item: TimelineItem): item is UnseenRun {
  return 'unseenRunId' in item;
}

export function itemIdOf(item: TimelineItem): string {
  if (isUnseenRun(item)) return item.unseenRunId;
  return isGroup(item) ? item.groupId : item.taskId;
}

/** Rows at their places in expanded groups: the same object for the same row, so that its bar is not drawn again. */
export type PlacedRows = WeakMap<TimelineRow, TimelineRow>;

/**
 * The items outside of collapsed ones. Tasks are expanded and groups collapsed unless `toggled` has their id. The
 * tasks of an expanded group are sorted by duration, those without an end and the slowest first.
 * @param rows Each followed by its children.
 * @param placed What earlier calls placed in groups; added to.
 */
export function timelineItems(
  rows: readonly TimelineRow[],
  toggled: ReadonlySet<string>,
  placed: PlacedRows,
): readonly (TimelineRow | TaskGroup)[] {
  const groups = findGroups(rows);
  if (groups.size === 0 && toggled.size === 0) return rows;
  const items: (TimelineRow | TaskGroup)[] = [];
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
    items.push(
      deeper === 0 ? row : placeRow(placed, row, row.depth + deeper, group?.groupId ?? row.parentId),
    );
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

function placeRow(placed: PlacedRows, row: TimelineRow, depth: number, parentId: string | null): TimelineRow {
  const known = placed.get(row);
  if (known?.depth === depth && known.parentId === parentId) return known;
  const made = { ...row, depth, parentId };
  placed.set(row, made);
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
