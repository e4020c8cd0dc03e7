import { stringifyExact } from 'exact-json';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import { toBeforeCheckpoint, toCheckpoint, isCheckpoint } from './checkpoint-ref.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginateByCursor } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { readWithFallback, sendHistoryBefore, sendSubgraphsFlag } from '../compat/request-forms.ts';
import { expectObject, expectObjectList, isObject } from '../http/response-checks.ts';
import type {
  HistoryQuery,
  StateOptions,
  StateRef,
  ThreadStateUpdate,
  StateSelector,
  FullHistoryQuery,
} from './thread-types.ts';
import type { WireCheckpoint, WireStateUpdate, WireThreadState } from '../http/api-types.ts';

/** Reads and edits the states of threads: `getState`, `updateState` (`as_node`) and the history of checkpoints. */
export class ThreadStates {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
  }

  async getState(
    threadId: string,
    which: StateSelector | null | undefined,
    overridingOptions: StateOptions,
  ): Promise<WireThreadState> {
    const { ref, inlineOptions } = stateRequest(which);
    const options = mergeCallOptions(inlineOptions, overridingOptions);
    const subgraphs = overridingOptions.subgraphs ?? inlineOptions.subgraphs ?? false;
    const checkpoint = typeof ref === 'string' ? undefined : toCheckpoint(threadId, ref);
    if (!checkpoint) {
      const answer = await this.#getState(
        threadId,
        typeof ref === 'string' ? ref : null,
        '',
        subgraphs,
        options,
      );
      return expectObject(answer, 'a state of a thread');
    }
    return readWithFallback(
      this.#quirks,
      options,
      checkpoint.checkpoint_map ? null : () => this.#stateByGet(threadId, checkpoint, subgraphs, options),
      async () =>
        expectObject<WireThreadState>(
          await this.#stateAt(threadId, checkpoint, subgraphs, options),
          'a state of a thread',
        ),
    );
  }

  #getState(
    threadId: string,
    checkpointId: string | null,
    checkpointNs: string,
    subgraphs: boolean,
    options: CallOptions,
  ): Promise<unknown> {
    return this.#http.json({
      method: 'GET',
      route:
        checkpointId === null
          ? route`/threads/${threadId}/state`
          : route`/threads/${threadId}/state/${checkpointId}`,
      query: { checkpoint_ns: checkpointNs || undefined, subgraphs: subgraphs || undefined },
      options,
    });
  }

  /** A checkpoint's state by GET; `null` if the server ignored the namespace and returned another state. */
  async #stateByGet(
    threadId: string,
    { checkpoint_id: id, checkpoint_ns: ns }: WireCheckpoint,
    subgraphs: boolean,
    options: CallOptions,
  ): Promise<WireThreadState | null> {
    const answer = await this.#getState(threadId, id ?? null, ns ?? '', subgraphs, options);
    const state = expectObject<WireThreadState>(answer, 'a state of a thread');
    return !ns || state.checkpoint?.checkpoint_ns === ns ? state : null;
  }

  #stateAt(
    threadId: string,
    checkpoint: WireCheckpoint,
    subgraphs: boolean,
    options: CallOptions,
  ): Promise<unknown> {
    return sendSubgraphsFlag(this.#quirks, subgraphs, options, (flag) =>
      this.#http.json({
        method: 'POST',
        route: route`/threads/${threadId}/state/checkpoint`,
        retry: 'reads',
        bodyText: bodyText({ checkpoint, subgraphs: flag }),
        options,
      }),
    );
  }

  async getHistory(threadId: string, query: HistoryQuery, last: CallOptions): Promise<WireThreadState[]> {
    const { limit = 10, before } = query;
    const options = mergeCallOptions(query, last);
    const end = toBeforeCheckpoint(threadId, before, query);
    return this.#quirks.pages.byCursor<WireThreadState>(limit, (size, previous) => {
      const from = previous?.checkpoint ? toBeforeCheckpoint(threadId, previous.checkpoint, query) : end;
      return this.#historyPage(threadId, query, size, from, options);
    });
  }

  async #historyPage(
    threadId: string,
    query: HistoryQuery,
    limit: number,
    before: WireCheckpoint | undefined,
    options: CallOptions,
  ): Promise<WireThreadState[]> {
    const { metadata } = query;
    const checkpoint = toCheckpoint(threadId, query);
    const path = route`/threads/${threadId}/history`;
    const listOf = (answer: unknown): WireThreadState[] => expectObjectList(answer, 'a list of states');
    return readWithFallback(
      this.#quirks,
      options,
      metadata || checkpoint
        ? null
        : async () => {
            const body = { limit, before: before?.checkpoint_id };
            return listOf(await this.#http.json({ method: 'GET', route: path, query: body, options }));
          },
      async () =>
        listOf(
          await sendHistoryBefore(this.#quirks, before, options, (end) =>
            this.#http.json({
              method: 'POST',
              route: path,
              retry: 'reads',
              bodyText: bodyText({ limit, before: end, metadata, checkpoint }),
              options,
            }),
          ),
        ),
    );
  }

  historyAll(
    threadId: string,
    query: FullHistoryQuery,
    options: CallOptions,
  ): AsyncGenerator<WireThreadState, void, undefined> {
    return paginateByCursor<WireThreadState>(
      query,
      (limit, last) =>
        this.getHistory(threadId, { ...query, limit, before: last?.checkpoint ?? query.before }, options),
      ({ checkpoint }) => checkpoint?.checkpoint_id ?? null,
    );
  }

  async updateState(
    threadId: string,
    update: ThreadStateUpdate,
    overridingOptions: CallOptions,
  ): Promise<WireStateUpdate> {
    const { values, asNode } = update;
    const checkpoint = toCheckpoint(threadId, update);
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/${threadId}/state`,
      // The helper `bodyText()` would drop nulls: a null in `values` is to be written.
      bodyText: stringifyExact({
        values: values === undefined ? null : values,
        ...(asNode ? { as_node: asNode } : {}),
        ...(checkpoint ? { checkpoint } : {}),
      }),
      options: mergeCallOptions(update, overridingOptions),
    });
    const written = expectObject<WireStateUpdate>(answer, 'the answer to a state update');
    // pure-graph answers with the configuration of the graph library, which names the same checkpoint.
    const configurable = (answer as { readonly configurable?: unknown }).configurable;
    if (written.checkpoint === undefined && isObject(configurable)) {
      return { ...written, checkpoint: configurable as unknown as WireCheckpoint };
    }
    expectObject(written.checkpoint, 'the answer to a state update');
    return written;
  }
}

interface StateRequest {
  readonly ref: string | StateRef;
  readonly inlineOptions: StateOptions;
}

function stateRequest(which: StateSelector | null | undefined): StateRequest {
  if (which === null || which === undefined || which === '') return { ref: {}, inlineOptions: {} };
  if (typeof which === 'string') return { ref: which, inlineOptions: {} };
  if (isCheckpoint(which)) return { ref: { checkpoint: which }, inlineOptions: {} };
  const ref = which as StateRef & StateOptions;
  return { ref, inlineOptions: ref };
}
