import pLimit from 'p-limit';
import type { GraphClient, WireThread } from 'remote-graph-client/client';
import type { StopReason, Thread } from '../../shared/model/thread.ts';
import { abortAfter } from '../common/abort-after.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import { resolveAnsweredTasks } from './resolve-answered-tasks.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../shared/narrow.ts';

// Threads whose states are read for a list; each state may be megabytes.
const maxReads = 10;
const readsAtOnce = 2;
// Threads whose questions are asked for at once.
const perRequest = 20;
const maxKnown = 5000;
// When a thread that could not be read is tried again, in milliseconds.
const retryMs = 30_000;
// How long reading in the background may take.
const timeoutMs = 60_000;

type ListedThread = Pick<Thread, 'threadId' | 'updatedAt'>;

/**
 * Why threads are `interrupted` by their server's word, which is the same for a question, a breakpoint, a step over the last
 * node (JavaScript) and a cancelled run (Python). Read once for each change of a thread.
 */
export interface StopReasons {
  /** Adds what is known by now, and reads more in the background for the next call. */
  fill(client: GraphClient, threads: readonly Thread[]): Thread[];
  /** `null`: unknown, or too many threads to be read now. Throws only if aborted. */
  read(
    client: GraphClient,
    threads: readonly (ListedThread & { readonly hasQuestion: boolean })[],
    options: ReadOptions,
  ): Promise<ReadonlyMap<string, StopReason | null>>;
  /** The JavaScript server changes neither the time nor the questions of a thread's record when the thread is edited. */
  edited(threadId: string): void;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly purpose: string;
}

interface Entry {
  readonly updatedAt: string | null;
  readonly reason: StopReason | null;
  readonly readAt: number;
}

export function createStopReasons(): StopReasons {
  const entries = new Map<string, Entry>();
  const isReading = new WeakSet<GraphClient>();
  const editedThreads = new Set<string>();

  // `undefined`: to be read.
  const reasonOf = ({ threadId, updatedAt }: ListedThread): StopReason | null | undefined => {
    const entry = entries.get(threadId);
    if (entry === undefined || entry.updatedAt !== updatedAt) return undefined;
    return entry.reason === null && Date.now() - entry.readAt > retryMs ? undefined : entry.reason;
  };
  const remember = ({ threadId, updatedAt }: ListedThread, reason: StopReason | null): void => {
    entries.delete(threadId);
    entries.set(threadId, { updatedAt, reason, readAt: Date.now() });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxKnown) break;
      entries.delete(oldest);
    }
  };

  const read: StopReasons['read'] = async (client, threads, options) => {
    const inTurn = pLimit(readsAtOnce);
    const unread = threads.filter((thread) => {
      if (!thread.hasQuestion || editedThreads.has(thread.threadId)) return reasonOf(thread) === undefined;
      remember(thread, 'question');
      return false;
    });
    await Promise.all(
      unread
        .slice(0, maxReads)
        .map((thread) =>
          inTurn(async () => remember(thread, await readReason(client, thread.threadId, options))),
        ),
    );
    return new Map(threads.map((thread) => [thread.threadId, reasonOf(thread) ?? null]));
  };

  const readInBackground = async (client: GraphClient, threads: readonly Thread[]): Promise<void> => {
    const options = { signal: abortAfter(timeoutMs), purpose: 'threads.list' };
    const batch = threads.slice(0, perRequest);
    const askingThreadIds = await threadsThatAsk(
      client,
      batch.map(({ threadId }) => threadId),
      options,
    );
    await read(
      client,
      batch.map((thread) => ({ ...thread, hasQuestion: askingThreadIds.has(thread.threadId) })),
      options,
    );
  };

  return {
    fill(client, threads) {
      const interrupted = threads.filter(({ status }) => status === 'interrupted');
      const unread = interrupted.filter((thread) => reasonOf(thread) === undefined);
      if (unread.length > 0 && !isReading.has(client)) {
        isReading.add(client);
        // The list says less until the server answers.
        readInBackground(client, unread)
          .catch(() => {
            for (const thread of unread.slice(0, perRequest)) remember(thread, null);
          })
          .finally(() => isReading.delete(client));
      }
      return threads.map((thread) => {
        const reason = thread.status === 'interrupted' ? reasonOf(thread) : undefined;
        return reason ? { ...thread, interruptedBy: reason } : thread;
      });
    },
    read,
    edited(threadId) {
      entries.delete(threadId);
      editedThreads.add(threadId);
      const [oldest] = editedThreads;
      if (editedThreads.size > maxKnown && oldest !== undefined) editedThreads.delete(oldest);
    },
  };
}

/** Whether a thread's record names a question: it has lists of them by task, and that of a task at a breakpoint is empty. */
export function namesQuestion({ interrupts }: WireThread): boolean {
  return Object.values(recordOrEmpty(interrupts)).some((list) => arrayOrEmpty(list).length > 0);
}

async function threadsThatAsk(
  client: GraphClient,
  ids: readonly string[],
  options: ReadOptions,
): Promise<ReadonlySet<string>> {
  const select = ['thread_id', 'status', 'interrupts'];
  const wires = await client.threads.search({ ids, limit: ids.length, offset: 0, select }, options);
  return new Set(wires.filter(namesQuestion).map((wire) => wire.thread_id));
}

// By the newest state and run of a thread, as its record says it; `null` if they can't be read.
async function readReason(
  client: GraphClient,
  threadId: string,
  options: ReadOptions,
): Promise<StopReason | null> {
  try {
    const wire = await client.threads.getState(threadId, { checkpointId: null, subgraphs: true }, options);
    const { interrupts, next, source } = await resolveAnsweredTasks(client, threadId, wire, options);
    if (interrupts.length > 0) return 'question';
    if (next.length === 0) return 'nothing';
    // The last run does not explain why an edited thread stopped.
    if (source === 'update' || source === 'fork') return 'breakpoint';
    const [newest] = await client.runs.list(threadId, { limit: 1 }, options);
    if (newest === undefined || toRunStatus(newest) !== 'interrupted') return 'breakpoint';
    return (await client.isOfficial(options)) ? 'cancel' : null;
  } catch (error) {
    if (options.signal.aborted) throw error;
    return null;
  }
}
