import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';

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
