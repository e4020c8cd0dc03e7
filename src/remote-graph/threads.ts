import { stringifyExact } from '../exact-json/stringify.ts';
import { bodyText } from './body.ts';
import type { CallOptions, Http } from './http.ts';
import { route } from './path.ts';
import { randomUuid } from './random-uuid.ts';
import type { ServerDifferences } from './server-differences.ts';
import { anyObject, listOfObjects, listWith, objectWith } from './shape.ts';
import type {
  WireCheckpoint,
  WireObject,
  WireStateUpdate,
  WireThread,
  WireThreadState,
  WireThreadStatus,
} from './wire.ts';

/** A new thread. Without an id one is made here, so that creating it can be repeated safely (row C-4). */
export interface NewThread {
  readonly threadId?: string | undefined;
  readonly metadata?: WireObject | null | undefined;
  /** Lets the state be updated before the first run. */
  readonly graphId?: string | null | undefined;
  /** What to do when the thread exists: fail (409), or give the one that is there. */
  readonly ifExists?: 'raise' | 'do_nothing' | undefined;
}

/** What to search for. `limit` is 1 to 1000; page until a page is shorter than it. */
export interface ThreadQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly status?: WireThreadStatus | undefined;
  readonly metadata?: WireObject | null | undefined;
  readonly values?: WireObject | null | undefined;
  readonly sortBy?: 'thread_id' | 'status' | 'created_at' | 'updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** Which state. Without any of these: the newest. `checkpoint` is for all that the two ids can't say. */
export interface StatePlace {
  readonly checkpointId?: string | null | undefined;
  /** Namespace of a subgraph: `write:4014035b-…`, levels joined with `|`. */
  readonly checkpointNs?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
}

/** A page of history, newest first. `before` is the id of the checkpoint that the page comes after. */
export interface HistoryQuery extends StatePlace {
  readonly limit?: number;
  readonly before?: string | null | undefined;
  /** Only states whose metadata has these members: `{"source": "update"}`. */
  readonly metadata?: WireObject | null | undefined;
}

/** A write to a thread's state. `values` may be `JsonText`; null writes a new checkpoint with the same values. */
export interface StateUpdate extends StatePlace {
  readonly values: unknown;
  /** The node that is taken to have just run. Without it the server takes the last one that wrote. */
  readonly asNode?: string | null | undefined;
}

/** Threads, their states and their history. */
export class ThreadsClient {
  readonly #http: Http;
  readonly #differences: ServerDifferences;

  constructor(http: Http, differences: ServerDifferences) {
    this.#http = http;
    this.#differences = differences;
  }

  async create(thread: NewThread = {}, options: CallOptions = {}): Promise<WireThread> {
    const { threadId, metadata, graphId } = thread;
    const ifExists = thread.ifExists ?? (threadId === undefined ? 'do_nothing' : 'raise');
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads`,
      bodyText: bodyText({
        thread_id: threadId ?? randomUuid(),
        metadata: graphId ? { ...metadata, graph_id: graphId } : metadata,
        if_exists: ifExists,
      }),
      repeat: ifExists === 'do_nothing' ? 'reads' : 'unsent',
      options,
    });
    return objectWith(answer, 'thread_id', 'a thread');
  }

  async get(threadId: string, options: CallOptions = {}): Promise<WireThread> {
    const answer = await this.#http.json({ method: 'GET', route: route`/threads/${threadId}`, options });
    return objectWith(answer, 'thread_id', 'a thread');
  }

  async search(query: ThreadQuery = {}, options: CallOptions = {}): Promise<WireThread[]> {
    const { limit = 10, offset = 0, status, metadata, values, sortBy, sortOrder } = query;
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/search`,
      bodyText: bodyText({ limit, offset, status, metadata, values, sort_by: sortBy, sort_order: sortOrder }),
      options,
    });
    return listWith(answer, 'thread_id', 'a list of threads');
  }

  /** Merges metadata into a thread's. */
  async update(
    threadId: string,
    { metadata }: { readonly metadata: WireObject },
    options: CallOptions = {},
  ): Promise<WireThread> {
    const answer = await this.#http.json({
      method: 'PATCH',
      route: route`/threads/${threadId}`,
      bodyText: bodyText({ metadata }),
      options,
    });
    return objectWith(answer, 'thread_id', 'a thread');
  }

  /** Deletes a thread with its runs and checkpoints. Cancel its active run first: the JavaScript server breaks otherwise. */
  delete(threadId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.nothing({ method: 'DELETE', route: route`/threads/${threadId}`, options });
  }

  /**
   * One state. For a checkpoint that is not there, the JavaScript server answers with empty values and the id that was
   * asked for; a thread that never ran has no checkpoint at all.
   */
  async getState(
    threadId: string,
    { subgraphs = false, ...place }: StatePlace & { readonly subgraphs?: boolean | undefined } = {},
    options: CallOptions = {},
  ): Promise<WireThreadState> {
    const checkpoint = checkpointOf(threadId, place);
    const answer = checkpoint
      ? await this.#http.json({
          method: 'POST',
          route: route`/threads/${threadId}/state/checkpoint`,
          bodyText: bodyText({ checkpoint, subgraphs: await this.#differences.subgraphsFlag(subgraphs) }),
          options,
        })
      : await this.#http.json({
          method: 'GET',
          route: route`/threads/${threadId}/state`,
          query: { subgraphs: subgraphs || undefined },
          options,
        });
    return anyObject(answer, 'a state of a thread');
  }

  /** States, newest first, all branches. With a namespace: those of that subgraph. */
  async getHistory(
    threadId: string,
    query: HistoryQuery = {},
    options: CallOptions = {},
  ): Promise<WireThreadState[]> {
    const { limit = 10, before, metadata, ...place } = query;
    const end = before
      ? { thread_id: threadId, checkpoint_ns: place.checkpointNs ?? '', checkpoint_id: before }
      : undefined;
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/${threadId}/history`,
      bodyText: bodyText({
        limit,
        before: await this.#differences.historyBefore(end),
        metadata,
        checkpoint: checkpointOf(threadId, place),
      }),
      options,
    });
    return listOfObjects(answer, 'a list of states');
  }

  /** Writes values on top of a state and tells where the new state lies. Fails with 409 while a run is active. */
  async updateState(
    threadId: string,
    { values, asNode, ...place }: StateUpdate,
    options: CallOptions = {},
  ): Promise<WireStateUpdate> {
    const checkpoint = checkpointOf(threadId, place);
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/${threadId}/state`,
      // Not `bodyText`: a null in `values` is what the caller wants to write.
      bodyText: stringifyExact({
        values: values === undefined ? null : values,
        ...(asNode ? { as_node: asNode } : {}),
        ...(checkpoint ? { checkpoint } : {}),
      }),
      options,
    });
    const update = anyObject<WireStateUpdate>(answer, 'the answer to a state update');
    anyObject(update.checkpoint, 'the answer to a state update');
    return update;
  }
}

/** The checkpoint object for a place, without null members (refused by the JavaScript server); none for the newest. */
function checkpointOf(threadId: string, place: StatePlace): WireCheckpoint | undefined {
  const named = {
    ...place.checkpoint,
    ...(place.checkpointId ? { checkpoint_id: place.checkpointId } : {}),
    ...(place.checkpointNs ? { checkpoint_ns: place.checkpointNs } : {}),
  };
  const kept = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== null && value !== undefined),
  );
  const names = 'checkpoint_id' in kept || 'checkpoint_map' in kept || Boolean(kept['checkpoint_ns']);
  if (!names) return undefined;
  return { thread_id: threadId, checkpoint_ns: '', ...kept };
}
