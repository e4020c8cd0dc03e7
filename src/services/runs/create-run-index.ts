import pLimit, { type LimitFunction } from 'p-limit';
import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import type { IndexedRun, RunIndexState } from '../../shared/model/run-index.ts';
import { pause } from '../common/abortable.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { createSnapshotPublisher, type SnapshotPublisher } from '../common/snapshot-publisher.ts';
import { scrubbedProblem } from '../common/scrub-errors.ts';
import type { ThreadListCaches } from '../threads/thread-list-caches.ts';
import { readRunDetails } from './read-run-details.ts';
import {
  readBusyThreads,
  readContents,
  readRunFacts,
  readRunsOf,
  readThreadPage,
  threadsPerPage,
  type ThreadPage,
} from './read-threads.ts';
import { RunIndex, type IndexedThread, type IndexedRunFacts } from './run-index.ts';

export interface RunIndexes {
  readonly calls: CallsOf<'runIndex'>;
  readonly streams: Pick<StudioHandlers['streams'], 'runIndex.watch'>;
  // A run of the studio started or ended.
  changed(connectionId: string, threadId: string | null): void;
  stop(): void;
}

// Milliseconds. `between`: two readings of a watched server; longer than the 3 s for which the JavaScript server puts off saving
// its data after each request.
export const runIndexTimes = { between: 5000, settled: 500, published: 300 };

// Each page begins with the last threads of the one before, which shows that none was skipped when threads were deleted meanwhile.
const overlap = 10;
// Threads that are read at first: two pages; more on request.
const firstThreads = 2 * threadsPerPage - overlap;
// Threads of a server that are read at most, also of one that repeats its pages without end.
const maxThreads = 100_000;
// Pages of one reading, also of a server whose pages never continue one another.
const maxFirstPages = 10;
const maxPages = (2 * maxThreads) / threadsPerPage;
const readsAtOnce = 4;
// A reading ends after so many failures that need not last, of a server that is overloaded or wants another key.
const maxFailures = 8;
const maxReadingsToRetry = 12;
// Records of visible threads that are read at once, each with several requests.
const recordsAtOnce = 2;
// Of the runs that a window asked for last.
const maxVisible = 100;
// Indexes of servers that nobody watches.
const maxUnwatched = 3;

const noRuns: ReadonlySet<string> = new Set();

interface UnreadThread {
  readonly thread: IndexedThread;
  /** `null` if the reading ended before it was asked for. */
  readonly problem: GraphServerError | null;
}

interface ServerIndex {
  readonly connectionId: string;
  readonly index: RunIndex;
  readonly publisher: SnapshotPublisher<RunIndexState>;
  // Ends the readings, if it is watched.
  watching: AbortController | null;
  // Resolves early when a run of the studio changes a thread.
  wake: () => void;
  // Reads its lists one after the other: each page continues the one before, for whichever window it is read.
  readonly inTurn: LimitFunction;
  // Threads of the server, last changed first, that were read, and the last page of them.
  offset: number;
  lastPage: readonly IndexedThread[];
  hasMore: boolean;
  // Windows that wait for everything to be read.
  readingAll: number;
  readAt: number | null;
  problem: unknown;
  /** Threads whose runs could not be read, those that were tried last at the end. What is known of them stays. */
  readonly unread: Map<string, UnreadThread>;
  // Readings until they are tried again, and how many it is each time while none can be read.
  readingsToRetry: number;
  retryGap: number;
  /** Threads that the studio changed, which their own times need not show: of a deleted run, for example. */
  readonly changedIds: Set<string>;
  // Threads whose runs a window shows, and whether they are being read.
  visibleThreadIds: ReadonlySet<string>;
  isReadingVisible: boolean;
}

/** The runs of servers over their threads, because no server lists runs: read while a window watches, newest threads first. */
export function createRunIndexes({
  clients,
  caches: { names },
  undecidedRuns = () => noRuns,
  scrub = (text) => text,
  times = runIndexTimes,
}: {
  readonly clients: ServerClients;
  readonly caches: ThreadListCaches;
  /** Runs of a thread that the studio may continue where they stop. */
  readonly undecidedRuns?: (connectionId: string, threadId: string) => ReadonlySet<string>;
  /** Removes known secrets from what servers say. */
  readonly scrub?: (text: string) => string;
  readonly times?: typeof runIndexTimes;
}): RunIndexes {
  // The last used is last.
  const servers = new Map<string, ServerIndex>();

  const serverOf = (connectionId: string): ServerIndex => {
    const existing = servers.get(connectionId);
    const server = existing ?? createServer(connectionId);
    servers.delete(connectionId);
    servers.set(connectionId, server);
    const unwatched = [...servers].filter(([, { watching }]) => watching === null);
    for (const [id] of unwatched.slice(0, -maxUnwatched)) servers.delete(id);
    return server;
  };

  const createServer = (connectionId: string): ServerIndex => {
    const index = new RunIndex();
    const publisher = createSnapshotPublisher({
      snapshot: () => stateOf(server, scrub),
      minIntervalMs: times.published,
      onWatched: (watched) => {
        server.watching?.abort();
        server.watching = watched ? new AbortController() : null;
        const signal = server.watching?.signal;
        if (signal)
          keepReading(connectionId, server, signal).catch((error: unknown) => fail(server, signal, error));
      },
    });
    const server: ServerIndex = {
      connectionId,
      index,
      publisher,
      watching: null,
      wake: () => undefined,
      inTurn: pLimit(1),
      offset: 0,
      lastPage: [],
      hasMore: true,
      readingAll: 0,
      readAt: null,
      problem: null,
      unread: new Map(),
      readingsToRetry: 1,
      retryGap: 1,
      changedIds: new Set(),
      visibleThreadIds: new Set(),
      isReadingVisible: false,
    };
    return server;
  };

  const keepReading = async (
    connectionId: string,
    server: ServerIndex,
    signal: AbortSignal,
  ): Promise<void> => {
    while (!signal.aborted) {
      await attempt(server, signal, () =>
        withServerClient(clients, connectionId, async (client) => {
          await server.inTurn(() => readNewest(client, server, signal));
          await readOlder(client, server, firstThreads, maxFirstPages, signal);
          server.readingsToRetry -= 1;
          if (server.readingsToRetry <= 0) await server.inTurn(() => retryUnread(client, server, signal));
          readVisibleThreads(connectionId, server, signal);
        }),
      );
      await new Promise<void>((resolve) => {
        server.wake = resolve;
        pause(times.between, signal).then(resolve, resolve);
      });
    }
  };

  // Remembers why a reading failed, until one succeeds.
  const attempt = async (
    server: ServerIndex,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work();
      server.problem = null;
      server.readAt = Date.now();
      server.publisher.changed();
    } catch (error) {
      fail(server, signal, error);
    }
  };

  const fail = (server: ServerIndex, signal: AbortSignal, error: unknown): void => {
    if (signal.aborted) return;
    server.problem = error;
    server.publisher.changed();
  };

  // Threads that changed since the last reading, and those with active runs.
  const readNewest = async (client: GraphClient, server: ServerIndex, signal: AbortSignal): Promise<void> => {
    const { index } = server;
    const threadsToRead = new Map<string, IndexedThread>();
    const changedIds = [...server.changedIds];
    const activeIds = index.activeThreadIds().filter((threadId) => !server.unread.has(threadId));
    for (const threadId of [...activeIds, ...changedIds]) {
      const thread = server.unread.get(threadId)?.thread ?? index.thread(threadId);
      if (thread !== null) threadsToRead.set(threadId, thread);
    }
    for (const thread of await readBusyThreads(client, names, signal))
      if (isUnknown(server, thread)) threadsToRead.set(thread.threadId, thread);
    for (let offset = 0; ; offset += threadsPerPage) {
      const page = await readThreadPage(client, names, offset, signal);
      const { threads, isLast } = page;
      const changed = threads.filter((thread) => isUnknown(server, thread));
      for (const thread of changed) threadsToRead.set(thread.threadId, thread);
      forgetDeleted(index, threads, offset === 0, isLast);
      if (server.offset === 0) continueAfter(server, page, 0);
      // Beyond a page without changes, nothing has changed: the newest come first.
      if (isLast || changed.length < threads.length || offset + threadsPerPage >= maxThreads) break;
      // What follows was not read yet.
      if (server.hasMore && offset + threadsPerPage >= server.offset) break;
    }
    await readThreads(client, server, [...threadsToRead.values()], signal);
    for (const threadId of changedIds) server.changedIds.delete(threadId);
  };

  // Reads on until so many threads were read.
  const readOlder = async (
    client: GraphClient,
    server: ServerIndex,
    wanted: number,
    pages: number,
    signal: AbortSignal,
  ): Promise<void> => {
    for (let read = 0; read < pages && server.hasMore && server.offset < wanted; read += 1)
      await server.inTurn(() => readOlderPage(client, server, signal));
  };

  const readOlderPage = async (
    client: GraphClient,
    server: ServerIndex,
    signal: AbortSignal,
  ): Promise<void> => {
    signal.throwIfAborted();
    // Another window may have read the last one meanwhile.
    if (!server.hasMore) return;
    const start = Math.max(0, server.offset - overlap);
    const page = await readThreadPage(client, names, start, signal);
    if (start > 0 && !isContinued(server.lastPage, page.threads)) {
      // Threads before it were deleted, so that others took their places: goes back until a page continues what was read.
      server.offset = Math.max(0, server.offset - threadsPerPage + overlap);
      return;
    }
    const changed = page.threads.filter((thread) => isUnknown(server, thread));
    await readThreads(client, server, changed, signal);
    continueAfter(server, page, start);
    server.publisher.changed();
  };

  // Threads that are not read, for whatever reason, are tried again later.
  const readThreads = async (
    client: GraphClient,
    server: ServerIndex,
    threads: readonly IndexedThread[],
    signal: AbortSignal,
  ): Promise<void> => {
    const inTurn = pLimit(readsAtOnce);
    const failures: unknown[] = [];
    let isEnded = false;
    const read = async (thread: IndexedThread): Promise<void> => {
      if (isEnded || signal.aborted) return keepUnread(server, thread, null);
      try {
        await readThread(client, server, thread, signal);
      } catch (error) {
        const isAnswer = error instanceof GraphServerError;
        keepUnread(server, thread, isAnswer ? error : null);
        // The other threads are read nonetheless.
        if (isAnswer && !mayBeReadLater(error)) return;
        failures.push(error);
        isEnded ||= !isAnswer || failures.length >= maxFailures;
      }
    };
    await Promise.all(
      threads.map((thread) =>
        inTurn(async () => {
          await read(thread);
          server.publisher.changed();
        }),
      ),
    );
    signal.throwIfAborted();
    if (isEnded) throw failures.at(-1);
  };

  const readThread = async (
    client: GraphClient,
    server: ServerIndex,
    thread: IndexedThread,
    signal: AbortSignal,
  ): Promise<void> => {
    const { threadId } = thread;
    try {
      const runs = await readRunsOf(client, threadId, signal);
      const undecided = undecidedRuns(server.connectionId, threadId);
      server.index.setThread(
        thread,
        runs.map((run) =>
          undecided.has(run.runId) && !thread.hasQuestion ? { ...run, status: 'running' } : run,
        ),
      );
    } catch (error) {
      if (!isGone(error)) throw error;
      server.index.removeThread(threadId);
    }
    server.unread.delete(threadId);
  };

  // Ends at a batch of which none could be read, and then waits for more and more readings.
  const retryUnread = async (
    client: GraphClient,
    server: ServerIndex,
    signal: AbortSignal,
  ): Promise<void> => {
    const threads = [...server.unread.values()].map(({ thread }) => thread);
    server.readingsToRetry = server.retryGap;
    for (let start = 0; start < threads.length; start += readsAtOnce) {
      const batch = threads.slice(start, start + readsAtOnce);
      await readThreads(client, server, batch, signal);
      server.readingsToRetry = 1;
      if (batch.some(({ threadId }) => !server.unread.has(threadId))) continue;
      server.retryGap = Math.min(2 * server.retryGap, maxReadingsToRetry);
      server.readingsToRetry = server.retryGap;
      return;
    }
    server.retryGap = 1;
  };

  // Reads what the visible threads contain, and how their runs ended. A thread that can't be read keeps what its
  // server's list says.
  const readVisibleThreads = (connectionId: string, server: ServerIndex, signal: AbortSignal): void => {
    if (server.isReadingVisible) return;
    server.isReadingVisible = true;
    const { index } = server;
    withServerClient(clients, connectionId, async (client) => {
      const inTurn = pLimit(recordsAtOnce);
      const unread = [...server.visibleThreadIds].filter((threadId) => !index.hasContent(threadId));
      await readContentsOf(client, names, index, unread, signal);
      server.publisher.changed();
      const unknown = [...server.visibleThreadIds].filter((threadId) => !index.hasFacts(threadId));
      await Promise.all(
        unknown.map((threadId) =>
          inTurn(async () => {
            // It may have left the window meanwhile.
            if (!server.visibleThreadIds.has(threadId) || signal.aborted) return;
            await readFactsOf(client, index, threadId, undecidedRuns(connectionId, threadId), signal);
            server.publisher.changed();
          }),
        ),
      );
    })
      .catch(() => undefined)
      .finally(() => (server.isReadingVisible = false));
  };

  return {
    calls: {
      'runIndex.list': ({ connectionId, filter, offset, limit }) => {
        const server = serverOf(connectionId);
        const list = server.index.list(filter, offset, limit);
        if (server.watching) {
          // A search that begins before anything was listed finds what the newest threads contain, too.
          const newest =
            filter.text === '' ? [] : server.index.list({ ...filter, text: '' }, 0, maxVisible).runs;
          server.visibleThreadIds = addVisible(addVisible(server.visibleThreadIds, newest), list.runs);
          readVisibleThreads(connectionId, server, server.watching.signal);
        }
        return Promise.resolve(list);
      },
      'runIndex.select': ({ connectionId, filter, offset, limit }) =>
        Promise.resolve(serverOf(connectionId).index.list(filter, offset, limit)),
      'runIndex.details': ({ connectionId, threadId, runId }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          readRunDetails(client, { threadId, runId }, signal),
        ),
      'runIndex.readAll': async ({ connectionId }, signal) => {
        const server = serverOf(connectionId);
        server.readingAll += 1;
        server.publisher.changed();
        try {
          await withServerClient(clients, connectionId, async (client) => {
            await readOlder(client, server, maxThreads, maxPages, signal);
            await server.inTurn(() => retryUnread(client, server, signal));
            const unread = server.index.threadIds().filter((threadId) => !server.index.hasContent(threadId));
            for (let start = 0; start < unread.length; start += threadsPerPage) {
              signal.throwIfAborted();
              await readContentsOf(
                client,
                names,
                server.index,
                unread.slice(start, start + threadsPerPage),
                signal,
              );
              server.publisher.changed();
            }
          });
        } finally {
          server.readingAll -= 1;
          server.publisher.changed();
        }
        return {};
      },
    },
    streams: {
      'runIndex.watch': ({ connectionId }, signal) => serverOf(connectionId).publisher.watch(signal),
    },
    changed(connectionId, threadId) {
      const server = servers.get(connectionId);
      if (threadId !== null && server?.index.thread(threadId) != null) server.changedIds.add(threadId);
      // A server may update a thread's status a moment after its run's last event.
      if (server?.watching) setTimeout(() => server.wake(), times.settled).unref();
    },
    stop() {
      for (const { watching } of servers.values()) watching?.abort();
    },
  };
}

function stateOf(server: ServerIndex, scrub: (text: string) => string): RunIndexState {
  const { index, hasMore, readingAll, readAt, unread } = server;
  const problem =
    server.problem ?? [...unread.values()].find((thread) => thread.problem !== null)?.problem ?? null;
  return {
    ...index.summary(),
    version: index.version,
    threads: index.threads,
    hasMore,
    isReadingAll: readingAll > 0,
    readAt,
    problem: problem === null ? null : scrubbedProblem(problem, scrub),
  };
}

function keepUnread(server: ServerIndex, thread: IndexedThread, problem: GraphServerError | null): void {
  const before = server.unread.get(thread.threadId);
  if (before === undefined) {
    server.retryGap = 1;
    server.readingsToRetry = 1;
  }
  server.unread.delete(thread.threadId);
  server.unread.set(thread.threadId, { thread, problem: problem ?? before?.problem ?? null });
}

// Whether it is another than that which was read, or tried in vain, last.
function isUnknown({ index, unread }: ServerIndex, thread: IndexedThread): boolean {
  const { threadId } = thread;
  return isChanged(unread.get(threadId)?.thread ?? index.thread(threadId), thread);
}

function isChanged(
  previous: IndexedThread | null,
  { status, updatedAt, hasQuestion }: IndexedThread,
): boolean {
  return (
    previous === null ||
    previous.status !== status ||
    previous.updatedAt !== updatedAt ||
    previous.hasQuestion !== hasQuestion
  );
}

function continueAfter(server: ServerIndex, { threads, listed, isLast }: ThreadPage, start: number): void {
  server.offset = start + listed;
  server.lastPage = threads;
  server.hasMore = !isLast;
}

// Whether a page lists a thread of the page before, which has not changed. One that changed moved to the front.
function isContinued(before: readonly IndexedThread[], page: readonly IndexedThread[]): boolean {
  const updatedAts = new Map(page.map(({ threadId, updatedAt }) => [threadId, updatedAt]));
  return before.some(({ threadId, updatedAt }) => updatedAts.get(threadId) === updatedAt);
}

// Threads that the newest page would list, if their server still had them.
function forgetDeleted(
  index: RunIndex,
  page: readonly IndexedThread[],
  isFirst: boolean,
  isLast: boolean,
): void {
  if (!isFirst) return;
  // A server that orders them otherwise may list newer ones on later pages.
  if (!isLast && !isNewestFirst(page)) return;
  const listed = new Set(page.map(({ threadId }) => threadId));
  const oldest = isLast ? '' : (page.at(-1)?.updatedAt ?? null);
  if (oldest === null) return;
  for (const threadId of index.threadIds()) {
    const updatedAt = index.thread(threadId)?.updatedAt ?? null;
    if (!listed.has(threadId) && updatedAt !== null && updatedAt > oldest) index.removeThread(threadId);
  }
}

function isNewestFirst(page: readonly IndexedThread[]): boolean {
  return page.every(({ updatedAt }, index) => {
    const before = page[index - 1];
    return updatedAt !== null && (before === undefined || updatedAt <= (before.updatedAt ?? ''));
  });
}

// The threads of these runs, and those that were asked for last before them.
function addVisible(before: ReadonlySet<string>, runs: readonly IndexedRun[]): ReadonlySet<string> {
  const ids = new Set(runs.map(({ threadId }) => threadId));
  for (const threadId of before) if (ids.size < maxVisible) ids.add(threadId);
  return ids;
}

async function readContentsOf(
  client: GraphClient,
  names: ThreadListCaches['names'],
  index: RunIndex,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const updatedAts = new Map(
    threadIds.map((threadId) => [threadId, index.thread(threadId)?.updatedAt ?? null]),
  );
  for (const [threadId, content] of await readContents(client, names, threadIds, signal))
    index.setContent(threadId, updatedAts.get(threadId) ?? null, content);
}

async function readFactsOf(
  client: GraphClient,
  index: RunIndex,
  threadId: string,
  undecided: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const updatedAt = index.thread(threadId)?.updatedAt ?? null;
  try {
    const facts = await readRunFacts(client, threadId, signal);
    const isDecided = ([runId, { status }]: readonly [string, IndexedRunFacts]): boolean =>
      !undecided.has(runId) || (status !== 'paused' && status !== 'unknown');
    index.setFacts(threadId, updatedAt, new Map([...facts].filter(isDecided)));
  } catch {
    // Its runs keep what the server's list says; it is read again when it changes.
    index.setFacts(threadId, updatedAt, new Map());
  }
}

// Whether the server may list the same runs later, or with another key. Otherwise the thread itself is refused.
function mayBeReadLater({ status }: GraphServerError): boolean {
  return [401, 407, 408, 425, 429].includes(status) || status >= 500;
}

function isGone(error: unknown): boolean {
  return error instanceof GraphServerError && error.status === 404;
}
