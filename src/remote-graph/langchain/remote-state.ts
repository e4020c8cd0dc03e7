import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables';
import { ArgumentError } from '../errors/errors.ts';
import type { StateRef, HistoryQuery } from '../resources/threads.ts';
import { mergeRequestOptions } from './options/merge-options.ts';
import type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  SuperstepUpdate,
} from './options/remote-graph-options.ts';
import type { ClientAdapter } from './adapters/client-adapter.ts';
import { threadRefOf } from './options/run-config.ts';
import { checkpointConfig, toStateSnapshot, type StateSnapshot } from './state-snapshot.ts';
import type { WireThreadState } from '../http/api-types.ts';

/** The thread that a configuration names, and what a request about it carries. */
export interface ResolvedThread {
  readonly config: RunnableConfig;
  readonly threadId: string;
  readonly stateRef: StateRef;
  readonly request: RemoteCall;
}

/** Throws `ArgumentError` for a configuration without a thread. `own` lies below it. */
export function resolveThread(
  own: Partial<RemoteGraphCallOptions> | undefined,
  config: RunnableConfig,
  call: RemoteCall,
): ResolvedThread {
  const asked = mergeConfigs<RemoteGraphCallOptions>(own, config);
  const { threadId, state: stateRef } = threadRefOf(asked);
  if (threadId === null) {
    throw new ArgumentError('The configuration names no thread (configurable.thread_id).');
  }
  return { config: asked, threadId, stateRef, request: mergeRequestOptions(own, config, call) };
}

/** The newest state, or the one that the configuration names. */
export async function fetchState(
  server: ClientAdapter,
  { config, threadId, stateRef, request }: ResolvedThread,
  subgraphs: boolean,
): Promise<StateSnapshot> {
  return toStateSnapshot(await server.state(threadId, stateRef, subgraphs, request), config);
}

/** The states of a thread, newest first, all branches, fetched as they are read. */
export async function* fetchStateHistory(
  server: ClientAdapter,
  { config, threadId, stateRef, request }: ResolvedThread,
  options: HistoryOptions,
): AsyncGenerator<StateSnapshot, void, undefined> {
  const pages = paginateHistory(options, stateRef, (query) => server.history(threadId, query, request));
  for await (const state of pages) yield toStateSnapshot(state, config);
}

/** Writes values as if `asNode` had just run, and gives the configuration of the new state. */
export async function updateThreadState(
  server: ClientAdapter,
  { threadId, stateRef, request }: ResolvedThread,
  values: unknown,
  asNode: string | undefined,
): Promise<RunnableConfig> {
  const { checkpoint } = await server.update(threadId, { ...stateRef, values, asNode }, request);
  return checkpointConfig(checkpoint);
}

/** Writes superstep after superstep on top of the newest state; the thread is created for the graph if need be. */
export async function bulkUpdateThreadState(
  server: ClientAdapter,
  { threadId, stateRef, request }: ResolvedThread,
  graphId: string,
  supersteps: readonly { readonly updates: readonly SuperstepUpdate[] }[],
): Promise<void> {
  if (supersteps.length === 0 || supersteps.some(({ updates }) => updates.length === 0)) {
    throw new ArgumentError('Give at least one superstep, and each of them at least one update.');
  }
  if (stateRef.checkpointId || stateRef.checkpointNs) {
    throw new ArgumentError(
      'Supersteps are added to the newest state. The configuration can not name another.',
    );
  }
  const steps = supersteps.map(({ updates }) => updates);
  await server.bulkUpdate(threadId, graphId, steps, request);
}

/** States of one request. A state can be large, so pages are small. */
const pageSize = 50;

/** States of a thread, newest first, page after page, until there are no more or `limit` is reached. */
export async function* paginateHistory(
  { filter, before, limit = Number.POSITIVE_INFINITY }: HistoryOptions,
  place: StateRef,
  read: (query: HistoryQuery) => Promise<readonly WireThreadState[]>,
): AsyncGenerator<WireThreadState, void, undefined> {
  let end = before && threadRefOf(before).state.checkpointId;
  if (before && !end) {
    throw new ArgumentError('`before` names no state (configurable.checkpoint_id).');
  }
  for (let given = 0; given < limit;) {
    const wanted = Math.min(pageSize, limit - given);
    const page = await read({ ...place, metadata: filter, limit: wanted, before: end });
    yield* page;
    given += page.length;
    const last = page.at(-1)?.checkpoint?.checkpoint_id;
    // A server that repeats its page would never come to an end.
    if (page.length < wanted || !last || last === end) return;
    end = last;
  }
}
