import type { RecordedCheckpoint, RecordedRun } from '../model/thread-record.ts';

/** What a record says of its thread as a whole: its runs and how they ended, and what waits at its newest checkpoint. */
export interface ThreadSummary {
  /** Newest first, as the server lists them. */
  readonly runs: readonly RecordedRun[];
  readonly head: SummaryHead | null;
  /** Number of questions that wait, or may wait. */
  readonly questions: number;
  /** Keys of questions that wait no more, by {@link questionKey}; the same set until a question changes. */
  readonly closedQuestions: ReadonlySet<string>;
  /**
   * The closed questions that an edit inside a subgraph has discarded: their nodes ask anew when the thread continues. By their
   * keys, the path of the node whose subgraph was edited. The same map until one of them changes.
   */
  readonly discardedQuestions: ReadonlyMap<string, string>;
}

export interface SummaryHead extends Pick<
  RecordedCheckpoint,
  'checkpointId' | 'createdAt' | 'source' | 'runId'
> {
  readonly hasNext: boolean;
}

/** What distinguishes a question of a thread from others, but for its value. */
export function questionKey({
  taskId,
  index,
  id,
}: {
  readonly taskId: string;
  readonly index: number;
  readonly id: string | null;
}): string {
  return `${taskId} ${index} ${id ?? ''}`;
}

/**
 * Whether an edit or a fork made the newest checkpoint after a run: then the run's end says nothing of the thread any more. A
 * run from an older checkpoint makes a copy of it first, which is no edit.
 */
export function isEditedAfter({ head }: ThreadSummary, { runId, createdAt }: RecordedRun): boolean {
  if (head === null || (head.source !== 'update' && head.source !== 'fork')) return false;
  if (head.source === 'fork' && head.runId === runId) return false;
  if (head.createdAt === null || createdAt === null) return head.runId !== runId;
  return head.createdAt > createdAt;
}
