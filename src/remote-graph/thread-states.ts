import { stringifyExact } from '../exact-json/stringify.ts';
import { bodyText } from './body.ts';
import { callOptions } from './call-options.ts';
import { beforeOf, checkpointOf, isCheckpoint } from './checkpoint-place.ts';
import type { CallOptions, Http } from './http.ts';
import { everyPageAfter } from './pages.ts';
import { route } from './path.ts';
import type { ServerDifferences } from './server-differences.ts';
import { anyObject, listOfObjects } from './shape.ts';
import type {
  HistoryQuery,
  StateOptions,
  StatePlace,
  StateUpdate,
  WhichState,
  WholeHistory,
} from './thread-queries.ts';
import type { WireCheckpoint, WireStateUpdate, WireThreadState } from './wire.ts';

/** The states of threads: what {@link ThreadsClient} offers of them. */
export class ThreadStates {
  readonly #http: Http;
  readonly #differences: ServerDifferences;

  constructor(http: Http, differences: ServerDifferences) {
    this.#http = http;
    this.#differences = differences;
  }

  async getState(
    threadId: string,
    which: WhichState | null | undefined,
    last: StateOptions,
  ): Promise<WireThreadState> {
    const { place, beside } = askedState(which);
    const options = callOptions(beside, last);
    const subgraphs = last.subgraphs ?? beside.subgraphs ?? false;
    const checkpoint = typeof place === 'string' ? undefined : checkpointOf(threadId, place);
    if (!checkpoint) {
      const answer = await this.#getState(
        threadId,
        typeof place === 'string' ? place : null,
        '',
        subgraphs,
        options,
      );
      return anyObject(answer, 'a state of a thread');
    }
    return this.#differences.readBy(
      options,
      checkpoint.checkpoint_map ? null : () => this.#stateByGet(threadId, checkpoint, subgraphs, options),
      async () =>
        anyObject<WireThreadState>(
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

  /** A checkpoint's state by GET; `null` when the answer is another one, because the server ignores the namespace. */
  async #stateByGet(
    threadId: string,
    { checkpoint_id: id, checkpoint_ns: ns }: WireCheckpoint,
    subgraphs: boolean,
    options: CallOptions,
  ): Promise<WireThreadState | null> {
    const answer = await this.#getState(threadId, id ?? null, ns ?? '', subgraphs, options);
    const state = anyObject<WireThreadState>(answer, 'a state of a thread');
    return !ns || state.checkpoint?.checkpoint_ns === ns ? state : null;
  }

  #stateAt(
    threadId: string,
    checkpoint: WireCheckpoint,
    subgraphs: boolean,
    options: CallOptions,
  ): Promise<unknown> {
    return this.#differences.subgraphsFlag(subgraphs, options, (flag) =>
      this.#http.json({
        method: 'POST',
        route: route`/threads/${threadId}/state/checkpoint`,
        bodyText: bodyText({ checkpoint, subgraphs: flag }),
        options,
      }),
    );
  }

  async getHistory(threadId: string, query: HistoryQuery, last: CallOptions): Promise<WireThreadState[]> {
    const { limit = 10, before } = query;
    const options = callOptions(query, last);
    const end = beforeOf(threadId, before, query);
    return this.#differences.pages.after<WireThreadState>(limit, (size, previous) => {
      const from = previous?.checkpoint ? beforeOf(threadId, previous.checkpoint, query) : end;
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
    const checkpoint = checkpointOf(threadId, query);
    const path = route`/threads/${threadId}/history`;
    const listOf = (answer: unknown): WireThreadState[] => listOfObjects(answer, 'a list of states');
    return this.#differences.readBy(
      options,
      metadata || checkpoint
        ? null
        : async () => {
            const asked = { limit, before: before?.checkpoint_id };
            return listOf(await this.#http.json({ method: 'GET', route: path, query: asked, options }));
          },
      async () =>
        listOf(
          await this.#differences.historyBefore(before, options, (end) =>
            this.#http.json({
              method: 'POST',
              route: path,
              bodyText: bodyText({ limit, before: end, metadata, checkpoint }),
              options,
            }),
          ),
        ),
    );
  }

  historyAll(
    threadId: string,
    query: WholeHistory,
    options: CallOptions,
  ): AsyncGenerator<WireThreadState, void, undefined> {
    return everyPageAfter<WireThreadState>(
      query,
      (limit, last) =>
        this.getHistory(threadId, { ...query, limit, before: last?.checkpoint ?? query.before }, options),
      ({ checkpoint }) => checkpoint?.checkpoint_id ?? null,
    );
  }

  async updateState(threadId: string, update: StateUpdate, last: CallOptions): Promise<WireStateUpdate> {
    const { values, asNode } = update;
    const checkpoint = checkpointOf(threadId, update);
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/${threadId}/state`,
      // Not `bodyText`: a null in `values` is what the caller wants to write.
      bodyText: stringifyExact({
        values: values === undefined ? null : values,
        ...(asNode ? { as_node: asNode } : {}),
        ...(checkpoint ? { checkpoint } : {}),
      }),
      options: callOptions(update, last),
    });
    const written = anyObject<WireStateUpdate>(answer, 'the answer to a state update');
    anyObject(written.checkpoint, 'the answer to a state update');
    return written;
  }
}

interface AskedState {
  readonly place: string | StatePlace;
  readonly beside: StateOptions;
}

function askedState(which: WhichState | null | undefined): AskedState {
  if (which === null || which === undefined || which === '') return { place: {}, beside: {} };
  if (typeof which === 'string') return { place: which, beside: {} };
  if (isCheckpoint(which)) return { place: { checkpoint: which }, beside: {} };
  const place = which as StatePlace & StateOptions;
  return { place, beside: place };
}
