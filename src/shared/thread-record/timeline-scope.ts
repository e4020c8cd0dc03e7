import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/thread-record.ts';
import { branchTo, newestCheckpointOf, turnOf } from './branch.ts';
import { positionOf } from './history.ts';
import { executionsIn } from './overlay.ts';
import { indexRecord } from './record-index.ts';

/** What a timeline covers: one run, the turn that it is part of, or all that ran on the thread. */
export type TimelineScope =
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'turn'; readonly runId: string }
  | { readonly kind: 'thread' };

export interface ScopedRecord {
  readonly executions: readonly Execution[];
  // As the record orders them; those that it does not list come last.
  readonly runIds: readonly string[];
  // Of the root graph: those of a turn, or of the thread. Empty for one run.
  readonly checkpoints: readonly RecordedCheckpoint[];
  // There is more that the record does not have.
  readonly isCut: boolean;
}

export function scopeOf(record: ThreadRecord, scope: TimelineScope): ScopedRecord {
  const started = executionsIn(record, { kind: 'thread' });
  switch (scope.kind) {
    case 'run': {
      const executions = executionsIn(record, scope);
      return { executions, runIds: [scope.runId], checkpoints: [], isCut: false };
    }
    case 'thread': {
      const checkpoints = record.checkpoints.filter(({ namespace }) => namespace === '');
      const isCut = record.gaps.some(({ kind }) => kind === 'deleted' || kind === 'limit');
      const all = new Set(record.runs.map(({ runId }) => runId));
      return { executions: started, runIds: listed(record, addRuns(all, started)), checkpoints, isCut };
    }
    default: {
      const turn = turnOfRun(record, scope.runId);
      const executions = started.filter(isOfTurn(record, turn.checkpoints, scope.runId));
      const runIds = new Set([scope.runId]);
      for (const { source, runId } of turn.checkpoints)
        if (source !== 'update' && runId !== null) runIds.add(runId);
      return { ...turn, executions, runIds: listed(record, addRuns(runIds, executions)) };
    }
  }
}

// The checkpoints of the turn that a run is part of: on the branch through its newest one, up to the next input.
function turnOfRun(record: ThreadRecord, runId: string): Pick<ScopedRecord, 'checkpoints' | 'isCut'> {
  const baseId = newestCheckpointOf(record, runId);
  if (baseId === null) return { checkpoints: [], isCut: false };
  const before = turnOf(branchTo(record, baseId));
  const position = positionOf(record, baseId);
  const after = position === null ? [] : position.checkpoints.slice(position.index + 1);
  const nextInput = after.findIndex(({ source }) => source === 'input');
  const later = nextInput < 0 ? after : after.slice(0, nextInput);
  return { checkpoints: [...before.checkpoints.toReversed(), ...later], isCut: before.isCut };
}

// Whether an execution, or the one around it, read and made checkpoints of the turn; or the run worked on it, if only
// events report it.
function isOfTurn(
  record: ThreadRecord,
  checkpoints: readonly RecordedCheckpoint[],
  runId: string,
): (execution: Execution) => boolean {
  const { executions } = indexRecord(record);
  const ids = new Set(checkpoints.map(({ checkpointId }) => checkpointId));
  const inTurn = new Map<string, boolean>();
  const check = (execution: Execution): boolean => {
    const cached = inTurn.get(execution.executionId);
    if (cached !== undefined) return cached;
    // A record in which executions are inside each other does not go on for ever.
    inTurn.set(execution.executionId, false);
    const parent = execution.parentId === null ? undefined : executions.get(execution.parentId);
    const isInScope = parent === undefined ? isRootOfTurn(execution) : check(parent);
    inTurn.set(execution.executionId, isInScope);
    return isInScope;
  };
  const isRootOfTurn = ({ before, made, spans }: Execution): boolean => {
    if (before === null && made === null) return spans.some((span) => span.runId === runId);
    return made === null ? before !== null && ids.has(before) : ids.has(made);
  };
  return check;
}

function addRuns(runIds: Set<string>, executions: readonly Execution[]): ReadonlySet<string> {
  for (const { spans } of executions) for (const { runId } of spans) if (runId !== null) runIds.add(runId);
  return runIds;
}

function listed(record: ThreadRecord, runIds: ReadonlySet<string>): readonly string[] {
  const listedIds = record.runs.flatMap(({ runId }) => (runIds.has(runId) ? [runId] : []));
  const ordered = new Set(listedIds);
  return [...listedIds, ...[...runIds].filter((runId) => !ordered.has(runId))];
}
