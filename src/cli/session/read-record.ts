import { AppError } from '../../shared/app-error.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { Call } from './confirm-writes.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/** What ran on a thread since a time (`null`: ever); `null` from a server that does not report it. */
export function readRecord(
  call: Call,
  thread: ThreadRef,
  since: string | null,
): Promise<ThreadRecord | null> {
  return call('threads.readRecord', { ...thread, since }).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'not-found' || error.code === 'unsupported'))
      return null;
    throw error;
  });
}
