import type { ExecutionRef } from '../../shared/model/comparison.ts';
import type { Execution, ExecutionStatus, ThreadRecord } from '../../shared/model/thread-record.ts';
import { executionsOfRuns, type ExecutionInRuns } from '../../shared/thread-record/executions-of-runs.ts';
import type { ExecutionChange } from './state-change.ts';
import { hashText, type StoredCheckpoint, type StoredTask, type StoredValues } from './stored-values.ts';

export interface ListedExecution {
  readonly node: string;
  // The subgraph nodes above it, outermost first.
  readonly path: readonly string[];
  readonly ref: ExecutionRef;
  // The whole state before it; `null` if it had an input of its own, or that is not stored.
  readonly input: string | null;
  // Its result, error or questions; `null` if none is stored.
  readonly output: string | null;
  // What its superstep changed in the state, if no other task ran in it.
  readonly change: ExecutionChange | null;
}

const maxExecutions = 10_000;

// What runs executed, in the order in which it ran; of concurrent tasks, by name. What a subgraph ran follows its
// node. `runIds: null`: all runs of the thread. What only events report is left out: of another run there may be none.
export function listExecutions(
  record: ThreadRecord,
  stored: StoredValues,
  runIds: ReadonlySet<string> | null,
): { readonly executions: readonly ListedExecution[]; readonly isCut: boolean } {
  const sizes = superstepSizes(record);
  const executionsByParent = new Map<string | null, ExecutionInRuns[]>();
  const listed = executionsOfRuns(record, runIds).filter(({ execution }) => execution.before !== null);
  const ids = new Set(listed.map(({ execution }) => execution.executionId));
  for (const one of listed) {
    const { parentId } = one.execution;
    const key = parentId !== null && ids.has(parentId) ? parentId : null;
    const siblings = executionsByParent.get(key);
    if (siblings) siblings.push(one);
    else executionsByParent.set(key, [one]);
  }
  const executions: ListedExecution[] = [];
  const unlisted = byStep(executionsByParent.get(null) ?? []).toReversed();
  for (let one = unlisted.pop(); one !== undefined; one = unlisted.pop()) {
    if (executions.length === maxExecutions) return { executions, isCut: true };
    const inner = executionsByParent.get(one.execution.executionId) ?? [];
    const size = sizes.get(stepKey(one.execution)) ?? 1;
    executions.push(toListed(one, stored, size));
    for (const next of byStep(inner).toReversed()) unlisted.push(next);
  }
  return { executions, isCut: false };
}

// Concurrent tasks by name, since servers list them in any order.
function byStep(executions: readonly ExecutionInRuns[]): readonly ExecutionInRuns[] {
  const steps = new Map<string, ExecutionInRuns[]>();
  for (const one of executions) {
    const key = stepKey(one.execution);
    const step = steps.get(key);
    if (step) step.push(one);
    else steps.set(key, [one]);
  }
  return [...steps.values()].flatMap((step) =>
    step.toSorted((a, b) => compareText(a.execution.name, b.execution.name)),
  );
}

function superstepSizes(record: ThreadRecord): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const execution of record.executions) {
    const key = stepKey(execution);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}

function stepKey({ namespace, before, made }: Execution): string {
  return JSON.stringify([namespace, before, made]);
}

function toListed(
  { execution, status, runId, time, attempts, wasAskedAgain }: ExecutionInRuns,
  stored: StoredValues,
  superstepSize: number,
): ListedExecution {
  const { name, nodeId, namespace, before, made, taskId, step, tokens, isSent, error } = execution;
  const read = before === null ? null : stored.at(namespace, before);
  const task = read?.tasks.get(taskId) ?? null;
  const written = made === null ? null : stored.at(namespace, made);
  return {
    node: name,
    path: pathOf(nodeId, name),
    ref: {
      checkpointId: before ?? '',
      checkpointNs: namespace,
      taskId,
      runId,
      step,
      durationMs: time?.ms ?? null,
      durationBound: time?.bound ?? null,
      attempts,
      tokens,
      status,
    },
    input: isSent || read === null ? null : stateHash(read.values),
    output: status === 'interrupted' && wasAskedAgain ? null : outputOf(status, task, error),
    change:
      status === 'finished' && superstepSize === 1 && read !== null && written !== null
        ? changeOf(read, written)
        : null,
  };
}

// The nodes above one: `write:draft` is above `write:draft:x`. Names may have any character.
function pathOf(nodeId: string, name: string): string[] {
  const containerId = nodeId.slice(0, Math.max(0, nodeId.length - name.length - 1));
  return containerId === '' ? [] : containerId.split(':');
}

function outputOf(status: ExecutionStatus, task: StoredTask | null, error: string | null): string | null {
  switch (status) {
    case 'failed':
      return error === null ? null : hashText(error);
    // They have written nothing.
    case 'aborted':
    case 'cancelled':
      return hashText(status);
    case 'interrupted':
      return task?.questionHash ?? null;
    default:
      return task?.resultHash ?? null;
  }
}

function stateHash(values: ReadonlyMap<string, string>): string {
  return hashText(JSON.stringify([...values].toSorted(([a], [b]) => compareText(a, b))));
}

function changeOf(before: StoredCheckpoint, after: StoredCheckpoint): ExecutionChange {
  return { before: before.values, after: after.values, appended: after.appended };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
