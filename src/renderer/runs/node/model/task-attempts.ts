import type { ListedTask } from './checkpoint-tasks.ts';
import type { RunEvidence } from './execution-sources.ts';
import type { ExecutionPart } from './node-execution.ts';

/** One attempt at a task: a part in each run that it took. */
export type TaskAttempt = readonly ExecutionPart[];

/**
 * The attempts at each task, oldest first. A run that resumes goes on with the attempt that waits; after any
 * other end the task is tried anew.
 */
export function attemptsByTask(runs: readonly RunEvidence[]): ReadonlyMap<string, readonly TaskAttempt[]> {
  const attempts = new Map<string, ExecutionPart[][]>();
  for (const { runId, rows } of runs) {
    for (const row of rows) {
      const own = attempts.get(row.taskId);
      const last = own?.at(-1);
      if (last?.at(-1)?.row.status === 'waiting') last.push({ runId, row });
      else if (own) own.push([{ runId, row }]);
      else attempts.set(row.taskId, [[{ runId, row }]]);
    }
  }
  return attempts;
}

/**
 * The attempt that belongs to a listed task; `undefined` if no event tells of it. A checkpoint came of the
 * attempt of its run. Where the events of that run are not known, the attempt that waited before it is the
 * same one.
 */
export function attemptOf(
  { after }: ListedTask,
  attempts: readonly TaskAttempt[],
  knownRuns: ReadonlyMap<string, RunEvidence>,
): TaskAttempt | undefined {
  const last = attempts.at(-1);
  if (after === null || after.runId === null) return last;
  const own = attempts.find((parts) => parts.some(({ runId }) => runId === after.runId));
  if (own || knownRuns.has(after.runId)) return own;
  return last?.at(-1)?.row.status === 'waiting' ? last : undefined;
}
