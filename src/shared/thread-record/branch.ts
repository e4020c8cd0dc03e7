import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/thread-record.ts';
import { indexRecord, predecessorOf, type RecordIndex } from './record-index.ts';

export interface Branch {
  // From the checkpoint itself back to the first one. The original of a copy follows the copy.
  readonly checkpoints: readonly RecordedCheckpoint[];
  // Older checkpoints than the record's led here.
  readonly isCut: boolean;
}

/** The checkpoints of a graph that led to one of them, newest first; empty for one that the record does not have. */
export function branchTo(record: ThreadRecord, checkpointId: string, namespace = ''): Branch {
  const { checkpoints: index } = indexRecord(record);
  const checkpoints: RecordedCheckpoint[] = [];
  const visited = new Set<string>();
  let id: string | null = checkpointId;
  while (id !== null && !visited.has(id)) {
    visited.add(id);
    const checkpoint = index.get(namespace, id);
    if (checkpoint === undefined) return { checkpoints, isCut: true };
    checkpoints.push(checkpoint);
    id = predecessorOf(checkpoint);
  }
  return { checkpoints, isCut: false };
}

/** The part of a branch that belongs to the turn of its checkpoint: back to the newest input, included. */
export function turnOf({ checkpoints, isCut }: Branch): Branch {
  const index = checkpoints.findIndex(({ source }) => source === 'input');
  return index < 0 ? { checkpoints, isCut } : { checkpoints: checkpoints.slice(0, index + 1), isCut: false };
}

// All checkpoints of the root graph on branches that go through one, without it.
export function checkpointsAfter(record: ThreadRecord, checkpointId: string): ReadonlySet<string> {
  const { checkpoints: index } = indexRecord(record);
  const laterIds = new Set<string>();
  const waiting = [checkpointId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of index.after('', id)) {
      if (laterIds.has(next.checkpointId) || next.checkpointId === checkpointId) continue;
      laterIds.add(next.checkpointId);
      waiting.push(next.checkpointId);
    }
  }
  return laterIds;
}

// The executions whose results are in the last checkpoint of a branch, oldest superstep first, each followed by those inside
// it: also those that ran in the subgraph from which its state was copied.
export function executionsOf(record: ThreadRecord, { checkpoints }: Branch): readonly Execution[] {
  const index = indexRecord(record);
  const executionsById = new Map<string, Execution>();
  for (const { namespace, checkpointId } of checkpoints.toReversed())
    for (const execution of index.executions.thatMade(namespace, checkpointId))
      addWithInside(index, execution, executionsById);
  return [...executionsById.values()];
}

// What ran in the subgraph from which the state of an execution's own subgraph was copied, and is part of that state.
export function executionsCopiedInto(index: RecordIndex, execution: Execution): readonly Execution[] {
  if (execution.innerNamespace === null) return [];
  const executionsById = new Map<string, Execution>();
  addCopied(index, execution, executionsById);
  return [...executionsById.values()];
}

function addWithInside(
  index: RecordIndex,
  execution: Execution,
  executionsById: Map<string, Execution>,
): void {
  if (executionsById.has(execution.executionId)) return;
  executionsById.set(execution.executionId, execution);
  addCopied(index, execution, executionsById);
  for (const inner of index.executions.inside(execution.executionId))
    addWithInside(index, inner, executionsById);
}

function addCopied(
  index: RecordIndex,
  { innerNamespace }: Execution,
  executionsById: Map<string, Execution>,
): void {
  if (innerNamespace === null) return;
  const { record } = index;
  const visited = new Set<string>();
  // A subgraph whose state was copied may itself have been copied from.
  for (let namespace = innerNamespace; !visited.has(namespace);) {
    visited.add(namespace);
    const original = index.copies.get(namespace);
    if (original === undefined) return;
    const branch = branchTo(record, original.checkpointId, original.namespace);
    for (const { checkpointId } of branch.checkpoints.toReversed())
      for (const execution of index.executions.thatMade(original.namespace, checkpointId))
        addWithInside(index, execution, executionsById);
    namespace = original.namespace;
  }
}

/** The newest checkpoint of the root graph that a run made or, without one, read; `null` if it is not known. */
export function newestCheckpointOf(record: ThreadRecord, runId: string): string | null {
  const { checkpoints, executions } = indexRecord(record);
  const checkpoint = checkpoints.newestOfRun(runId);
  if (checkpoint !== undefined) return checkpoint.checkpointId;
  const read = executions.lastOfRun(runId, ({ before }) => before !== null);
  if (read !== undefined) return read.before;
  const run = record.runs.find((one) => one.runId === runId);
  const isActive = run?.status === 'queued' || run?.status === 'running';
  const continues = run?.origin.kind === 'resume' || run?.origin.kind === 'continue';
  return isActive && continues ? (run.origin.checkpointId ?? record.headId) : null;
}
