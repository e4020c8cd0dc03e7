import MiniSearch from 'minisearch';
import {
  IndexedRunStatus,
  type IndexedRun,
  type IndexedRuns,
  type RunIndexFilter,
  type RunSort,
} from '../../shared/model/run-index.ts';
import type { ModelUsage } from '../../shared/model/model-usage.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { RunSource, RunStatus } from '../../shared/model/run.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';

export interface IndexedThread {
  readonly threadId: string;
  readonly name: string | null;
  readonly graphId: string | null;
  readonly status: ThreadStatus;
  // Its record names a question.
  readonly hasQuestion: boolean;
  readonly updatedAt: string | null;
}

export interface ServerListedRun {
  readonly runId: string;
  readonly assistantId: string;
  readonly status: RunStatus;
  readonly createdAt: string | null;
  readonly durationMs: number | null;
  readonly source: RunSource;
  readonly inputLine: string | null;
  // Of its record, where servers put it.
  readonly error: string | null;
}

export interface IndexedRunFacts {
  readonly status: IndexedRunStatus;
  readonly endingText: string | null;
  readonly error: string | null;
  readonly tokens: number | null;
  readonly models: readonly ModelUsage[];
  readonly isUsageCut: boolean;
}

export interface ThreadContent {
  readonly name: string | null;
  // Output, messages, questions and error, for searching.
  readonly text: string;
  // There is more in the thread than the text has.
  readonly isCut: boolean;
  // The first that is open, and how many are.
  readonly question: string | null;
  readonly questionCount: number;
  readonly error: string | null;
}

interface Entry {
  readonly thread: IndexedThread;
  // Newest first.
  readonly runs: readonly ServerListedRun[];
  readonly content: ThreadContent | null;
  readonly facts: ReadonlyMap<string, IndexedRunFacts>;
  // Whether content and facts were read since the thread changed.
  readonly hasContent: boolean;
  readonly hasFacts: boolean;
  // Its runs as they are listed; made when they are needed.
  rows: readonly IndexedRun[] | null;
}

// Runs of an age, such as those of the last hour, are selected anew after this time.
const selectionMs = 10_000;

interface SearchDocument {
  readonly id: string;
  readonly text: string;
}

// Full-text search and list of the runs of a server over its threads, as far as they were read. Holds no connection: callers
// read the server and update it.
export class RunIndex {
  readonly #entries = new Map<string, Entry>();
  // Documents are removed with their text, never discarded: discarded ones are cleaned up later, in steps, and
  // MiniSearch 7.2 throws there, outside any call, when a document was added between two steps.
  readonly #fullTextIndex = new MiniSearch<SearchDocument>({ fields: ['text'], autoVacuum: false });
  // What the search holds of each run.
  readonly #documents = new Map<string, string>();
  #version = 0;
  #sorted: readonly IndexedRun[] | null = null;
  #cachedResult: { readonly key: string; readonly runs: readonly IndexedRun[] } | null = null;

  get version(): number {
    return this.#version;
  }

  get threads(): number {
    return this.#entries.size;
  }

  thread(threadId: string): IndexedThread | null {
    return this.#entries.get(threadId)?.thread ?? null;
  }

  // Threads with a run that has not ended.
  activeThreadIds(): string[] {
    return [...this.#entries.values()].flatMap(({ thread, runs }) =>
      runs.some(({ status }) => status === 'pending' || status === 'running') ? [thread.threadId] : [],
    );
  }

  threadIds(): string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Adds a thread, or replaces it. What was read of it stays until it is read again, except of its newest run and of
   * those that changed.
   */
  setThread(thread: IndexedThread, runs: readonly ServerListedRun[]): void {
    const before = this.#entries.get(thread.threadId);
    const statuses = new Map(runs.map(({ runId, status }) => [runId, status]));
    const facts = new Map(before?.facts);
    for (const [index, { runId, status }] of (before?.runs ?? []).entries()) {
      if (!statuses.has(runId)) this.#forget(runId);
      if (index === 0 || statuses.get(runId) !== status) facts.delete(runId);
    }
    if (runs[0] !== undefined) facts.delete(runs[0].runId);
    this.#change(thread.threadId, {
      thread: { ...thread, name: thread.name ?? before?.content?.name ?? null },
      runs,
      content: before?.content ?? null,
      facts,
      hasContent: false,
      hasFacts: false,
      rows: null,
    });
  }

  removeThread(threadId: string): void {
    const entry = this.#entries.get(threadId);
    if (entry === undefined) return;
    for (const { runId } of entry.runs) this.#forget(runId);
    this.#entries.delete(threadId);
    this.#invalidate();
  }

  hasContent(threadId: string): boolean {
    return this.#entries.get(threadId)?.hasContent === true;
  }

  hasFacts(threadId: string): boolean {
    return this.#entries.get(threadId)?.hasFacts === true;
  }

  // `updatedAt`: of the thread when it was read; nothing is kept if it has changed since.
  setContent(threadId: string, updatedAt: string | null, content: ThreadContent): void {
    const entry = this.#entries.get(threadId);
    if (entry === undefined || entry.thread.updatedAt !== updatedAt) return;
    const name = entry.thread.name ?? content.name;
    this.#change(threadId, {
      ...entry,
      thread: { ...entry.thread, name },
      content,
      hasContent: true,
      rows: null,
    });
  }

  setFacts(threadId: string, updatedAt: string | null, facts: ReadonlyMap<string, IndexedRunFacts>): void {
    const entry = this.#entries.get(threadId);
    if (entry === undefined || entry.thread.updatedAt !== updatedAt) return;
    this.#change(threadId, { ...entry, facts, hasFacts: true, rows: null });
  }

  list(filter: RunIndexFilter, offset: number, limit: number): IndexedRuns {
    const runs = this.#searchRuns(filter);
    return { runs: runs.slice(offset, offset + limit), total: runs.length };
  }

  summary(): {
    readonly runs: number;
    readonly counts: { readonly status: IndexedRunStatus; readonly count: number }[];
    readonly graphIds: string[];
    readonly searchable: number;
    readonly searchableInPart: number;
  } {
    const counts = new Map<IndexedRunStatus, number>();
    const graphIds = new Set<string>();
    let runs = 0;
    for (const { status, graphId } of this.#rows()) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (graphId !== null) graphIds.add(graphId);
      runs += 1;
    }
    let searchable = 0;
    let searchableInPart = 0;
    for (const { content } of this.#entries.values()) {
      if (content !== null) searchable += 1;
      if (content?.isCut === true) searchableInPart += 1;
    }
    return {
      runs,
      counts: [...counts].map(([status, count]) => ({ status, count })),
      graphIds: [...graphIds].toSorted(),
      searchable,
      searchableInPart,
    };
  }

  #change(threadId: string, entry: Entry): void {
    this.#entries.set(threadId, entry);
    for (const [index, run] of entry.runs.entries())
      this.#index(run.runId, documentText(entry, run, index === 0));
    this.#invalidate();
  }

  #invalidate(): void {
    this.#version += 1;
    this.#sorted = null;
    this.#cachedResult = null;
  }

  #index(runId: string, text: string): void {
    const before = this.#documents.get(runId);
    if (before === text) return;
    if (before !== undefined) this.#fullTextIndex.remove({ id: runId, text: before });
    this.#fullTextIndex.add({ id: runId, text });
    this.#documents.set(runId, text);
  }

  #forget(runId: string): void {
    const text = this.#documents.get(runId);
    if (text === undefined) return;
    this.#fullTextIndex.remove({ id: runId, text });
    this.#documents.delete(runId);
  }

  #rows(): readonly IndexedRun[] {
    this.#sorted ??= [...this.#entries.values()]
      .flatMap((entry) => (entry.rows ??= rowsOf(entry)))
      .toSorted((a, b) => compareTexts(b.createdAt ?? '', a.createdAt ?? ''));
    return this.#sorted;
  }

  #searchRuns(filter: RunIndexFilter): readonly IndexedRun[] {
    const now = Date.now();
    const { statuses, graphIds, sources, maxAge, text } = filter;
    // The age of runs changes what is selected, too; not so often that the pages of one view differ.
    const key = JSON.stringify(maxAge === null ? filter : [filter, Math.floor(now / selectionMs)]);
    if (this.#cachedResult?.key === key) return this.#cachedResult.runs;
    const oldest = maxAge === null ? null : now - maxAge * 1000;
    const matching =
      text.trim() === ''
        ? null
        : new Set(
            this.#fullTextIndex
              .search(text, { prefix: true, combineWith: 'AND' })
              .map(({ id }) => String(id)),
          );
    const selected = this.#rows().filter(
      ({ runId, status, graphId, source, createdAt }) =>
        (matching === null || matching.has(runId)) &&
        (statuses.length === 0 || statuses.includes(status)) &&
        (graphIds.length === 0 || (graphId !== null && graphIds.includes(graphId))) &&
        (sources.length === 0 || sources.includes(source)) &&
        (oldest === null || Date.parse(createdAt ?? '') >= oldest),
    );
    const runs = sortRuns(selected, filter);
    this.#cachedResult = { key, runs };
    return runs;
  }
}

// `runs`: Newest first.
function sortRuns(
  runs: readonly IndexedRun[],
  { sortBy, descending }: Pick<RunIndexFilter, 'sortBy' | 'descending'>,
): readonly IndexedRun[] {
  if (sortBy === 'createdAt' && descending) return runs;
  const direction = descending ? -1 : 1;
  return runs.toSorted((a, b) => {
    const one = sortKey(a, sortBy);
    const other = sortKey(b, sortBy);
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * (one < other ? -1 : one > other ? 1 : 0);
  });
}

// A run with a delay is created in the future. The clocks may differ by a few seconds.
function isScheduled({ status, createdAt }: ServerListedRun): boolean {
  return status === 'pending' && Date.parse(createdAt ?? '') > Date.now() + 5000;
}

const statusRanks = new Map(IndexedRunStatus.options.map((status, rank) => [status, rank]));

function sortKey(run: IndexedRun, sortBy: RunSort): string | number | null {
  if (sortBy !== 'status') return run[sortBy];
  return run.status === 'unknown' ? null : (statusRanks.get(run.status) ?? null);
}

// The newest run of a thread is found by what the thread contains, too.
function documentText({ thread, content, facts }: Entry, run: ServerListedRun, isNewest: boolean): string {
  const { threadId, name, graphId } = thread;
  const error = facts.get(run.runId)?.error ?? run.error;
  const parts = [run.runId, threadId, name, graphId, run.inputLine, error, isNewest ? content?.text : null];
  return parts.filter((part) => part != null).join('\n');
}

function rowsOf({ thread, runs, content, facts }: Entry): IndexedRun[] {
  const { threadId, name: threadName, graphId } = thread;
  const due = runs.filter((run) => isActive(run.status) && !isScheduled(run));
  return runs.map((run, index): IndexedRun => {
    const isNewest = index === 0;
    const runFacts = facts.get(run.runId);
    const status = runFacts?.status ?? statusByServer(run.status, isNewest ? thread : null);
    const { runId, assistantId, createdAt, durationMs, source } = run;
    return {
      runId,
      threadId,
      threadName,
      graphId,
      assistantId,
      status,
      endingText: runFacts?.endingText ?? null,
      ahead: status === 'queued' && due.includes(run) ? due.length - 1 - due.indexOf(run) : null,
      line: lineOf(status, run, runFacts?.error ?? run.error, isNewest ? content : null),
      createdAt,
      durationMs,
      tokens: runFacts?.tokens ?? null,
      models: [...(runFacts?.models ?? [])],
      isUsageCut: runFacts?.isUsageCut ?? false,
      source,
    };
  });
}

function lineOf(
  status: IndexedRunStatus,
  { inputLine }: ServerListedRun,
  ownError: string | null,
  content: ThreadContent | null,
): IndexedRun['line'] {
  const error = status === 'failed' ? (ownError ?? content?.error ?? null) : null;
  if (error !== null) return { kind: 'error', text: error };
  const question = status === 'interrupted' ? (content?.question ?? null) : null;
  const count = content?.questionCount ?? 0;
  if (question !== null) return { kind: 'question', text: question, ...(count > 1 ? { count } : {}) };
  return inputLine === null ? null : { kind: 'input', text: inputLine };
}

// How a run stands by its server's list alone. `newestOf`: its thread, if it is the newest run there: a run that ended
// with success may also have stopped at a question or a breakpoint.
function statusByServer(status: RunStatus, newestOf: IndexedThread | null): IndexedRunStatus {
  switch (status) {
    case 'pending':
      return 'queued';
    case 'error':
      return 'failed';
    case 'timeout':
      return 'timed-out';
    case 'running':
    case 'unknown':
      return status;
    case 'success':
    case 'interrupted':
      if (newestOf?.status === 'interrupted' && newestOf.hasQuestion) return 'interrupted';
      return status === 'success' && newestOf?.status === 'idle' ? 'finished' : 'ended';
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
