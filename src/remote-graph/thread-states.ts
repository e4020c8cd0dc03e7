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
    const answer = checkpoint
      ? await this.#stateAt(threadId, checkpoint, subgraphs, options)
      : await this.#http.json({
          method: 'GET',
          route:
            typeof place === 'string'
              ? route`/threads/${threadId}/state/${place}`
              : route`/threads/${threadId}/state`,
          query: { subgraphs: subgraphs || undefined },
          options,
        });
    return anyObject(answer, 'a state of a thread');
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
    const { limit = 10, before, metadata } = query;
    const options = callOptions(query, last);
    const end = beforeOf(threadId, before, query);
    const answer = await this.#differences.historyBefore(end, options, (asked) =>
      this.#http.json({
        method: 'POST',
        route: route`/threads/${threadId}/history`,
        bodyText: bodyText({ limit, before: asked, metadata, checkpoint: checkpointOf(threadId, query) }),
        options,
      }),
    );
    return listOfObjects(answer, 'a list of states');
  }

  historyAll(
    threadId: string,
    query: WholeHistory,
    options: CallOptions,
  ): AsyncGenerator<WireThreadState, void, undefined> {
    return everyPageAfter<WireThreadState>(query, (limit, last) =>
      this.getHistory(threadId, { ...query, limit, before: last?.checkpoint ?? query.before }, options),
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
