import type {
  Execution,
  ExecutionStatus,
  RecordedCheckpoint,
  RunEnding,
  ThreadRecord,
} from '../model/thread-record.ts';
import { branchTo } from './branch.ts';
import { indexRecord, type RecordIndex } from './record-index.ts';

/** How a checkpoint was made. `fork`: a run started at an older checkpoint. `copy`: of a checkpoint, with its parent. */
export type CheckpointOrigin = 'input' | 'step' | 'edit' | 'fork' | 'copy' | 'unknown';

/** What happened at a checkpoint of the root graph or of a subgraph. */
export interface CheckpointFacts {
  readonly origin: CheckpointOrigin;
  readonly step: number | null;
  /** Names of the nodes whose results it holds, in their order; empty for inputs, edits and copies. */
  readonly writers: readonly string[];
  /** The server no longer names all nodes that may have written it. */
  readonly hasUnnamedWriters: boolean;
  readonly made: readonly Execution[];
  readonly isStart: boolean;
  /** The run that made it; `null` for edits, and if unknown. */
  readonly runId: string | null;
  readonly isEnd: boolean;
  /** What became of what was to run from it; `null` if it just ran, or will. */
  readonly outcome: CheckpointOutcome | null;
}

export interface CheckpointOutcome {
  readonly status: OutcomeStatus;
  /** Of which it is the status; empty if it is that of the run. */
  readonly executions: readonly Execution[];
  /** Ended by the error of the failed ones. */
  readonly aborted: readonly Execution[];
  /** Where its run stopped; `null` if that has no other name than its status. */
  readonly ending: RunEnding | null;
}

/**
 * `interrupted`: a question waits. `unanswered`: the thread went on without an answer. `retried`: an error, after which the
 * same tasks ran again.
 */
export type OutcomeStatus =
  | Exclude<ExecutionStatus, 'next'>
  | 'answered'
  | 'unanswered'
  | 'paused'
  | 'retried';

/** `null` for a checkpoint that the record does not have. */
export function checkpointFacts(
  record: ThreadRecord,
  checkpointId: string,
  namespace = '',
): CheckpointFacts | null {
  const index = indexRecord(record);
  const checkpoint = index.checkpoints.get(namespace, checkpointId);
  if (checkpoint === undefined) return null;
  const { source, parentId, runId, step } = checkpoint;
  const writerExecutions = index.executions.thatMade(namespace, checkpointId);
  const before = parentId === null ? undefined : index.checkpoints.get(namespace, parentId);
  return {
    origin: originOf(checkpoint),
    step,
    writers: [...new Set(writerExecutions.map(({ name }) => name))],
    hasUnnamedWriters: source === 'loop' && before?.isPartial === true && before.source !== 'input',
    made: writerExecutions,
    isStart: source === 'loop' && before?.source === 'input',
    runId: source === 'update' ? null : runId,
    isEnd: isEnd(index, checkpoint),
    outcome: outcomeOf(index, checkpoint),
  };
}

function originOf({ source, copyOf }: RecordedCheckpoint): CheckpointOrigin {
  switch (source) {
    case 'loop':
      return 'step';
    case 'update':
      return 'edit';
    case 'fork':
      return copyOf === undefined ? 'fork' : 'copy';
    default:
      return source;
  }
}

const precedence = ['running', 'failed', 'interrupted', 'cancelled', 'aborted', 'unknown', 'queued'] as const;

function outcomeOf(index: RecordIndex, checkpoint: RecordedCheckpoint): CheckpointOutcome | null {
  const { namespace, checkpointId } = checkpoint;
  const read = index.executions.thatRead(namespace, checkpointId);
  const open = read.filter(({ made }) => made === null);
  const hasFollowers = index.checkpoints.after(namespace, checkpointId).length > 0;
  const openWith = (expectedStatus: ExecutionStatus): Execution[] =>
    open.filter(({ status }) => status === expectedStatus);
  const past = eventsOf(index.record);
  for (const status of precedence) {
    const executions = openWith(status);
    if (executions.length === 0) continue;
    const isLeft =
      status === 'interrupted' &&
      open.every(({ executionId }) => !past.waiting.has(executionId)) &&
      open.some(({ executionId }) => past.interrupted.has(executionId));
    return {
      status: status === 'interrupted' && (hasFollowers || isLeft) ? 'unanswered' : status,
      executions,
      aborted: status === 'failed' ? openWith('aborted') : [],
      ending: null,
    };
  }
  const ended = endingAt(index, checkpoint);
  const outcome = (status: OutcomeStatus, executions: readonly Execution[]): CheckpointOutcome => ({
    status,
    executions,
    aborted: [],
    ending: ended,
  });
  if (ended?.kind === 'failed' && ended.executionId === null) return outcome('failed', []);
  if (ended?.kind === 'paused' && !hasFollowers) return outcome('paused', []);
  const failed = read.filter(({ executionId }) => past.failed.has(executionId));
  if (failed.length > 0) return outcome('retried', failed);
  const interrupted = read.filter(({ executionId }) => past.interrupted.has(executionId));
  if (interrupted.length > 0) return outcome('answered', interrupted);
  return isEnd(index, checkpoint) && !hasFollowers ? outcome('finished', []) : null;
}

function isEnd(index: RecordIndex, checkpoint: RecordedCheckpoint): boolean {
  const { namespace, checkpointId, next, isPartial } = checkpoint;
  if (next.length > 0 || isPartial === true) return false;
  if (index.executions.thatRead(namespace, checkpointId).length > 0) return false;
  // The Python server names no next node before one that waits for several others.
  const ending = endingAt(index, checkpoint)?.kind ?? 'finished';
  return ending !== 'paused' && ending !== 'unknown';
}

// The ids of executions that asked or failed, with those around them.
interface PastEvents {
  // A question of theirs waits, or may.
  readonly waiting: ReadonlySet<string>;
  readonly interrupted: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

const pastEvents = new WeakMap<ThreadRecord, PastEvents>();

function eventsOf(record: ThreadRecord): PastEvents {
  const cached = pastEvents.get(record);
  if (cached !== undefined) return cached;
  const { executions } = indexRecord(record);
  const [waiting, interrupted, failed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const add = (ids: Set<string>, executionId: string): void => {
    for (let id: string | null = executionId; id !== null && !ids.has(id);) {
      ids.add(id);
      id = executions.get(id)?.parentId ?? null;
    }
  };
  for (const { executionId, status } of record.questions) {
    add(interrupted, executionId);
    if (status === 'waiting' || status === 'unknown') add(waiting, executionId);
  }
  for (const { ending } of record.runs) {
    if (ending?.kind === 'failed' && ending.executionId !== null) add(failed, ending.executionId);
    if (ending?.kind === 'interrupted') for (const id of ending.executionIds) add(interrupted, id);
  }
  const events = { waiting, interrupted, failed };
  pastEvents.set(record, events);
  return events;
}

const runTips = new WeakMap<readonly RecordedCheckpoint[], ReadonlyMap<string, string>>();

// How the run ended whose last checkpoint this is; `null` for others.
function endingAt({ record }: RecordIndex, checkpoint: RecordedCheckpoint): RunEnding | null {
  const { namespace, runId, checkpointId, source } = checkpoint;
  if (namespace !== '' || runId === null || source === 'update') return null;
  let tips = runTips.get(record.checkpoints);
  if (tips === undefined) {
    tips = new Map(
      record.checkpoints.flatMap((one): readonly (readonly [string, string])[] =>
        one.namespace === '' && one.source !== 'update' && one.runId !== null
          ? [[one.runId, one.checkpointId]]
          : [],
      ),
    );
    runTips.set(record.checkpoints, tips);
  }
  if (tips.get(runId) !== checkpointId) return null;
  return record.runs.find((run) => run.runId === runId)?.ending ?? null;
}

/** Names of the nodes that wrote checkpoints of the root graph. */
export function writersIn(record: ThreadRecord): readonly string[] {
  const names = record.executions.flatMap(({ namespace, made, name }) =>
    namespace === '' && made !== null ? name : [],
  );
  return [...new Set(names)].toSorted();
}

export interface BranchPosition {
  // The branch from its first known checkpoint through this one to its end.
  readonly checkpoints: readonly RecordedCheckpoint[];
  readonly index: number;
  readonly hasAfter: boolean;
  readonly isCut: boolean;
}

/**
 * The branch through a checkpoint. Where it forks, it goes on to `tipId` if that is on the way, so that steps back and forth
 * stay on one branch, else to the newest checkpoint of the thread, else by the newest way.
 */
export function positionOf(
  record: ThreadRecord,
  checkpointId: string,
  { namespace = '', tipId = null }: { readonly namespace?: string; readonly tipId?: string | null } = {},
): BranchPosition | null {
  const { checkpoints: index } = indexRecord(record);
  const { checkpoints: before, isCut } = branchTo(record, checkpointId, namespace);
  if (before.length === 0) return null;
  const branch = before.toReversed();
  const visited = new Set(branch.map((checkpoint) => checkpoint.checkpointId));
  const preferred = [tipId, namespace === '' ? record.headId : null].flatMap((id) =>
    id === null ? [] : idsTo(record, id, namespace),
  );
  for (let id: string | undefined = checkpointId; id !== undefined;) {
    const followers: readonly RecordedCheckpoint[] = index
      .after(namespace, id)
      .filter((one) => !visited.has(one.checkpointId));
    const preferredIds = preferred.find((ids) => followers.some((one) => ids.has(one.checkpointId)));
    const next: RecordedCheckpoint | undefined = followers.findLast(
      (one) => preferredIds === undefined || preferredIds.has(one.checkpointId),
    );
    if (next === undefined) break;
    visited.add(next.checkpointId);
    branch.push(next);
    id = next.checkpointId;
  }
  return { checkpoints: branch, index: before.length - 1, hasAfter: branch.length > before.length, isCut };
}

function idsTo(record: ThreadRecord, checkpointId: string, namespace: string): ReadonlySet<string> {
  return new Set(branchTo(record, checkpointId, namespace).checkpoints.map((one) => one.checkpointId));
}

/** Names of the nodes that ran after a checkpoint on its branch, each once, without those that run next from it. */
export function nodesRunAfter(record: ThreadRecord, checkpointId: string, namespace = ''): readonly string[] {
  const position = positionOf(record, checkpointId, { namespace });
  if (position === null) return [];
  const { executions } = indexRecord(record);
  const next = new Set(executions.thatRead(namespace, checkpointId).map(({ name }) => name));
  const names = position.checkpoints
    .slice(position.index + 1)
    .flatMap((one) => executions.thatMade(namespace, one.checkpointId).map(({ name }) => name));
  return [...new Set(names)].filter((name) => !next.has(name));
}
