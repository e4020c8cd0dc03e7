import { branchTo, listTasks } from './checkpoint-tasks.ts';
import { toExecution } from './execution-facts.ts';
import type { ExecutionSources } from './execution-sources.ts';
import type { NodeExecution } from './node-execution.ts';
import { attemptOf, attemptsByTask, type TaskAttempt } from './task-attempts.ts';

/**
 * The executions of a node, oldest first: the tasks that the checkpoints list, joined by their IDs with those
 * in the events of the runs. Nothing is guessed: what neither tells is unknown, with the reason.
 */
export function collectExecutions(sources: ExecutionSources): readonly NodeExecution[] {
  const name = sources.nodeId.slice(sources.nodeId.lastIndexOf(':') + 1);
  const listed = listTasks(sources.levels, name);
  const attempts = attemptsByTask(sources.runs);
  const byRun = new Map(sources.runs.map((run) => [run.runId, run]));
  const root = sources.levels.find(({ namespace }) => namespace === '')?.checkpoints ?? [];
  const context = { sources, byRun, branch: branchTo(root, sources.checkpointId) };
  const matched = listed.map((entry) => attemptOf(entry, attempts.get(entry.task.id) ?? [], byRun));
  const used = new Set<TaskAttempt | undefined>(matched);
  const found: NodeExecution[] = [];

  for (const [at, entry] of listed.entries()) {
    const all = attempts.get(entry.task.id) ?? [];
    const parts = matched[at];
    // What failed or was stopped before is not in the history.
    const earlier = parts === undefined ? all : all.slice(0, all.indexOf(parts));
    for (const attempt of earlier) {
      if (used.has(attempt)) continue;
      used.add(attempt);
      found.push(toExecution(context, { kind: 'left', entry: { ...entry, after: null }, parts: attempt }));
    }
    found.push(toExecution(context, { kind: 'listed', entry, parts: parts ?? [] }));
  }
  const inHistory = new Set(found.flatMap(({ runId }) => runId ?? []));
  for (const own of attempts.values()) {
    for (const parts of own)
      if (!used.has(parts)) found.push(toExecution(context, { kind: 'events', parts }));
  }
  for (const { runId, rows, updates } of sources.runs) {
    // Checkpoints tell more than updates, and nothing says which of the two belong together.
    if (rows.length > 0 || inHistory.has(runId)) continue;
    for (const update of updates) found.push(toExecution(context, { kind: 'update', runId, update }));
  }
  return found;
}
