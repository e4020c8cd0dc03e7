import type { ListPart, ThreadRecord, ThreadRecordChange } from '../model/thread-record.ts';
import { followList } from './list-look-ups.ts';

/**
 * A record after a change. What did not change is the same object as before: lists that stay as they were, and all entries
 * that the change does not name. A change without a record before it is lost: `null` until a snapshot comes.
 */
export function applyChange(record: ThreadRecord | null, change: ThreadRecordChange): ThreadRecord | null {
  if (change.kind === 'snapshot') return change.record;
  if (record === null || change.kind === 'stale') return record;
  return {
    threadId: record.threadId,
    headId: change.headId,
    checkpoints: joinParts(record.checkpoints, change.checkpoints),
    executions: joinParts(record.executions, change.executions),
    questions: joinParts(record.questions, change.questions),
    runs: joinParts(record.runs, change.runs),
    gaps: unlessEqual(record.gaps, change.gaps),
    copies: unlessEqual(record.copies, change.copies),
  };
}

function joinParts<T>(before: T[], parts: readonly ListPart<T>[]): T[] {
  const after: T[] = [];
  const replaced: number[] = [];
  let from = Infinity;
  // Up to here, entries are where they were. Those that come between two ranges were inserted if the second range has moved.
  let aligned = 0;
  for (const part of parts) {
    if (Array.isArray(part)) {
      const [start = 0, end = 0] = part;
      if (start !== after.length) from = Math.min(from, aligned);
      for (const entry of before.slice(start, end)) after.push(entry);
      if (end === after.length) aligned = end;
    } else {
      replaced.push(after.length);
      after.push(part);
    }
  }
  from = Math.min(from, before.length, after.length);
  if (replaced.length === 0 && from === before.length && from === after.length) return before;
  followList(before, after, { replaced: replaced.filter((position) => position < from), from });
  return after;
}

// Short lists, which come whole.
function unlessEqual<T>(before: T[], after: T[]): T[] {
  return before.length === after.length && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
