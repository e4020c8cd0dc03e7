import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/threads/thread-record.ts';
import { branchTo, turnStartOf } from './branch.ts';
import { indexRecord } from './record-index.ts';

/** What happened at a checkpoint of the root graph or of a subgraph. */
export interface CheckpointStory {
  /** Names of the nodes whose results it holds, in their order; empty for inputs, edits and copies. */
  readonly writers: readonly string[];
  /** The executions that made it. */
  readonly made: readonly Execution[];
  /** What was open when nothing followed: executions that read it without making a checkpoint. */
  readonly open: readonly Execution[];
  /** It is the step that took in an input, with which a turn begins. */
  readonly isTurnStart: boolean;
}

export function checkpointStory(
  record: ThreadRecord,
  checkpointId: string,
  namespace = '',
): CheckpointStory | null {
  const { checkpoints, executions } = indexRecord(record);
  const checkpoint = checkpoints.get(namespace, checkpointId);
  if (checkpoint === undefined) return null;
  const made = executions.thatMade(namespace, checkpointId);
  return {
    writers: [...new Set(made.map(({ name }) => name))],
    made,
    open: executions.thatRead(namespace, checkpointId).filter((one) => one.made === null),
    isTurnStart:
      namespace === ''
        ? turnStartOf(record, checkpointId) === checkpointId
        : checkpoint.source === 'loop' &&
          checkpoint.parentId !== null &&
          checkpoints.get(namespace, checkpoint.parentId)?.source === 'input',
  };
}

/** Where a checkpoint is on its branch. */
export interface BranchPosition {
  /** The branch from its first known checkpoint through this one to its end: the newest one if it forks. */
  readonly checkpoints: readonly RecordedCheckpoint[];
  readonly index: number;
  /** Something ran, or was edited, after it. */
  readonly hasAfter: boolean;
  /** The branch begins before the record. */
  readonly isCut: boolean;
}

export function positionOf(record: ThreadRecord, checkpointId: string): BranchPosition | null {
  const { checkpoints: index } = indexRecord(record);
  const { checkpoints: before, isCut } = branchTo(record, checkpointId);
  if (before.length === 0) return null;
  const branch = before.toReversed();
  const seen = new Set(branch.map((checkpoint) => checkpoint.checkpointId));
  for (let id: string | undefined = checkpointId; id !== undefined;) {
    // Through the head if the branch leads there, else to the newest.
    const next = newestWay(record, index.after('', id), seen);
    if (next === undefined) break;
    seen.add(next.checkpointId);
    branch.push(next);
    id = next.checkpointId;
  }
  return { checkpoints: branch, index: before.length - 1, hasAfter: branch.length > before.length, isCut };
}

function newestWay(
  record: ThreadRecord,
  followers: readonly RecordedCheckpoint[],
  seen: ReadonlySet<string>,
): RecordedCheckpoint | undefined {
  const fresh = followers.filter(({ checkpointId }) => !seen.has(checkpointId));
  if (fresh.length < 2 || record.headId === null) return fresh.at(-1);
  const toHead = new Set(branchTo(record, record.headId).checkpoints.map(({ checkpointId }) => checkpointId));
  return fresh.find(({ checkpointId }) => toHead.has(checkpointId)) ?? fresh.at(-1);
}
