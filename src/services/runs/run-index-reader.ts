import pLimit from 'p-limit';
import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import type { IndexedRun, IndexedRuns, RunIndexFilter, RunIndexState } from '../../shared/model/run-index.ts';
import { pause } from '../common/abortable.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { createSnapshotPublisher, type SnapshotPublisher } from '../common/snapshot-publisher.ts';
import { scrubbedProblem } from '../common/scrub-errors.ts';
import type { ThreadListCaches } from '../threads/thread-list-caches.ts';
import {
  readBusyThreads,
  readContents,
  readRunFacts,
  readRunsOf,
  readThreadPage,
  threadsPerPage,
  type ThreadPage,
} from './read-index-threads.ts';
import { RunIndex, type IndexedThread } from './run-index.ts';
import { UnreadThreads } from './unread-threads.ts';

export interface RunIndexReaderOptions {
  readonly clients: ServerClients;
  readonly caches: ThreadListCaches;
  /** Runs of a thread that the studio may continue where they stop. */
  readonly runsThatMayContinue?: (connectionId: string, threadId: string) => ReadonlySet<string>;
  /** Removes known secrets from what servers say. */
  readonly scrub?: (text: string) => string;
  readonly times?: typeof defaultTimes;
}

// A server is read again after `betweenReadingsMs`, which is longer than the 3 s for which the JavaScript server puts off
// saving its data after each request; after a run of the studio, it is read `settleMs` later.
const defaultTimes = { betweenReadingsMs: 5000, settleMs: 500, betweenSnapshotsMs: 300 };

// Each page begins with the last threads of the one before, which shows that none was skipped when threads were deleted meanwhile.
const overlap = 10;
// The first reading reads two pages of threads; more are read on request.
const firstThreads = 2 * threadsPerPage - overlap;
// No more threads of a server are read than these, even if it repeats its pages without end.
const maxThreads = 100_000;
// One reading reads no more pages than these, even if the server's pages never continue one another.
const maxFirstPages = 10;
const maxPages = (2 * maxThreads) / threadsPerPage;
const readsAtOnce = 4;
// A reading ends after this many failures that need not last: the server is overloaded, or wants another key.
const maxFailures = 8;
// Each record of a visible thread takes several requests, so that few are read at once.
const recordsAtOnce = 2;
// Threads of the runs that a window asked for last count as visible, up to this number.
const maxVisible = 100;

const noRuns: ReadonlySet<string> = new Set();

/** The client to read with, and the signal that ends the reading. */
interface Reading {
  readonly client: GraphClient;
  readonly signal: AbortSignal;
}

/** Reads the runs of one server into an index: again and again while a window watches, and only as far back as needed. */
export class RunIndexReader {
  readonly #connectionId: string;
  readonly #options: Required<RunIndexReaderOptions>;
  readonly #index = new RunIndex();
  readonly #publisher: SnapshotPublisher<RunIndexState>;
  // Ends the readings; `null` while nobody watches.
  #watching: AbortController | null = null;
  // Ends the pause between two readings.
  #wake: () => void = () => undefined;
  // Lists are read one after the other: each page continues the one before, for whichever window it is read.
  readonly #inTurn = pLimit(1);
  // How many threads were read, last changed first, and the last page of them.
  #offset = 0;
  #lastPage: readonly IndexedThread[] = [];
  #hasMore = true;
  // How many windows wait for everything to be read.
  #readingAll = 0;
  #readAt: number | null = null;
  // Why the last reading failed; `null` once one succeeds.
  #problem: unknown = null;
  readonly #unread = new UnreadThreads();
  // Threads that the studio changed, which their own times need not show: a run of theirs was deleted, for example.
  readonly #changedIds = new Set<string>();
  // Threads whose runs a window shows, and whether they are being read.
  #visibleIds: ReadonlySet<string> = new Set();
  #isReadingVisible = false;

  constructor(connectionId: string, options: RunIndexReaderOptions) {
    this.#connectionId = connectionId;
    this.#options = {
      runsThatMayContinue: () => noRuns,
      scrub: (text) => text,
      times: defaultTimes,
      ...options,
    };
    this.#publisher = createSnapshotPublisher({
      snapshot: () => this.#state(),
      minIntervalMs: this.#options.times.betweenSnapshotsMs,
      onWatched: (isWatched) => {
        this.stop();
        this.#watching = isWatched ? new AbortController() : null;
        const signal = this.#watching?.signal;
        if (signal) this.#keepReading(signal).catch((error: unknown) => this.#fail(signal, error));
      },
    });
  }

  get isWatched(): boolean {
    return this.#watching !== null;
  }

  watch(signal: AbortSignal): AsyncIterable<RunIndexState> {
    return this.#publisher.watch(signal);
  }

  stop(): void {
    this.#watching?.abort();
  }

  /** A run of the studio started or ended. */
  changed(threadId: string | null): void {
    if (threadId !== null && this.#index.thread(threadId) !== null) this.#changedIds.add(threadId);
    // A server may update a thread's status a moment after its run's last event.
    if (this.#watching) setTimeout(() => this.#wake(), this.#options.times.settleMs).unref();
  }

  list(filter: RunIndexFilter, offset: number, limit: number): IndexedRuns {
    return this.#index.list(filter, offset, limit);
  }

  /** Also reads what the threads of these runs contain, because a window shows them. */
  listVisible(filter: RunIndexFilter, offset: number, limit: number): IndexedRuns {
    const list = this.list(filter, offset, limit);
    if (this.#watching) {
      // A search that begins before anything was listed finds what the newest threads contain, too.
      const newest = filter.text === '' ? [] : this.list({ ...filter, text: '' }, 0, maxVisible).runs;
      this.#visibleIds = addVisible(addVisible(this.#visibleIds, newest), list.runs);
      this.#readVisible(this.#watching.signal);
    }
    return list;
  }

  async readAll(signal: AbortSignal): Promise<void> {
    this.#readingAll += 1;
    this.#publisher.changed();
    try {
      await this.#withClient(signal, async (reading) => {
        await this.#readOlder(maxThreads, maxPages, reading);
        await this.#inTurn(() => this.#retryUnread(reading));
        const threadIds = this.#index.threadIds().filter((threadId) => !this.#index.hasContent(threadId));
        for (let start = 0; start < threadIds.length; start += threadsPerPage) {
          signal.throwIfAborted();
          await this.#readContents(threadIds.slice(start, start + threadsPerPage), reading);
        }
      });
    } finally {
      this.#readingAll -= 1;
      this.#publisher.changed();
    }
  }

  #withClient(signal: AbortSignal, read: (reading: Reading) => Promise<void>): Promise<void> {
    return withServerClient(this.#options.clients, this.#connectionId, (client) => read({ client, signal }));
  }

  #state(): RunIndexState {
    const problem = this.#problem ?? this.#unread.problem;
    return {
      ...this.#index.summary(),
      version: this.#index.version,
      threads: this.#index.threads,
      hasMore: this.#hasMore,
      isReadingAll: this.#readingAll > 0,
      readAt: this.#readAt,
      problem: problem === null ? null : scrubbedProblem(problem, this.#options.scrub),
    };
  }

  async #keepReading(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#withClient(signal, (reading) => this.#readOnce(reading));
        this.#problem = null;
        this.#readAt = Date.now();
        this.#publisher.changed();
      } catch (error) {
        this.#fail(signal, error);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        pause(this.#options.times.betweenReadingsMs, signal).then(resolve, resolve);
      });
    }
  }

  #fail(signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    this.#problem = error;
    this.#publisher.changed();
  }

  async #readOnce(reading: Reading): Promise<void> {
    await this.#inTurn(() => this.#readNewest(reading));
    await this.#readOlder(firstThreads, maxFirstPages, reading);
    if (this.#unread.countReading()) await this.#inTurn(() => this.#retryUnread(reading));
    this.#readVisible(reading.signal);
  }

  // Reads the runs of threads that changed since the last reading, and of those with active runs.
  async #readNewest(reading: Reading): Promise<void> {
    const { client, signal } = reading;
    const { names } = this.#options.caches;
    const threadsToRead = new Map<string, IndexedThread>();
    const changedIds = [...this.#changedIds];
    const activeIds = this.#index.activeThreadIds().filter((threadId) => !this.#unread.has(threadId));
    for (const threadId of [...activeIds, ...changedIds]) {
      const thread = this.#lastSeen(threadId);
      if (thread !== null) threadsToRead.set(threadId, thread);
    }
    for (const thread of await readBusyThreads(client, names, signal))
      if (this.#needsReading(thread)) threadsToRead.set(thread.threadId, thread);
    for (let offset = 0; ; offset += threadsPerPage) {
      const page = await readThreadPage(client, names, offset, signal);
      const { threads, isLast } = page;
      const changed = threads.filter((thread) => this.#needsReading(thread));
      for (const thread of changed) threadsToRead.set(thread.threadId, thread);
      if (offset === 0) removeDeleted(this.#index, page);
      if (this.#offset === 0) this.#continueAfter(page, 0);
      // Beyond a page without changes, nothing has changed: the newest come first.
      if (isLast || changed.length < threads.length || offset + threadsPerPage >= maxThreads) break;
      // What follows was not read yet.
      if (this.#hasMore && offset + threadsPerPage >= this.#offset) break;
    }
    await this.#readThreads([...threadsToRead.values()], reading);
    for (const threadId of changedIds) this.#changedIds.delete(threadId);
  }

  // Reads further pages until `wanted` threads were read.
  async #readOlder(wanted: number, pages: number, reading: Reading): Promise<void> {
    for (let read = 0; read < pages && this.#hasMore && this.#offset < wanted; read += 1)
      await this.#inTurn(() => this.#readOlderPage(reading));
  }

  async #readOlderPage(reading: Reading): Promise<void> {
    const { client, signal } = reading;
    signal.throwIfAborted();
    // Another window may have read the last one meanwhile.
    if (!this.#hasMore) return;
    const start = Math.max(0, this.#offset - overlap);
    const page = await readThreadPage(client, this.#options.caches.names, start, signal);
    if (start > 0 && !isContinued(this.#lastPage, page.threads)) {
      // Threads before it were deleted, so that others took their places: goes back until a page continues what was read.
      this.#offset = Math.max(0, this.#offset - threadsPerPage + overlap);
      return;
    }
    const changed = page.threads.filter((thread) => this.#needsReading(thread));
    await this.#readThreads(changed, reading);
    this.#continueAfter(page, start);
    this.#publisher.changed();
  }

  #continueAfter({ threads, listed, isLast }: ThreadPage, start: number): void {
    this.#offset = start + listed;
    this.#lastPage = threads;
    this.#hasMore = !isLast;
  }

  // Whether a thread is new, or has changed since its runs were read, or tried in vain.
  #needsReading(thread: IndexedThread): boolean {
    const seen = this.#lastSeen(thread.threadId);
    return (
      seen === null ||
      seen.status !== thread.status ||
      seen.updatedAt !== thread.updatedAt ||
      seen.hasQuestion !== thread.hasQuestion
    );
  }

  #lastSeen(threadId: string): IndexedThread | null {
    return this.#unread.thread(threadId) ?? this.#index.thread(threadId);
  }

  #retryUnread(reading: Reading): Promise<void> {
    return this.#unread.retry(readsAtOnce, (threads) => this.#readThreads(threads, reading));
  }

  // Threads that are not read, for whatever reason, are tried again later.
  async #readThreads(threads: readonly IndexedThread[], reading: Reading): Promise<void> {
    const inTurn = pLimit(readsAtOnce);
    const failures: unknown[] = [];
    let isEnded = false;
    const read = async (thread: IndexedThread): Promise<void> => {
      if (isEnded || reading.signal.aborted) return this.#unread.add(thread, null);
      try {
        await this.#readThread(thread, reading);
      } catch (error) {
        const isAnswer = error instanceof GraphServerError;
        this.#unread.add(thread, isAnswer ? error : null);
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
          this.#publisher.changed();
        }),
      ),
    );
    reading.signal.throwIfAborted();
    if (isEnded) throw failures.at(-1);
  }

  async #readThread(thread: IndexedThread, { client, signal }: Reading): Promise<void> {
    const { threadId } = thread;
    try {
      const runs = await readRunsOf(client, threadId, signal);
      const mayContinue = this.#options.runsThatMayContinue(this.#connectionId, threadId);
      this.#index.setThread(
        thread,
        runs.map((run) =>
          mayContinue.has(run.runId) && !thread.hasQuestion ? { ...run, status: 'running' } : run,
        ),
      );
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#index.removeThread(threadId);
    }
    this.#unread.remove(threadId);
  }

  // Reads what the visible threads contain, and how their runs ended. A thread that can't be read keeps what its
  // server's list says.
  #readVisible(signal: AbortSignal): void {
    if (this.#isReadingVisible) return;
    this.#isReadingVisible = true;
    this.#withClient(signal, async (reading) => {
      const unread = [...this.#visibleIds].filter((threadId) => !this.#index.hasContent(threadId));
      await this.#readContents(unread, reading);
      const inTurn = pLimit(recordsAtOnce);
      const unknown = [...this.#visibleIds].filter((threadId) => !this.#index.hasFacts(threadId));
      await Promise.all(unknown.map((threadId) => inTurn(() => this.#readFacts(threadId, reading))));
    })
      .catch(() => undefined)
      .finally(() => (this.#isReadingVisible = false));
  }

  async #readContents(threadIds: readonly string[], { client, signal }: Reading): Promise<void> {
    const updatedAts = new Map(threadIds.map((threadId) => [threadId, this.#updatedAt(threadId)]));
    const contents = await readContents(client, this.#options.caches.names, threadIds, signal);
    for (const [threadId, content] of contents)
      this.#index.setContent(threadId, updatedAts.get(threadId) ?? null, content);
    this.#publisher.changed();
  }

  async #readFacts(threadId: string, { client, signal }: Reading): Promise<void> {
    // It may have left the window meanwhile.
    if (!this.#visibleIds.has(threadId) || signal.aborted) return;
    const mayContinue = this.#options.runsThatMayContinue(this.#connectionId, threadId);
    const updatedAt = this.#updatedAt(threadId);
    try {
      const facts = [...(await readRunFacts(client, threadId, signal))].filter(
        ([runId, { status }]) => !mayContinue.has(runId) || (status !== 'paused' && status !== 'unknown'),
      );
      this.#index.setFacts(threadId, updatedAt, new Map(facts));
    } catch {
      // Its runs keep what the server's list says; it is read again when it changes.
      this.#index.setFacts(threadId, updatedAt, new Map());
    }
    this.#publisher.changed();
  }

  #updatedAt(threadId: string): string | null {
    return this.#index.thread(threadId)?.updatedAt ?? null;
  }
}

// Whether a page lists a thread of the page before, which has not changed. One that changed moved to the front.
function isContinued(before: readonly IndexedThread[], page: readonly IndexedThread[]): boolean {
  const updatedAts = new Map(page.map(({ threadId, updatedAt }) => [threadId, updatedAt]));
  return before.some(({ threadId, updatedAt }) => updatedAts.get(threadId) === updatedAt);
}

// Removes threads that the newest page would list, if their server still had them.
function removeDeleted(index: RunIndex, { threads, isLast }: ThreadPage): void {
  // A server that orders them otherwise may list newer ones on later pages.
  if (!isLast && !isNewestFirst(threads)) return;
  const listed = new Set(threads.map(({ threadId }) => threadId));
  const oldest = isLast ? '' : (threads.at(-1)?.updatedAt ?? null);
  if (oldest === null) return;
  for (const threadId of index.threadIds()) {
    const updatedAt = index.thread(threadId)?.updatedAt ?? null;
    if (!listed.has(threadId) && updatedAt !== null && updatedAt > oldest) index.removeThread(threadId);
  }
}

function isNewestFirst(threads: readonly IndexedThread[]): boolean {
  return threads.every(({ updatedAt }, index) => {
    const before = threads[index - 1];
    return updatedAt !== null && (before === undefined || updatedAt <= (before.updatedAt ?? ''));
  });
}

// The threads of these runs, and those that were asked for last before them.
function addVisible(before: ReadonlySet<string>, runs: readonly IndexedRun[]): ReadonlySet<string> {
  const ids = new Set(runs.map(({ threadId }) => threadId));
  for (const threadId of before) if (ids.size < maxVisible) ids.add(threadId);
  return ids;
}

// Whether the server may list the same runs later, or with another key. Otherwise the thread itself is refused.
function mayBeReadLater({ status }: GraphServerError): boolean {
  return [401, 407, 408, 425, 429].includes(status) || status >= 500;
}

function isGone(error: unknown): boolean {
  return error instanceof GraphServerError && error.status === 404;
}
