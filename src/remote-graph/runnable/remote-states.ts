import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables';
import { ArgumentError } from '../errors.ts';
import type { StatePlace } from '../threads.ts';
import { requestOf } from './call-config.ts';
import type { HistoryOptions, RemoteCall, RemoteGraphCallOptions, SuperstepUpdate } from './call-options.ts';
import type { GraphServer } from './graph-server.ts';
import { historyOf } from './history-pages.ts';
import { placeOf } from './run-config.ts';
import { configOf, snapshotOf, type StateSnapshot } from './state-snapshot.ts';

/** The thread that a configuration names, and what a request about it carries. */
export interface AskedThread {
  readonly asked: RunnableConfig;
  readonly threadId: string;
  readonly place: StatePlace;
  readonly request: RemoteCall;
}

/** Throws `ArgumentError` for a configuration without a thread. `own` lies below it. */
export function threadIn(
  own: Partial<RemoteGraphCallOptions> | undefined,
  config: RunnableConfig,
  call: RemoteCall,
): AskedThread {
  const asked = mergeConfigs<RemoteGraphCallOptions>(own, config);
  const { threadId, state: place } = placeOf(asked);
  if (threadId === null) {
    throw new ArgumentError('The configuration names no thread (configurable.thread_id).');
  }
  return { asked, threadId, place, request: requestOf(own, config, call) };
}

/** The newest state, or the one that the configuration names. */
export async function readState(
  server: GraphServer,
  { asked, threadId, place, request }: AskedThread,
  subgraphs: boolean,
): Promise<StateSnapshot> {
  return snapshotOf(await server.state(threadId, place, subgraphs, request), asked);
}

/** The states of a thread, newest first, all branches, fetched as they are read. */
export async function* readHistory(
  server: GraphServer,
  { asked, threadId, place, request }: AskedThread,
  options: HistoryOptions,
): AsyncGenerator<StateSnapshot, void, undefined> {
  const pages = historyOf(options, place, (query) => server.history(threadId, query, request));
  for await (const state of pages) yield snapshotOf(state, asked);
}

/** Writes values as if `asNode` had just run, and gives the configuration of the new state. */
export async function writeState(
  server: GraphServer,
  { threadId, place, request }: AskedThread,
  values: unknown,
  asNode: string | undefined,
): Promise<RunnableConfig> {
  const { checkpoint } = await server.update(threadId, { ...place, values, asNode }, request);
  return configOf(checkpoint);
}

/** Writes superstep after superstep on top of the newest state; the thread is created for the graph if need be. */
export async function writeSupersteps(
  server: GraphServer,
  { threadId, place, request }: AskedThread,
  graphId: string,
  supersteps: readonly { readonly updates: readonly SuperstepUpdate[] }[],
): Promise<void> {
  if (supersteps.length === 0 || supersteps.some(({ updates }) => updates.length === 0)) {
    throw new ArgumentError('Give at least one superstep, and each of them at least one update.');
  }
  if (place.checkpointId || place.checkpointNs) {
    throw new ArgumentError(
      'Supersteps are added to the newest state. The configuration can not name another.',
    );
  }
  const steps = supersteps.map(({ updates }) => updates);
  await server.bulkUpdate(threadId, graphId, steps, request);
}
