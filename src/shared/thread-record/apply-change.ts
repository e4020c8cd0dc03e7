import type { Execution, ThreadRecord, ThreadRecordChange } from '../model/threads/thread-record.ts';

/**
 * A record after a change. What did not change is the same object as before: lists that stay as they were, and all entries
 * that the change does not name. A change without a record before it is lost: `null` until a snapshot comes.
 */
export function applyChange(record: ThreadRecord | null, change: ThreadRecordChange): ThreadRecord | null {
  if (change.kind === 'snapshot') return change.record;
  if (record === null) return null;
  const byCheckpoint = ({ namespace, checkpointId }: ThreadRecord['checkpoints'][number]): string =>
    `${namespace} ${checkpointId}`;
  return {
    threadId: record.threadId,
    headId: change.headId,
    checkpoints: replaced(record.checkpoints, change.checkpoints, byCheckpoint),
    executions: changedExecutions(record.executions, change),
    questions: unlessEqual(record.questions, change.questions),
    runs: replaced(record.runs, change.runs, ({ runId }) => runId),
    gaps: unlessEqual(record.gaps, change.gaps),
    copies: unlessEqual(record.copies, change.copies),
  };
}

function changedExecutions(
  before: Execution[],
  { executions, removedExecutions, order }: Extract<ThreadRecordChange, { kind: 'change' }>,
): Execution[] {
  let after = replaced(before, executions, ({ executionId }) => executionId);
  if (removedExecutions.length > 0) {
    const removed = new Set(removedExecutions);
    after = after.filter(({ executionId }) => !removed.has(executionId));
  }
  if (order === undefined) return after;
  const ranks = new Map(order.map((executionId, index) => [executionId, index]));
  const rankOf = ({ executionId }: Execution): number => ranks.get(executionId) ?? ranks.size;
  return after.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Replaces entries with the same key, and adds new ones at the end. */
function replaced<T>(before: T[], changes: readonly T[], keyOf: (entry: T) => string): T[] {
  if (changes.length === 0) return before;
  const changed = new Map(changes.map((entry) => [keyOf(entry), entry]));
  const after = before.map((entry) => {
    const key = keyOf(entry);
    const replacement = changed.get(key);
    changed.delete(key);
    return replacement ?? entry;
  });
  return [...after, ...changed.values()];
}

/** Short lists, which come whole. */
function unlessEqual<T>(before: T[], after: T[]): T[] {
  return before.length === after.length && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
