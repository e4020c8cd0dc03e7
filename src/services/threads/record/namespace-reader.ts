import { isDeepStrictEqual } from 'node:util';
import { rawTextOf, TooLargeError, type GraphClient } from 'remote-graph-client/client';
import { distinctCheckpoints } from '../mappers/history-mapper.ts';
import { asReadByGraph, toRecordRows, type RecordRow } from './checkpoint-row.ts';

// Pages of a first read; refreshes begin with few checkpoints, as most find one or two new ones.
const pageSize = 100;
const refreshSize = 4;

// UTF-16 units of checkpoints that may still be read, each counted once.
export interface TextBudget {
  left: number;
}

export interface NamespaceReaderOptions {
  readonly client: GraphClient;
  readonly threadId: string;
  readonly namespace: string;
  readonly maxCheckpoints: number;
  readonly budget: TextBudget;
  // The graph that ran last on the thread; `null` while unknown.
  readonly graphId: () => string | null;
  readonly purpose: string;
  readonly onPage: (namespace: string, pageText: string) => void;
}

// Reads the checkpoints of one namespace, newest first, and later only what is new or can still change.
export class NamespaceReader {
  readonly #options: NamespaceReaderOptions;
  #rows: readonly RecordRow[] = [];
  // Where older checkpoints continue; `null` if there are none.
  #older: string | null = null;
  #isRead = false;
  #limit: number;
  readonly #settled = new Set<string>();
  readonly #ids = new Map<string, string>();
  // Checkpoints that were taken from the budget. Refreshes read some of them again and again.
  readonly #counted = new Set<string>();

  constructor(options: NamespaceReaderOptions) {
    this.#options = options;
    this.#limit = Math.max(1, Math.min(pageSize, options.maxCheckpoints));
  }

  get namespace(): string {
    return this.#options.namespace;
  }

  get rows(): readonly RecordRow[] {
    return this.#rows;
  }

  get hasOlder(): boolean {
    return this.#older !== null;
  }

  get isCut(): boolean {
    const { maxCheckpoints, budget } = this.#options;
    return this.#older !== null && (this.#rows.length >= maxCheckpoints || budget.left <= 0);
  }

  // Whether the newest checkpoint is the known one, and says the same.
  async isUnchanged(signal: AbortSignal): Promise<boolean> {
    const { rows } = await this.#readPage(null, 1, signal);
    return isDeepStrictEqual(rows[0], this.#rows[0]);
  }

  // Reads the newest page, or what is new since the last read, with the checkpoints that can still change.
  async readNewest(signal: AbortSignal): Promise<void> {
    if (!this.#isRead) {
      const page = await this.#readPage(null, this.#limit, signal);
      this.#rows = page.rows;
      this.#older = page.next;
      this.#isRead = true;
      return;
    }
    const newRows: RecordRow[] = [];
    const open = new Set(
      this.#rows.flatMap(({ checkpointId }) =>
        checkpointId === null || this.#settled.has(checkpointId) ? [] : checkpointId,
      ),
    );
    const rowsById = new Map(this.#rows.map((row) => [row.checkpointId, row]));
    const positions = new Map(this.#rows.map(({ checkpointId }, index) => [checkpointId, index]));
    const lastOpen = this.#rows.findLastIndex(({ checkpointId }) => open.has(checkpointId ?? ''));
    const { maxCheckpoints, budget } = this.#options;
    let hasJoined = false;
    let before: string | null = null;
    for (let limit = refreshSize; ; limit = Math.min(limit * 4, this.#limit)) {
      const page = await this.#readPage(before, Math.min(limit, this.#limit), signal);
      for (const row of page.rows) {
        const old = rowsById.get(row.checkpointId);
        // What was read before another graph ran is still true. What did not change stays the same object.
        const isKept = old !== undefined && (row.isOtherGraph || isDeepStrictEqual(old, row));
        newRows.push(isKept ? old : row);
        open.delete(row.checkpointId ?? '');
      }
      hasJoined ||= page.rows.some(({ checkpointId }) => rowsById.has(checkpointId));
      if (page.next === null) {
        // The server has nothing older: what is known and not among these was deleted.
        this.#replaceAll(newRows);
        return;
      }
      if (hasJoined && open.size === 0) break;
      // What was open and is not found was deleted, with its run.
      if (page.rows.some(({ checkpointId }) => (positions.get(checkpointId) ?? -1) > lastOpen)) break;
      if (newRows.length >= maxCheckpoints || (!hasJoined && budget.left <= 0)) {
        // What is new fills the limits: what is known lies behind it.
        this.#setRows(newRows);
        this.#older = page.next;
        return;
      }
      before = page.next;
    }
    this.#merge(newRows);
  }

  // Reads older checkpoints, as many as are known, if there are any and limits allow.
  async readOlder(signal: AbortSignal): Promise<void> {
    const targetCount = this.#rows.length * 2;
    const ids = new Set(this.#rows.map(({ checkpointId }) => checkpointId));
    const rows = [...this.#rows];
    while (this.#older !== null && !this.isCut && rows.length < targetCount) {
      const page = await this.#readPage(this.#older, this.#limit, signal);
      const before = rows.length;
      for (const row of page.rows) {
        if (ids.has(row.checkpointId)) continue;
        ids.add(row.checkpointId);
        rows.push(row);
      }
      // A server that ignores where to continue would be read for ever.
      this.#older = rows.length === before ? null : page.next;
      this.#rows = rows;
    }
  }

  // Reads a checkpoint again with the next read, although it was settled.
  reopen(checkpointId: string): void {
    this.#settled.delete(checkpointId);
  }

  isSettled({ checkpointId }: RecordRow): boolean {
    return checkpointId !== null && this.#settled.has(checkpointId);
  }

  // Notes which checkpoints do not change any more. `isIdle`: no run works here.
  settle(isIdle: boolean): void {
    const newest = this.#rows[0]?.checkpointId;
    for (const { source, parentId, checkpointId, tasks, next } of this.#rows) {
      if (source === 'loop' && parentId !== null) this.#settled.add(parentId);
      if (checkpointId === null || checkpointId === newest) continue;
      // The end of an earlier turn stays as it is, also while a run works.
      if (isIdle || tasks.length + next.length === 0) this.#settled.add(checkpointId);
    }
  }

  #merge(newRows: readonly RecordRow[]): void {
    const ids = new Set(newRows.map(({ checkpointId }) => checkpointId));
    const last = newRows.at(-1)?.checkpointId ?? null;
    const lastIndex = this.#rows.findIndex(({ checkpointId }) => checkpointId === last);
    // Known ones that are newer than the last one of the pages, and not among them, were deleted.
    const olderRows = this.#rows.slice(lastIndex + 1).filter(({ checkpointId }) => !ids.has(checkpointId));
    this.#setRows([...newRows, ...olderRows]);
  }

  #replaceAll(newRows: readonly RecordRow[]): void {
    this.#setRows(newRows);
    this.#older = null;
  }

  #setRows(rows: readonly RecordRow[]): void {
    const isSame = rows.length === this.#rows.length && rows.every((row, index) => row === this.#rows[index]);
    if (!isSame) this.#rows = rows;
  }

  async #readPage(
    before: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly RecordRow[]; readonly next: string | null }> {
    const { client, threadId, namespace, budget, purpose, onPage } = this.#options;
    const query = { limit, before, ...(namespace === '' ? {} : { checkpointNs: namespace }) };
    try {
      const wire = await client.threads.getHistory(threadId, query, { signal, purpose });
      const text = rawTextOf(wire);
      const page = toRecordRows(wire, this.#ids);
      const uncounted = page.filter(({ checkpointId }) => !this.#counted.has(checkpointId ?? ''));
      for (const { checkpointId } of uncounted) this.#counted.add(checkpointId ?? '');
      if (page.length > 0) budget.left -= Math.ceil((text.length * uncounted.length) / page.length);
      onPage(namespace, text);
      const last = page.at(-1)?.checkpointId ?? null;
      const isLast = page.length < limit || last === null || last === before;
      const graphId = this.#options.graphId() ?? (before === null ? (page[0]?.graphId ?? null) : null);
      const rows = distinctCheckpoints(page, threadId)
        .filter(({ checkpointId }) => checkpointId !== null)
        .map((row) => asReadByGraph(row, graphId));
      return { rows, next: isLast ? null : last };
    } catch (error) {
      // Servers include all values, so a page may exceed the response limit.
      if (!(error instanceof TooLargeError) || limit === 1) throw error;
      this.#limit = Math.ceil(limit / 4);
      return this.#readPage(before, this.#limit, signal);
    }
  }
}
