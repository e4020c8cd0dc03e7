import { sleep } from '../http/request-timeout.ts';
import { memberOf } from './expect.ts';
import type { WireClient } from './wire-client.ts';

export const markerKey = 'graph_server_check';

type Kind = 'thread' | 'assistant' | 'cron' | 'store item' | 'run';

interface Leftover {
  readonly kind: Kind;
  readonly path: string;
  readonly body?: unknown;
}

const pageSize = 100;
const maxPages = 20;
// A run is given so long to end after it was cancelled: a server may fail when the thread of a running one is deleted.
const cancelMs = 5_000;

// Remembers what cases made on the server, and removes it.
export class Cleanup {
  readonly #wire: WireClient;
  readonly #marker: string;
  readonly #leftovers = new Map<string, Leftover>();

  constructor(wire: WireClient, marker: string) {
    this.#wire = wire;
    this.#marker = marker;
  }

  /** The metadata of everything that a check makes. */
  get metadata(): Readonly<Record<string, string>> {
    return { [markerKey]: this.#marker };
  }

  thread(id: string): void {
    this.#add({ kind: 'thread', path: `/threads/${encodeURIComponent(id)}` });
  }

  assistant(id: string): void {
    this.#add({ kind: 'assistant', path: `/assistants/${encodeURIComponent(id)}` });
  }

  cron(id: string): void {
    this.#add({ kind: 'cron', path: `/runs/crons/${encodeURIComponent(id)}` });
  }

  storeItem(namespace: readonly string[], key: string): void {
    const body = { namespace, key };
    this.#leftovers.set(`store ${JSON.stringify(body)}`, { kind: 'store item', path: '/store/items', body });
  }

  /** Removes what was made. Returns what is still there, in words; it is tried again by the next call. */
  async removeMade(signal: AbortSignal): Promise<readonly string[]> {
    const remaining = await Promise.all(
      [...this.#leftovers].map(async ([key, leftover]) => {
        const problem = await this.#remove(leftover, signal);
        if (problem === null) this.#leftovers.delete(key);
        return problem;
      }),
    );
    return remaining.filter((problem) => problem !== null);
  }

  /**
   * Looks for everything that carries the check's marker, and removes it. Returns what is still there. Items of others,
   * which a server lists that ignores the filter, are left alone.
   */
  async removeMarked(signal: AbortSignal): Promise<readonly string[]> {
    const lists = [
      ['/runs/crons/search', 'cron_id', (id: string) => this.cron(id)],
      ['/threads/search', 'thread_id', (id: string) => this.thread(id)],
      ['/assistants/search', 'assistant_id', (id: string) => this.assistant(id)],
    ] as const;
    for (const [path, key, add] of lists) {
      for (const id of await this.#marked(path, key, signal)) add(id);
    }
    return this.removeMade(signal);
  }

  #add(leftover: Leftover): void {
    this.#leftovers.set(leftover.path, leftover);
  }

  async #marked(path: string, key: string, signal: AbortSignal): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const body = { metadata: this.metadata, limit: pageSize, offset: page * pageSize };
      const items = await this.#list(path, body, signal);
      for (const item of items) {
        const id = memberOf(item, key);
        if (memberOf(item, 'metadata', markerKey) === this.#marker && typeof id === 'string') ids.push(id);
      }
      if (items.length < pageSize) break;
    }
    return ids;
  }

  async #list(path: string, body: unknown, signal: AbortSignal): Promise<readonly unknown[]> {
    try {
      const { status, text } = await this.#wire.send('POST', path, body, {}, signal);
      const items: unknown = status === 200 ? JSON.parse(text) : [];
      return Array.isArray(items) ? items : [];
    } catch {
      // A server without the list: what was made is known all the same.
      return [];
    }
  }

  /** Why something could not be removed, or null. */
  async #remove({ kind, path, body }: Leftover, signal: AbortSignal): Promise<string | null> {
    try {
      if (kind === 'thread') await this.#endRuns(path, signal);
      const { status } = await this.#wire.send('DELETE', path, body, {}, signal);
      if ((status >= 200 && status < 300) || status === 404) return null;
      return `${kind} ${path}: the server answered ${status} to DELETE`;
    } catch (error) {
      return `${kind} ${path}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #endRuns(thread: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + cancelMs;
    for (let first = true; first || Date.now() < until; first = false) {
      const active = await this.#activeRuns(thread, signal);
      if (active.length === 0) return;
      if (first) {
        await Promise.all(
          active.map((id) =>
            this.#wire.send('POST', `${thread}/runs/${encodeURIComponent(id)}/cancel`, {}, {}, signal),
          ),
        );
      }
      await sleep(50, signal);
    }
  }

  async #activeRuns(thread: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const { status, text } = await this.#wire.send(
        'GET',
        `${thread}/runs`,
        undefined,
        { query: { limit: 50 } },
        signal,
      );
      const runs: unknown = status === 200 ? JSON.parse(text) : [];
      if (!Array.isArray(runs)) return [];
      return runs
        .filter((run) => ['pending', 'running'].includes(String(memberOf(run, 'status'))))
        .map((run) => memberOf(run, 'run_id'))
        .filter((id) => typeof id === 'string');
    } catch {
      return [];
    }
  }
}
