import type { GraphClient } from '../../remote-graph/client.ts';
import type { InboxThread } from '../../shared/model/inbox.ts';
import { isWaiting, readPendingInterrupts, type InterruptedThread } from './interrupted-threads.ts';

/** States that one read of the inbox looks at; each may be megabytes. */
const maxChecks = 10;

const maxKnown = 500;

export interface WaitingCheck {
  /** Of threads that can't be read, or are too many to be read now, the word of the server counts. */
  filter(
    client: GraphClient,
    threads: readonly InterruptedThread[],
    signal: AbortSignal,
  ): Promise<InboxThread[]>;
}

/**
 * The JavaScript server calls a thread interrupted after a step over its last node, too. Its record has no question then, so
 * that its state is read, once for each change of the thread.
 */
export function createWaitingCheck(): WaitingCheck {
  /** By thread and its last change. */
  const known = new Map<string, boolean>();
  const check = async (
    client: GraphClient,
    { threadId }: InboxThread,
    signal: AbortSignal,
  ): Promise<boolean | null> => {
    try {
      return isWaiting(await readPendingInterrupts(client, threadId, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  };
  return {
    async filter(client, threads, signal) {
      const waiting: InboxThread[] = [];
      let checks = 0;
      for (const { hasQuestion, ...thread } of threads) {
        const key = `${thread.threadId} ${thread.updatedAt ?? ''}`;
        let isOpen = hasQuestion ? true : (known.get(key) ?? null);
        if (isOpen === null && checks < maxChecks) {
          checks += 1;
          isOpen = await check(client, thread, signal);
          if (isOpen !== null) known.set(key, isOpen);
        }
        if (isOpen !== false) waiting.push(thread);
      }
      for (const key of known.keys()) {
        if (known.size <= maxKnown) break;
        known.delete(key);
      }
      return waiting;
    },
  };
}
