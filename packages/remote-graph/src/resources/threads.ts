import { bodyText, withMember } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { sendThenReadBack } from '../compat/read-back.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import { randomUuid } from './random-uuid.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { expectObject, expectInteger, expectListWith, expectObjectWith } from '../http/response-checks.ts';
import type { StreamFrame } from '../run-stream/stream-frame.ts';
import type {
  HistoryQuery,
  ThreadCreate,
  StateOptions,
  ThreadStateUpdate,
  ThreadFilter,
  ThreadTtl,
  ThreadOrder,
  ThreadPatch,
  ThreadQuery,
  ThreadStreamQuery,
  StateSelector,
  FullHistoryQuery,
} from './thread-types.ts';
import { ThreadStates } from './thread-states.ts';
import {
  protocolEvents,
  sendCommand,
  startProtocolRun,
  type ProtocolEvent,
  type ProtocolEventQuery,
  type ProtocolRun,
  type ProtocolStart,
} from './thread-protocol.ts';
import { threadEvents } from './thread-stream.ts';
import type {
  WirePruned,
  WireStateUpdate,
  WireThread,
  WireThreadState,
  WireThreadStorage,
} from '../http/api-types.ts';

export type { HistoryQuery, ThreadCreate, StateRef, ThreadStateUpdate, ThreadQuery } from './thread-types.ts';

/** Threads API, with states and history. */
export class ThreadsClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;
  readonly #states: ThreadStates;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
    this.#states = new ThreadStates(http, quirks);
  }

  async create(thread: ThreadCreate = {}, options: CallOptions = {}): Promise<WireThread> {
    const { metadata, graphId, supersteps, ttl } = thread;
    const ifExists = thread.ifExists ?? (thread.threadId === undefined ? 'do_nothing' : 'raise');
    const threadId = thread.threadId ?? randomUuid();
    const callWith = mergeCallOptions(thread, options);
    // Repeating it would write the history again.
    const repeatable = ifExists === 'do_nothing' && supersteps === undefined;
    const send = () =>
      this.#http.json({
        method: 'POST',
        route: route`/threads`,
        bodyText: bodyText({
          thread_id: threadId,
          metadata: graphId ? withMember(metadata, 'graph_id', graphId) : metadata,
          if_exists: ifExists,
          supersteps: supersteps?.map(({ updates }) => ({
            updates: updates.map(({ values, command, asNode }) => ({ values, command, as_node: asNode })),
          })),
          ttl: lifeBody(ttl),
        }),
        retry: repeatable ? 'reads' : 'unsent',
        options: callWith,
      });
    return sendThenReadBack(
      async () => expectObjectWith(await send(), 'thread_id', 'a thread'),
      () => this.get(threadId, callWith),
    );
  }

  /** `include: ['ttl']` adds its lifetime on hosted servers. */
  async get(
    threadId: string,
    options: CallOptions & { readonly include?: readonly string[] | undefined } = {},
  ): Promise<WireThread> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}`,
      query: { include: options.include },
      options,
    });
    return expectObjectWith(answer, 'thread_id', 'a thread');
  }

  async search(query: ThreadQuery = {}, options: CallOptions = {}): Promise<WireThread[]> {
    const {
      limit: totalLimit = 10,
      offset: from = 0,
      ids,
      sortBy,
      sortOrder,
      select: requestedFields,
      extract,
    } = query;
    const page = async (
      limit: number,
      offset: number,
      select: typeof requestedFields,
    ): Promise<WireThread[]> => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/threads/search`,
        retry: 'reads',
        bodyText: bodyText({
          limit,
          offset,
          ids,
          ...filterBody(query),
          sort_by: sortBy,
          sort_order: sortOrder,
          select,
          extract,
        }),
        options: mergeCallOptions(query, options),
      });
      return expectListWith<WireThread>(answer, select ? null : 'thread_id', 'a list of threads');
    };
    return this.#quirks.pages.byOffset(totalLimit, from, (limit, offset) =>
      this.#quirks.selection.send('threads', requestedFields, (select) => page(limit, offset, select)),
    );
  }

  searchAll(
    query: ThreadOrder & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireThread, void, undefined> {
    return paginate(
      query,
      (limit, offset) => this.search({ ...query, limit, offset }, options),
      ({ thread_id }): string | undefined => thread_id,
    );
  }

  async count(query: ThreadFilter = {}, options: CallOptions = {}): Promise<number> {
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/count`,
      retry: 'reads',
      bodyText: bodyText(filterBody(query)),
      options: mergeCallOptions(query, options),
    });
    return expectInteger(answer, 'a number of threads');
  }

  /** Merges metadata and changes the lifetime. */
  update(
    threadId: string,
    patch: ThreadPatch & { readonly returnMinimal: true },
    options?: CallOptions,
  ): Promise<void>;
  update(
    threadId: string,
    patch?: ThreadPatch & { readonly returnMinimal?: false | undefined },
    options?: CallOptions,
  ): Promise<WireThread>;
  async update(
    threadId: string,
    patch: ThreadPatch = {},
    options: CallOptions = {},
  ): Promise<WireThread | void> {
    const request = {
      method: 'PATCH',
      route: route`/threads/${threadId}`,
      // The JavaScript server refuses a patch without metadata.
      bodyText: bodyText({ metadata: patch.metadata ?? {}, ttl: lifeBody(patch.ttl) }),
      options: mergeCallOptions(patch, options),
    } as const;
    if (patch.returnMinimal === true) {
      return this.#http.sendOnly({ ...request, headers: { prefer: 'return=minimal' } });
    }
    return sendThenReadBack(
      async () => expectObjectWith(await this.#http.json(request), 'thread_id', 'a thread'),
      () => this.get(threadId, request.options),
    );
  }

  /**
   * Deletes a thread with its runs and checkpoints. On the JavaScript server its active runs are cancelled
   * first: a run that loses its thread breaks a worker for good.
   */
  async delete(threadId: string, options: CallOptions = {}): Promise<void> {
    await this.#quirks.beforeThreadDeletion(threadId, options);
    await this.#http.sendOnly({ method: 'DELETE', route: route`/threads/${threadId}`, options });
  }

  /** Copies a thread with its states; the copy is independent. */
  async copy(threadId: string, options: CallOptions = {}): Promise<WireThread> {
    const request = { method: 'POST', route: route`/threads/${threadId}/copy`, options } as const;
    return sendThenReadBack(
      async () => expectObjectWith(await this.#http.json(request), 'thread_id', 'a thread'),
      // It is unknown which thread is the copy.
      () => this.get(threadId, options).then(() => null),
    );
  }

  /** Deletes threads, or all but their newest states; hosted servers only. */
  async prune(
    threadIds: readonly string[],
    options: CallOptions & { readonly strategy?: 'delete' | 'keep_latest' | undefined } = {},
  ): Promise<WirePruned> {
    const request = {
      method: 'POST',
      route: route`/threads/prune`,
      bodyText: bodyText({ thread_ids: threadIds, strategy: options.strategy ?? 'delete' }),
      options,
    } as const;
    return sendThenReadBack<WirePruned>(
      async () => expectObject(await this.#http.json(request), 'the answer to a pruning'),
      // It is unknown how many threads were pruned.
      () => Promise.resolve(null),
    );
  }

  /** The bytes that a thread's checkpoints take, by channel; newer hosted and Python servers only. */
  async storage(threadId: string, options: CallOptions = {}): Promise<WireThreadStorage> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/storage`,
      options,
    });
    return expectObjectWith(answer, 'thread_id', 'the storage of a thread');
  }

  /**
   * The newest state, or that of a checkpoint. For a missing checkpoint, the JavaScript server returns empty
   * values and the requested id; a thread that never ran has no checkpoint at all.
   */
  getState(
    threadId: string,
    which?: StateSelector | null,
    options: StateOptions = {},
  ): Promise<WireThreadState> {
    return this.#states.getState(threadId, which, options);
  }

  /** States, newest first, all branches. With a namespace: those of that subgraph. */
  getHistory(
    threadId: string,
    query: HistoryQuery = {},
    options: CallOptions = {},
  ): Promise<WireThreadState[]> {
    return this.#states.getHistory(threadId, query, options);
  }

  /** All states, newest first. */
  historyAll(
    threadId: string,
    query: FullHistoryQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireThreadState, void, undefined> {
    return this.#states.historyAll(threadId, query, options);
  }

  /**
   * Writes values on top of a state and returns the new state's reference. Fails with 409 while a run is
   * active.
   */
  updateState(
    threadId: string,
    update: ThreadStateUpdate,
    options: CallOptions = {},
  ): Promise<WireStateUpdate> {
    return this.#states.updateState(threadId, update, options);
  }

  /**
   * Events of a thread, run after run, until left or aborted; hosted servers only. Resumes a cut connection
   * after its last event.
   */
  joinStream(
    threadId: string,
    query: ThreadStreamQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<StreamFrame, void, undefined> {
    return threadEvents(this.#http, threadId, query, mergeCallOptions(query, options));
  }

  /** Starts or steers a run by a command of event protocol v3; `seq`: the last event it caused. */
  command(
    threadId: string,
    method: string,
    params: object,
    options: CallOptions = {},
  ): ReturnType<typeof sendCommand> {
    return sendCommand(this.#http, threadId, method, params, options);
  }

  /** Starts a run by event protocol v3, at the newest state unless configured otherwise. */
  startRun(
    threadId: string,
    assistantId: string,
    start: ProtocolStart,
    options: CallOptions = {},
  ): Promise<ProtocolRun> {
    return startProtocolRun(this.#http, this.#quirks, threadId, assistantId, start, options);
  }

  /** Events of a thread in event protocol v3, each once, over any number of connections. */
  events(
    threadId: string,
    query: ProtocolEventQuery,
    options: CallOptions = {},
  ): AsyncGenerator<ProtocolEvent, void, undefined> {
    return protocolEvents(this.#http, this.#quirks, threadId, query, options);
  }
}

function filterBody({ status, metadata, values }: ThreadFilter): Record<string, unknown> {
  return { status, metadata, values };
}

function lifeBody(life: ThreadTtl | undefined): object | undefined {
  return typeof life === 'number' ? { ttl: life, strategy: 'delete' } : life;
}
