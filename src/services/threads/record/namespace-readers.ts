import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import { withoutIds } from '../../../shared/checkpoint-namespace.ts';
import type { RecordGap } from '../../../shared/model/thread-record.ts';
import { unlistedNamespace, type RecordRow } from './checkpoint-row.ts';
import type { EvidenceLevel } from './evidence.ts';
import { NamespaceReader, type TextBudget } from './namespace-reader.ts';

export interface NamespaceReadersOptions {
  readonly client: GraphClient;
  readonly threadId: string;
  // Most checkpoints of a namespace, most namespaces of subgraphs, and UTF-16 units of all checkpoints together.
  readonly limits: { readonly checkpoints: number; readonly subgraphs: number; readonly text: number };
  readonly purpose: string;
  // The graph that the newest run names; `null` if none does.
  readonly graphIdOfRuns: () => string | null;
  readonly onPage?: ((namespace: string, pageText: string) => void) | undefined;
  readonly isEnough?: ((rows: readonly RecordRow[]) => boolean) | undefined;
  readonly selectRows?: ((rows: readonly RecordRow[]) => readonly RecordRow[]) | undefined;
}

// Finds the subgraphs of a thread, and has a reader for the checkpoints of each namespace.
export class NamespaceReaders {
  // The root graph's.
  readonly root: NamespaceReader;
  readonly #options: NamespaceReadersOptions;
  readonly #budget: TextBudget;
  readonly #readers = new Map<string, NamespaceReader>();
  readonly #settled = new Set<string>();
  // Where a failed task was asked for a subgraph and had none: nodes, as namespaces without ids. They are not asked again.
  readonly #nodesWithoutSubgraph = new Set<string>();
  // By the namespace of each call of a subgraph with a checkpointer of its own: the one without ids, to which all its calls write.
  readonly #sharedNamespaces = new Map<string, string>();
  #gaps: RecordGap[] = [];

  constructor(options: NamespaceReadersOptions) {
    this.#options = options;
    this.#budget = { left: options.limits.text };
    this.root = this.#readerOf('');
  }

  // Subgraphs that could not be read, and a limit that ended the last read.
  get gaps(): readonly RecordGap[] {
    return this.#gaps;
  }

  get hasUnread(): boolean {
    return [...this.#readers.values()].some(({ hasOlder }) => hasOlder);
  }

  // Older checkpoints are left to be read with `readOlder`.
  get hasOlder(): boolean {
    return this.#wanted().some((reader) => reader.hasOlder && !reader.isCut);
  }

  get isCut(): boolean {
    return this.#gaps.length > 0 || this.#wanted().some((reader) => reader.isCut);
  }

  // The root graph first, then the subgraphs that have checkpoints.
  levels(): EvidenceLevel[] {
    return [...this.#readers]
      .map(([namespace, { rows }]) => ({ namespace, rows }))
      .filter(({ namespace, rows }) => namespace === '' || rows.length > 0);
  }

  // As many older checkpoints of each namespace as are known of it.
  async readOlder(isIdle: boolean, signal: AbortSignal): Promise<void> {
    for (const reader of this.#wanted()) await reader.readOlder(signal);
    await this.readSubgraphs(isIdle, signal);
  }

  // The next read looks at subgraphs, too, that have ended.
  reopenSubgraphs(): void {
    this.#settled.clear();
  }

  // Reads subgraphs, outer ones first, each of their namespaces once; beyond the limit, newer ones win. Without an active run
  // they can be final.
  async readSubgraphs(isIdle: boolean, signal: AbortSignal): Promise<void> {
    this.#gaps = [];
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

  // The namespaces of which older checkpoints are wanted.
  #wanted(): NamespaceReader[] {
    const { isEnough } = this.#options;
    return [...this.#readers.values()].filter(
      ({ namespace, rows }) => namespace !== '' || isEnough?.(rows) !== true,
    );
  }

  #readerOf(namespace: string): NamespaceReader {
    const existing = this.#readers.get(namespace);
    if (existing !== undefined) return existing;
    const { client, threadId, limits, purpose, graphIdOfRuns, onPage } = this.#options;
    const reader = new NamespaceReader({
      client,
      threadId,
      namespace,
      maxCheckpoints: limits.checkpoints,
      budget: this.#budget,
      graphId: () => graphIdOfRuns() ?? this.root.rows[0]?.graphId ?? null,
      purpose,
      onPage: onPage ?? (() => {}),
    });
    this.#readers.set(namespace, reader);
    return reader;
  }

  #subgraphsOf({ namespace, rows }: NamespaceReader): SubgraphOfTask[] {
    const { selectRows } = this.#options;
    return subgraphsOf(namespace, namespace === '' && selectRows !== undefined ? selectRows(rows) : rows);
  }

  // Resolves with the namespace whose checkpoints a subgraph wrote; `null` for one that wrote none, or can't be read.
  async #readSubgraph(namespace: string, visited: Set<string>, signal: AbortSignal): Promise<string | null> {
    const source = this.#sharedNamespaces.get(namespace) ?? namespace;
    if (this.#settled.has(namespace))
      return (this.#readers.get(source)?.rows.length ?? 0) > 0 ? source : null;
    const { subgraphs: maxSubgraphs } = this.#options.limits;
    if (!this.#readers.has(source) && (this.#readers.size > maxSubgraphs || this.#budget.left <= 0)) {
      if (!this.#gaps.some(({ kind }) => kind === 'limit')) this.#gaps.push({ kind: 'limit' });
      return null;
    }
    // A subgraph with a checkpointer of its own writes all of its calls to one namespace, which the JavaScript server does
    // not search when it is asked for one of the calls.
    const shared = withoutIds(namespace);
    const isKnownAsShared =
      source === shared || this.#readers.get(shared)?.rows.some(({ owner }) => owner === namespace) === true;
    if (!isKnownAsShared) {
      const rows = await this.#readLevel(namespace, signal);
      if (rows === null) return null;
      if (rows.length > 0 && rows[0]?.namespace !== shared) return namespace;
      // The Python server answers with the checkpoints of all calls when it is asked for one of them.
      if (rows.length > 0) {
        this.#move(namespace, shared);
        visited.add(shared);
      } else if (shared === namespace) return null;
    }
    if (!visited.has(shared)) await this.#readLevel(shared, signal);
    visited.add(shared);
    if ((this.#readers.get(shared)?.rows.length ?? 0) === 0) return null;
    this.#sharedNamespaces.set(namespace, shared);
    return shared;
  }

  #move(namespace: string, shared: string): void {
    const reader = this.#readers.get(namespace);
    this.#readers.delete(namespace);
    if (reader !== undefined) this.#readers.set(shared, reader);
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
