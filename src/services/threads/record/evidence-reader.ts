import { isDeepStrictEqual } from 'node:util';
import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { isActive } from '../../../shared/model/is-active.ts';
import { throwUnsupported } from '../throw-unsupported.ts';
import { taskErrorMessage } from '../mappers/task-error.ts';
import { readState } from '../read-state.ts';
import type { RecordRow } from './checkpoint-row.ts';
import type { HeadEvidence, RecordEvidence, RunEvidence, ThreadEvidence } from './evidence.ts';
import type { NamespaceReader } from './namespace-reader.ts';
import { NamespaceReaders } from './namespace-readers.ts';
import { QuietThreadWatch } from './quiet-thread-watch.ts';
import { toRunEvidence } from './run-evidence.ts';
import type { ThreadVersion } from './thread-version.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

/** Read limits: checkpoints per namespace, namespaces of subgraphs, runs, and UTF-16 units of all checkpoints together. */
export interface RecordLimits {
  readonly checkpoints: number;
  readonly subgraphs: number;
  readonly runs: number;
  readonly text: number;
}

export const defaultRecordLimits: RecordLimits = {
  checkpoints: 10_000,
  subgraphs: 200,
  runs: 1000,
  text: 2 ** 29,
};

// What is read of a thread besides the usual: everything within limits.
export interface EvidenceReading {
  readonly limits?: RecordLimits;
  readonly purpose?: string;
  // Gets the text of each page of history, newest first in each namespace: for values, which the record leaves out.
  readonly onPage?: (namespace: string, pageText: string) => void;
  // Whether these checkpoints of the root graph, newest first, suffice. Older ones are not read then.
  readonly isEnough?: (rows: readonly RecordRow[]) => boolean;
  // The checkpoints of the root graph whose subgraphs are read; all, if omitted.
  readonly selectRows?: (rows: readonly RecordRow[]) => readonly RecordRow[];
  // It is read again and again, and notices what other clients do.
  readonly isWatched?: boolean;
}

// What the server is known to do, by its kind and version.
interface ServerTraits {
  readonly isOfficial: boolean;
  // It runs finished tasks again when a run comes back to a superstep of a subgraph.
  readonly repeatsInSubgraphs: boolean;
  readonly hasResultsOfEdits: boolean;
  readonly savesWhenIdle: boolean;
}

const traitsOfUnknown: ServerTraits = {
  isOfficial: false,
  repeatsInSubgraphs: false,
  hasResultsOfEdits: true,
  savesWhenIdle: false,
};

// Reads the evidence of a thread's record, and keeps it, so that a later read asks only for what is new or can have changed.
export class EvidenceReader {
  readonly #client: GraphClient;
  readonly #threadId: string;
  readonly #maxRuns: number;
  readonly #isWatched: boolean;
  readonly #purpose: string;
  readonly #namespaces: NamespaceReaders;
  readonly #watch: QuietThreadWatch;
  #traits: ServerTraits | null = null;
  #runs: readonly RunEvidence[] = [];
  #hasAllRuns = true;
  #head: { readonly key: string; readonly evidence: HeadEvidence | null } | null = null;
  #thread: { readonly key: string; readonly evidence: ThreadEvidence } | null = null;
  #latest: RecordEvidence | null = null;

  constructor(client: GraphClient, threadId: string, reading: EvidenceReading = {}) {
    this.#client = client;
    this.#threadId = threadId;
    const { limits = defaultRecordLimits, purpose = 'threads.record', isWatched = false } = reading;
    const { onPage, isEnough, selectRows } = reading;
    this.#maxRuns = limits.runs;
    this.#isWatched = isWatched;
    this.#purpose = purpose;
    this.#watch = new QuietThreadWatch(client, threadId, purpose);
    this.#namespaces = new NamespaceReaders({
      client,
      threadId,
      limits,
      purpose,
      graphIdOfRuns: () => this.#newestGraphId(),
      onPage,
      isEnough,
      selectRows,
    });
  }

  // Older checkpoints are left to be read with `readOlder`.
  get hasOlder(): boolean {
    return this.#namespaces.hasOlder;
  }

  get isCut(): boolean {
    return this.#namespaces.isCut;
  }

  get isActive(): boolean {
    return this.#runs.some(({ status }) => isActive(status));
  }

  // The next read looks at everything that can have changed.
  expectChange(): void {
    this.#latest = null;
  }

  // The newest page of each namespace, and what changed since the last read; the same object, if nothing did. Runs are
  // read first: checkpoints of a run that ended meanwhile do no harm, while those from before an end would look as if
  // it had stopped there.
  async readNewest(signal: AbortSignal): Promise<RecordEvidence> {
    if (this.#latest !== null && !this.isActive && (await this.#isUnchanged(signal))) return this.#latest;
    this.#watch.beginRead();
    // Read before everything else, so that the next read notices a change in between.
    let version = await this.#readVersion(signal);
    const runsBefore = this.#runs;
    this.#traits ??= await readTraits(this.#client, signal);
    await this.#readRuns(signal);
    version ??= await this.#readVersion(signal);
    const { root } = this.#namespaces;
    this.#reopenNamed(root, runsBefore);
    if (JSON.stringify(runsBefore) === JSON.stringify(this.#runs)) this.#runs = runsBefore;
    const isQuiet = !this.isActive && runsBefore === this.#runs;
    const wasEdited = this.#watch.wasEdited(version);
    if (this.#latest !== null && isQuiet && !wasEdited && (await root.isUnchanged(signal)))
      return this.#latest;
    // An edit that left the root graph as it was is inside a subgraph, perhaps one that has ended.
    if (isQuiet && wasEdited && (await root.isUnchanged(signal))) this.#namespaces.reopenSubgraphs();
    this.#watch.sawChange();
    await root.readNewest(signal).catch(async (error: unknown) => {
      const what = 'the history of a thread';
      return throwUnsupported(this.#client, error, { threadId: this.#threadId, what }, signal);
    });
    await this.#namespaces.readSubgraphs(!this.isActive, signal);
    await this.#readHead(signal);
    await this.#readThread(signal);
    return this.#evidence();
  }

  // As many older checkpoints of each namespace as are known of it.
  async readOlder(signal: AbortSignal): Promise<RecordEvidence> {
    await this.#namespaces.readOlder(!this.isActive, signal);
    return this.#evidence();
  }

  async #isUnchanged(signal: AbortSignal): Promise<boolean> {
    const lastRead = { newestRun: this.#runs[0] ?? null, hasAllRuns: this.#hasAllRuns };
    return this.#watch.isUnchanged(lastRead, signal);
  }

  // `null` where nobody watches, of a thread that works, and of servers that are not known to have it.
  async #readVersion(signal: AbortSignal): Promise<ThreadVersion | null> {
    if (!this.#isWatched || this.isActive || this.#traits?.isOfficial !== true) return null;
    return this.#watch.readVersion(this.#traits.savesWhenIdle, signal);
  }

  // A run with a `goto` that starts at a checkpoint adds tasks there once it works: the checkpoint that it names is read again, whenever
  // the run's status has changed and while it is active.
  #reopenNamed(root: NamespaceReader, runsBefore: readonly RunEvidence[]): void {
    for (const { runId, status, hasGoto, origin } of this.#runs) {
      if (!hasGoto || origin.checkpointId === null) continue;
      const before = runsBefore.find((run) => run.runId === runId);
      if (isActive(status) || before?.status !== status) root.reopen(origin.checkpointId);
    }
  }

  #newestGraphId(): string | null {
    const newest = this.#runs.reduce<RunEvidence | null>(
      (last, run) => (run.graphId !== null && (run.createdAt ?? 0) >= (last?.createdAt ?? 0) ? run : last),
      null,
    );
    return newest?.graphId ?? null;
  }

  async #readRuns(signal: AbortSignal): Promise<void> {
    this.#hasAllRuns = true;
    const runs: RunEvidence[] = [];
    try {
      const query = { limit: this.#maxRuns + 1 };
      for await (const wire of this.#client.runs.listAll(this.#threadId, query, {
        signal,
        purpose: this.#purpose,
      })) {
        const run = toRunEvidence(wire);
        if (run !== null) runs.push(run);
      }
    } catch (error) {
      if (!isUnsupportedRoute(error)) throw error;
      this.#hasAllRuns = false;
    }
    if (runs.length > this.#maxRuns) this.#hasAllRuns = false;
    this.#runs = runs.slice(0, this.#maxRuns);
  }

  // Reads which questions of the newest checkpoint are open: only the state shows which of them are answered.
  async #readHead(signal: AbortSignal): Promise<void> {
    const [newest] = this.#namespaces.root.rows;
    const hasAsked = newest?.tasks.some(({ questions }) => questions.length > 0) === true;
    if (!hasAsked || this.#runs.some(({ status }) => status === 'running')) {
      this.#head = null;
      return;
    }
    const runs = this.#runs.map(({ runId, status, endedAt }) => [runId, status, endedAt]);
    const key = JSON.stringify([
      newest.checkpointId,
      newest.tasks.map(({ questions, hasResult }) => [questions, hasResult]),
      runs,
    ]);
    if (this.#head?.key === key) return;
    const evidence = await readState(this.#client, this.#threadId, null, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    this.#head = { key, evidence };
  }

  // What only the thread shows: why a run failed in no node, and whether it stopped at a checkpoint for which the
  // server lists no next node, as the Python server does before a node that waits for several others.
  async #readThread(signal: AbortSignal): Promise<void> {
    const newest = this.#runs
      .filter(({ status }) => !isActive(status))
      .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))[0];
    const [row] = this.#namespaces.root.rows;
    const hasBreakpoints =
      newest !== undefined && newest.interruptBefore.length + newest.interruptAfter.length > 0;
    const isAsked =
      (newest?.status === 'error' && newest.error === null) ||
      (newest?.status === 'success' && hasBreakpoints && row?.tasks.length === 0);
    if (newest === undefined || !isAsked || this.isActive) {
      this.#thread = null;
      return;
    }
    const key = JSON.stringify([newest.runId, newest.endedAt, row?.checkpointId]);
    if (this.#thread?.key === key) return;
    const thread = await this.#client.threads
      .get(this.#threadId, { signal, purpose: this.#purpose })
      .catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      });
    const { error, status } = recordOrEmpty(thread);
    this.#thread = {
      key,
      evidence: { threadError: taskErrorMessage(error), isInterrupted: status === 'interrupted' },
    };
  }

  #evidence(): RecordEvidence {
    const { gaps, hasUnread } = this.#namespaces;
    const isLimited = hasUnread && !gaps.some(({ kind }) => kind === 'limit');
    const { isOfficial, repeatsInSubgraphs, hasResultsOfEdits } = this.#traits ?? traitsOfUnknown;
    const evidence: RecordEvidence = {
      threadId: this.#threadId,
      levels: this.#namespaces.levels(),
      runs: this.#runs,
      head: this.#head?.evidence ?? null,
      threadError: this.#thread?.evidence.threadError ?? null,
      isInterrupted: this.#thread?.evidence.isInterrupted ?? false,
      isOfficial,
      repeatsInSubgraphs,
      hasResultsOfEdits,
      gaps: [
        ...(this.#hasAllRuns ? [] : [{ kind: 'runs' as const }]),
        ...gaps,
        ...(isLimited ? [{ kind: 'limit' as const }] : []),
      ],
    };
    if (this.#latest === null || !isSameEvidence(this.#latest, evidence)) this.#latest = evidence;
    return this.#latest;
  }
}

async function readTraits(client: GraphClient, signal: AbortSignal): Promise<ServerTraits> {
  return {
    isOfficial: await client.isOfficial({ signal }),
    repeatsInSubgraphs: await client.repeatsFinishedInSubgraphs({ signal }),
    hasResultsOfEdits: await client.hasResultsOfEdits({ signal }),
    savesWhenIdle: await client.savesWhenIdle({ signal }),
  };
}

// Whether a read has changed nothing. Lists and their rows are the same objects then.
function isSameEvidence(before: RecordEvidence, after: RecordEvidence): boolean {
  const isSameLevel = ({ namespace, rows }: RecordEvidence['levels'][number], index: number): boolean =>
    before.levels[index]?.namespace === namespace && before.levels[index]?.rows === rows;
  return (
    before.levels.length === after.levels.length &&
    after.levels.every(isSameLevel) &&
    before.runs === after.runs &&
    before.head === after.head &&
    before.threadError === after.threadError &&
    before.isInterrupted === after.isInterrupted &&
    isDeepStrictEqual(before.gaps, after.gaps)
  );
}
