import { isDeepStrictEqual } from 'node:util';
import { GraphServerError, isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { isActive } from '../../../shared/model/is-active.ts';
import type { RecordGap } from '../../../shared/model/thread-record.ts';
import { throwUnsupported } from '../throw-unsupported.ts';
import { taskErrorMessage } from '../mappers/task-error.ts';
import { readState } from '../read-state.ts';
import { unlistedNamespace, type RecordRow } from './checkpoint-row.ts';
import type { HeadEvidence, RecordEvidence, RunEvidence, ThreadEvidence } from './evidence.ts';
import { NamespaceReader, type TextBudget } from './namespace-reader.ts';
import { toRunEvidence } from './run-evidence.ts';
import { isEdited, readThreadVersion, type ThreadVersion } from './thread-version.ts';
import { withoutIds } from '../../../shared/checkpoint-namespace.ts';
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

// A quiet thread is read cheaply most of the time: every so many reads, one also looks for edits.
const readsPerFullCheck = 4;

// The JavaScript server saves its data 3 s after the last request for them. A search of threads is no such request, so a quiet
// thread is watched by searches, and by other requests only this often. All threads have them at the same moments: if each had
// its own, the server would never be left alone long enough to save.
const savingPeriodMs = 10_000;

// Reads the evidence of a thread's record, and keeps it, so that a later read asks only for what is new or can have changed.
export class EvidenceReader {
  readonly #client: GraphClient;
  readonly #threadId: string;
  readonly #limits: RecordLimits;
  readonly #reading: EvidenceReading;
  readonly #purpose: string;
  readonly #budget: TextBudget;
  readonly #readers = new Map<string, NamespaceReader>();
  readonly #settled = new Set<string>();
  // Where a failed task was asked for a subgraph and had none: nodes, as namespaces without ids. They are not asked again.
  readonly #nodesWithoutSubgraph = new Set<string>();
  // By the namespace of each call of a subgraph with a checkpointer of its own: the one without ids, to which all its calls write.
  readonly #sharedNamespaces = new Map<string, string>();
  #runs: readonly RunEvidence[] = [];
  #gaps: RecordGap[] = [];
  #head: { readonly key: string; readonly evidence: HeadEvidence | null } | null = null;
  #thread: { readonly key: string; readonly evidence: ThreadEvidence } | null = null;
  #isOfficial: boolean | null = null;
  // Whether the server runs finished tasks again when a run comes back to a superstep of a subgraph.
  #repeatsInSubgraphs = false;
  #hasResultsOfEdits = true;
  #latest: RecordEvidence | null = null;
  // Reads in a row that found nothing new.
  #unchangedReads = 0;
  #savesWhenIdle = false;
  // What the server said about the thread before the last read; `null` if it may have changed with a run since.
  #version: ThreadVersion | null = null;
  // Counts periods of `savingPeriodMs`: the one of the last read.
  #period = 0;

  constructor(client: GraphClient, threadId: string, reading: EvidenceReading = {}) {
    this.#client = client;
    this.#threadId = threadId;
    this.#reading = reading;
    this.#purpose = reading.purpose ?? 'threads.record';
    this.#limits = reading.limits ?? defaultRecordLimits;
    this.#budget = { left: this.#limits.text };
  }

  // Older checkpoints are left to be read with `readOlder`.
  get hasOlder(): boolean {
    return [...this.#readers.values()].some(
      (reader) => reader.hasOlder && !reader.isCut && this.#wantsOlder(reader),
    );
  }

  get isCut(): boolean {
    const isLimited = this.#gaps.some(({ kind }) => kind === 'limit' || kind === 'subgraph');
    return (
      isLimited || [...this.#readers.values()].some((reader) => reader.isCut && this.#wantsOlder(reader))
    );
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
    this.#period = currentPeriod();
    // Read before everything else, so that the next read notices a change in between.
    let version = this.isActive ? null : await this.#readVersion(signal);
    const runsBefore = this.#runs;
    const gapsBefore = this.#gaps;
    this.#gaps = [];
    if (this.#isOfficial === null) {
      this.#isOfficial = await this.#client.isOfficial({ signal });
      this.#repeatsInSubgraphs = await this.#client.repeatsFinishedInSubgraphs({ signal });
      this.#hasResultsOfEdits = await this.#client.hasResultsOfEdits({ signal });
      this.#savesWhenIdle = await this.#client.savesWhenIdle({ signal });
    }
    await this.#readRuns(signal);
    version ??= this.isActive ? null : await this.#readVersion(signal);
    const root = this.#readerOf('');
    this.#reopenNamed(root, runsBefore);
    if (JSON.stringify(runsBefore) === JSON.stringify(this.#runs)) this.#runs = runsBefore;
    const isQuiet = !this.isActive && runsBefore === this.#runs;
    const wasEdited =
      this.#version !== null && version !== null && isEdited(this.#version, version, this.#savesWhenIdle);
    this.#version = version;
    if (this.#latest !== null && isQuiet && !wasEdited && (await root.isUnchanged(signal))) {
      this.#gaps = gapsBefore;
      return this.#latest;
    }
    // An edit that left the root graph as it was is inside a subgraph, perhaps one that has ended.
    if (isQuiet && wasEdited && (await root.isUnchanged(signal))) this.#settled.clear();
    this.#unchangedReads = 0;
    await root.readNewest(signal).catch(async (error: unknown) => {
      const what = 'the history of a thread';
      return throwUnsupported(this.#client, error, { threadId: this.#threadId, what }, signal);
    });
    await this.#readSubgraphs(signal);
    await this.#readHead(signal);
    await this.#readThread(signal);
    return this.#evidence();
  }

  // As many older checkpoints of each namespace as are known of it.
  async readOlder(signal: AbortSignal): Promise<RecordEvidence> {
    for (const reader of this.#readers.values()) {
      if (this.#wantsOlder(reader)) await reader.readOlder(signal);
    }
    await this.#readSubgraphs(signal);
    return this.#evidence();
  }

  // Of a quiet thread only the newest run is asked for, so that it can be asked often: another client's run shows within a
  // second. All runs and the newest checkpoint are looked at less often, as they may be large: without a run, only edits
  // change a thread.
  async #isUnchanged(signal: AbortSignal): Promise<boolean> {
    this.#unchangedReads += 1;
    const isFullCheck = this.#unchangedReads % readsPerFullCheck === 0;
    // One that was left busy does not change when its next run begins.
    if (this.#savesWhenIdle && this.#version !== null && this.#version.status !== 'busy')
      return (
        this.#period === currentPeriod() && (await this.#hasSameVersion(this.#version, isFullCheck, signal))
      );
    if (isFullCheck || this.#gaps.some(({ kind }) => kind === 'runs')) return false;
    const [wire] = await this.#client.runs.list(
      this.#threadId,
      { limit: 1 },
      { signal, purpose: this.#purpose },
    );
    const newest = wire === undefined ? null : toRunEvidence(wire);
    return isDeepStrictEqual(newest, this.#runs[0] ?? null);
  }

  async #hasSameVersion(previous: ThreadVersion, withValues: boolean, signal: AbortSignal): Promise<boolean> {
    const options = { signal, purpose: this.#purpose };
    const version = await readThreadVersion(this.#client, this.#threadId, withValues, options);
    return (
      version !== null &&
      version.status === previous.status &&
      version.updatedAt === previous.updatedAt &&
      (!withValues || version.values === previous.values)
    );
  }

  // `null` where nobody watches, and of servers that are not known to have it.
  async #readVersion(signal: AbortSignal): Promise<ThreadVersion | null> {
    if (this.#reading.isWatched !== true || this.#isOfficial !== true) return null;
    const options = { signal, purpose: this.#purpose };
    return readThreadVersion(this.#client, this.#threadId, this.#savesWhenIdle, options);
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

  #wantsOlder({ namespace, rows }: NamespaceReader): boolean {
    return namespace !== '' || this.#reading.isEnough?.(rows) !== true;
  }

  #readerOf(namespace: string): NamespaceReader {
    const existing = this.#readers.get(namespace);
    if (existing !== undefined) return existing;
    const reader = new NamespaceReader({
      client: this.#client,
      threadId: this.#threadId,
      namespace,
      maxCheckpoints: this.#limits.checkpoints,
      budget: this.#budget,
      graphId: () => this.#graphId(),
      purpose: this.#purpose,
      onPage: this.#reading.onPage ?? (() => {}),
    });
    this.#readers.set(namespace, reader);
    return reader;
  }

  #graphId(): string | null {
    const newest = this.#runs.reduce<RunEvidence | null>(
      (last, run) => (run.graphId !== null && (run.createdAt ?? 0) >= (last?.createdAt ?? 0) ? run : last),
      null,
    );
    return newest?.graphId ?? this.#readers.get('')?.rows[0]?.graphId ?? null;
  }

  async #readRuns(signal: AbortSignal): Promise<void> {
    const { runs: maxRuns } = this.#limits;
    const runs: RunEvidence[] = [];
    try {
      const query = { limit: maxRuns + 1 };
      for await (const wire of this.#client.runs.listAll(this.#threadId, query, {
        signal,
        purpose: this.#purpose,
      })) {
        const run = toRunEvidence(wire);
        if (run !== null) runs.push(run);
      }
    } catch (error) {
      if (!isUnsupportedRoute(error)) throw error;
      this.#gaps.push({ kind: 'runs' });
    }
    if (runs.length > maxRuns) this.#gaps.push({ kind: 'runs' });
    this.#runs = runs.slice(0, maxRuns);
  }

  // Reads subgraphs, outer ones first, each of their namespaces once; beyond the limit, newer ones win.
  async #readSubgraphs(signal: AbortSignal): Promise<void> {
    const isIdle = !this.isActive;
    const waiting = [''];
    const visited = new Set(waiting);
    for (let index = 0; index < waiting.length; index += 1) {
      const reader = this.#readerOf(waiting[index] ?? '');
      reader.settle(isIdle);
      for (const { namespace, row, isListed } of this.#subgraphsOf(reader)) {
        if (visited.has(namespace)) continue;
        const path = withoutIds(namespace);
        if (isListed) this.#nodesWithoutSubgraph.delete(path);
        else if (this.#nodesWithoutSubgraph.has(path)) continue;
        visited.add(namespace);
        const read = await this.#readSubgraph(namespace, visited, signal);
        if (read === null) {
          if (!isListed) this.#nodesWithoutSubgraph.add(path);
          continue;
        }
        if (reader.isSettled(row)) this.#settled.add(namespace);
        if (!waiting.includes(read)) waiting.push(read);
      }
    }
  }

  #subgraphsOf({ namespace, rows }: NamespaceReader): SubgraphOfTask[] {
    const { selectRows } = this.#reading;
    return subgraphsOf(namespace, namespace === '' && selectRows !== undefined ? selectRows(rows) : rows);
  }

  // Resolves with the namespace whose checkpoints a subgraph wrote; `null` for one that wrote none, or can't be read.
  async #readSubgraph(namespace: string, visited: Set<string>, signal: AbortSignal): Promise<string | null> {
    const source = this.#sharedNamespaces.get(namespace) ?? namespace;
    if (this.#settled.has(namespace))
      return (this.#readers.get(source)?.rows.length ?? 0) > 0 ? source : null;
    if (
      !this.#readers.has(source) &&
      (this.#readers.size > this.#limits.subgraphs || this.#budget.left <= 0)
    ) {
      this.#addGap({ kind: 'limit' });
      return null;
    }
    // A subgraph with a checkpointer of its own writes all of its calls to one namespace, which the JavaScript server does
    // not search when it is asked for one of the calls.
    const shared = withoutIds(namespace);
    if (
      source === shared ||
      this.#readers.get(shared)?.rows.some(({ owner }) => owner === namespace) === true
    ) {
      if (!visited.has(shared)) await this.#readLevel(shared, signal);
      visited.add(shared);
      return this.#linkShared(namespace, shared);
    }
    const rows = await this.#readLevel(namespace, signal);
    if (rows === null) return null;
    if (rows.length > 0)
      return rows[0]?.namespace === shared ? this.#move(namespace, shared, visited) : namespace;
    if (shared === namespace) return null;
    if (!visited.has(shared)) await this.#readLevel(shared, signal);
    visited.add(shared);
    return this.#linkShared(namespace, shared);
  }

  #linkShared(namespace: string, shared: string): string | null {
    if ((this.#readers.get(shared)?.rows.length ?? 0) === 0) return null;
    this.#sharedNamespaces.set(namespace, shared);
    return shared;
  }

  // The Python server answers with the checkpoints of all calls when it is asked for one of them.
  #move(namespace: string, shared: string, visited: Set<string>): string | null {
    const reader = this.#readers.get(namespace);
    this.#readers.delete(namespace);
    if (reader !== undefined) this.#readers.set(shared, reader);
    visited.add(shared);
    return this.#linkShared(namespace, shared);
  }

  // Servers can't always find the graph of a sub-agent that a tool started. What the levels around it tell remains.
  async #readLevel(namespace: string, signal: AbortSignal): Promise<readonly RecordRow[] | null> {
    const reader = this.#readerOf(namespace);
    try {
      await reader.readNewest(signal);
      return reader.rows;
    } catch (error) {
      if (!(error instanceof GraphServerError)) throw error;
      this.#gaps.push({ kind: 'subgraph', namespace });
      return null;
    }
  }

  // Reads which questions of the newest checkpoint are open: only the state shows which of them are answered.
  async #readHead(signal: AbortSignal): Promise<void> {
    const [newest] = this.#readerOf('').rows;
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
    const [row] = this.#readerOf('').rows;
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

  #addGap(gap: RecordGap): void {
    if (!this.#gaps.some(({ kind }) => kind === gap.kind)) this.#gaps.push(gap);
  }

  #evidence(): RecordEvidence {
    const levels = [...this.#readers].map(([namespace, { rows }]) => ({ namespace, rows }));
    const isCut = [...this.#readers.values()].some(({ hasOlder }) => hasOlder);
    const isLimited = isCut && !this.#gaps.some(({ kind }) => kind === 'limit');
    const evidence: RecordEvidence = {
      threadId: this.#threadId,
      levels: levels.filter(({ namespace, rows }) => namespace === '' || rows.length > 0),
      runs: this.#runs,
      head: this.#head?.evidence ?? null,
      threadError: this.#thread?.evidence.threadError ?? null,
      isInterrupted: this.#thread?.evidence.isInterrupted ?? false,
      isOfficial: this.#isOfficial ?? false,
      repeatsInSubgraphs: this.#repeatsInSubgraphs,
      hasResultsOfEdits: this.#hasResultsOfEdits,
      gaps: [...this.#gaps, ...(isLimited ? [{ kind: 'limit' as const }] : [])],
    };
    if (this.#latest === null || !isSameEvidence(this.#latest, evidence)) this.#latest = evidence;
    return this.#latest;
  }
}

function currentPeriod(): number {
  return Math.floor(Date.now() / savingPeriodMs);
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

interface SubgraphOfTask {
  readonly namespace: string;
  readonly row: RecordRow;
  // Its task names it. Otherwise it is where the task's subgraph would be if it has one.
  readonly isListed: boolean;
}

// Subgraphs that the tasks of some checkpoints list, or may have without listing them, newest first.
function subgraphsOf(outer: string, rows: readonly RecordRow[]): SubgraphOfTask[] {
  const subgraphs: SubgraphOfTask[] = [];
  for (const row of rows) {
    for (const task of row.tasks) {
      const namespace = task.namespace ?? unlistedNamespace(outer, task);
      if (namespace !== null) subgraphs.push({ namespace, row, isListed: task.namespace !== null });
    }
  }
  return subgraphs;
}
