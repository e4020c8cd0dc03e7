import type { Execution } from '../../../shared/model/thread-record.ts';
import type { UnknownReason } from './unknown-reasons.ts';
import type { TaskEvents } from './use-task-events.ts';

export type ValueSource =
  /** A member of an event's payload. */
  | { readonly from: 'event'; readonly seq: number; readonly member: string }
  /** The whole state before the execution. A node with an input schema of its own reads only a part of it. */
  | { readonly from: 'state' }
  /** The result that the checkpoint before it stores. */
  | { readonly from: 'checkpoint' }
  | { readonly from: 'nowhere'; readonly why: UnknownReason };

type Events = Pick<TaskEvents, 'log' | 'isLoading' | 'row' | 'update'>;

// The checkpoint that it read, which everyone can read again; only events have the input of a `Send`.
export function inputSource(
  { before, isSent }: Execution,
  threadId: string | null,
  events: Events,
): ValueSource {
  if (before !== null && threadId !== null && !isSent) return { from: 'state' };
  const { row } = events;
  if (row !== null && row.startSeq !== null) return { from: 'event', seq: row.startSeq, member: 'input' };
  const why = whyNoEvents(events);
  return { from: 'nowhere', why: isSent && why !== 'loading' ? 'send-input' : why };
}

// The result that the checkpoint before it stores, else that of its events.
export function outputSource(
  { name, before, status, hasResult }: Execution,
  threadId: string | null,
  events: Events,
): ValueSource {
  if (status === 'next' || status === 'queued') return { from: 'nowhere', why: 'not-started' };
  if (status === 'running') return { from: 'nowhere', why: 'running' };
  if (status !== 'finished') return { from: 'nowhere', why: 'not-reported' };
  if (hasResult && before !== null && threadId !== null) return { from: 'checkpoint' };
  const { row, update } = events;
  if (update !== null) return { from: 'event', seq: update.seq, member: name };
  if (row !== null && row.resultSeq !== null) return { from: 'event', seq: row.resultSeq, member: 'result' };
  return { from: 'nowhere', why: before === null ? whyNoEvents(events) : 'not-reported' };
}

function whyNoEvents({ log, isLoading, row }: Events): UnknownReason {
  if (isLoading) return 'loading';
  if (log === null) return 'no-events';
  return row === null ? 'not-reported' : 'events-missing';
}
