import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables';
import { ArgumentError } from '../errors.ts';
import type { StateRef, HistoryQuery } from '../resources/threads.ts';
import { mergeRequestOptions } from './merge-options.ts';
import type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  SuperstepUpdate,
} from './remote-graph-options.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { threadRefOf } from './run-config.ts';
import { checkpointConfig, toStateSnapshot, type StateSnapshot } from './state-snapshot.ts';
import type { WireThreadState } from '../http/api-types.ts';

export interface ResolvedThread {
  readonly config: RunnableConfig;
  readonly threadId: string;
  readonly stateRef: StateRef;
  readonly request: RemoteCall;
}

// Throws `ArgumentError` for a configuration without a thread. `defaults`: used where it sets nothing.
export function resolveThread(
  defaults: Partial<RemoteGraphCallOptions> | undefined,
  config: RunnableConfig,
  call: RemoteCall,
): ResolvedThread {
  const merged = mergeConfigs<RemoteGraphCallOptions>(defaults, config);
  const { threadId, state: stateRef } = threadRefOf(merged);
  if (threadId === null) {
    throw new ArgumentError('The config has no thread (configurable.thread_id).');
  }
  return { config: merged, threadId, stateRef, request: mergeRequestOptions(defaults, config, call) };
}

export async function fetchState(
  server: ClientAdapter,
  { config, threadId, stateRef, request }: ResolvedThread,
  subgraphs: boolean,
): Promise<StateSnapshot> {
  return toStateSnapshot(await server.state(threadId, stateRef, subgraphs, request), config);
}

export async function* fetchStateHistory(
  server: ClientAdapter,
  { config, threadId, stateRef, request }: ResolvedThread,
  options: HistoryOptions,
): AsyncGenerator<StateSnapshot, void, undefined> {
  const pages = paginateHistory(options, stateRef, (query) => server.history(threadId, query, request));
  for await (const state of pages) yield toStateSnapshot(state, config);
}

export async function updateThreadState(
  server: ClientAdapter,
  { threadId, stateRef, request }: ResolvedThread,
  values: unknown,
  asNode: string | undefined,
): Promise<RunnableConfig> {
  const { checkpoint } = await server.update(threadId, { ...stateRef, values, asNode }, request);
  return checkpointConfig(checkpoint);
}

export async function bulkUpdateThreadState(
  server: ClientAdapter,
  { threadId, stateRef, request }: ResolvedThread,
  graphId: string,
  supersteps: readonly { readonly updates: readonly SuperstepUpdate[] }[],
): Promise<void> {
  if (supersteps.length === 0 || supersteps.some(({ updates }) => updates.length === 0)) {
    throw new ArgumentError('Pass at least one superstep, with at least one update in each.');
  }
  if (stateRef.checkpointId || stateRef.checkpointNs) {
    throw new ArgumentError(
      'Supersteps are added to the latest state, so the config must not name a checkpoint.',
    );
  }
  const steps = supersteps.map(({ updates }) => updates);
  await server.bulkUpdate(threadId, graphId, steps, request);
}

// States per request; pages are small because a state can be large.
const pageSize = 50;

// Yields up to `limit` states, newest first, page by page.
export async function* paginateHistory(
  { filter, before, limit = Number.POSITIVE_INFINITY }: HistoryOptions,
  ref: StateRef,
  read: (query: HistoryQuery) => Promise<readonly WireThreadState[]>,
): AsyncGenerator<WireThreadState, void, undefined> {
  let end = before && threadRefOf(before).state.checkpointId;
  if (before && !end) {
    throw new ArgumentError('`before` has no checkpoint (configurable.checkpoint_id).');
  }
  for (let count = 0; count < limit;) {
    const size = Math.min(pageSize, limit - count);
    const page = await read({ ...ref, metadata: filter, limit: size, before: end });
    yield* page;
    count += page.length;
    const last = page.at(-1)?.checkpoint?.checkpoint_id;
    // A server that repeats its page would never end.
    if (page.length < size || !last || last === end) return;
    end = last;
  }
}
