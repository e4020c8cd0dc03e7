import type { TaskStatus, TimelineTask } from '../../../shared/thread-record/timeline-task.ts';

// The tasks of one node in one superstep of a graph, as `Send` makes them.
export interface TaskGroup {
  readonly groupId: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly nodeId: string;
  readonly label: string;
  // In order of their start.
  readonly tasks: readonly TimelineTask[];
}

// What is said of a group. Durations are of its ended tasks, in milliseconds.
export interface GroupSummary {
  readonly readyMs: number;
  readonly startMs: number;
  readonly endMs: number | null;
  // `null` before the first one ended, and where only the time of all is known.
  readonly fastestMs: number | null;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
  // What the ended ones took together, although side by side; `null` as above.
  readonly sumMs: number | null;
  readonly isBound: boolean;
  readonly counts: Readonly<Partial<Record<TaskStatus, number>>>;
  readonly retried: number;
}

export function summarizeGroup({ tasks }: Pick<TaskGroup, 'tasks'>): GroupSummary {
  const counts: Partial<Record<TaskStatus, number>> = {};
  const durations: number[] = [];
  let [readyMs, startMs, endMs, retried, isBound] = [Infinity, Infinity, 0, 0, false];
  for (const task of tasks) {
    counts[task.status] = (counts[task.status] ?? 0) + 1;
    readyMs = Math.min(readyMs, task.readyMs);
    startMs = Math.min(startMs, task.startMs);
    endMs = Math.max(endMs, task.endMs ?? Infinity);
    if ((task.attempts ?? 1) > 1) retried += 1;
    // A waiting task, and one of unknown outcome, have no final duration.
    const hasEnded = task.status === 'finished' || task.status === 'failed';
    if (!hasEnded) continue;
    if (task.time?.bound === 'exact') durations.push(task.time.ms);
    else isBound = true;
  }
  // A typed array is sorted by number, and quickly: a server may start a hundred thousand tasks.
  const sorted = new Float64Array(isBound ? [] : durations).toSorted();
  return {
    readyMs,
    startMs,
    endMs: Number.isFinite(endMs) ? endMs : null,
    fastestMs: sorted[0] ?? null,
    medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    slowestMs: sorted.at(-1) ?? null,
    sumMs: sorted.length === 0 ? null : sorted.reduce((sum, ms) => sum + ms, 0),
    isBound,
    counts,
    retried,
  };
}

// The status that needs attention most.
export function statusOfGroup({ counts }: GroupSummary): TaskStatus {
  const byUrgency = [
    'failed',
    'interrupted',
    'unknown',
    'running',
    'queued',
    'unanswered',
    'cancelled',
    'aborted',
    'finished',
  ] as const;
  return byUrgency.find((status) => (counts[status] ?? 0) > 0) ?? 'unknown';
}
