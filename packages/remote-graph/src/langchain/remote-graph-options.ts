import type { RunnableConfig } from '@langchain/core/runnables';
import type { GraphClient } from '../resources/graph-client.ts';
import type { GraphClientSettings } from '../http/client-settings.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { CreatedRun, RunPayload, StreamMode } from '../run-stream/run-payload.ts';
import type { WireObject } from '../http/api-types.ts';
import type { SdkClient } from './sdk-types.ts';

/** A client, or the settings to create one: either `client` or `url` is required. */
export interface RemoteGraphSettings extends Partial<GraphClientSettings> {
  /** A `GraphClient`, or a `Client` of the official SDK. Refused beside `url` and other settings of a client. */
  readonly client?: GraphClient | SdkClient | undefined;
  /** Defaults for each call. May include run options, such as `streamMode`. */
  readonly config?: Partial<RemoteGraphCallOptions> | undefined;
  /** Display name, also in traces; defaults to the assistant's id. */
  readonly name?: string | undefined;
  /** Sends `langsmith-trace` and `baggage` with runs that are traced here. */
  readonly distributedTracing?: boolean | undefined;
}

/** Per-call request options. `params` go into the query; `exact` concerns large numbers. */
export type RemoteCall = Pick<CallOptions, 'headers' | 'params' | 'signal' | 'exact'>;

// Members of a run's body that are no options of a remote graph.
type OwnMembers =
  // Set by the remote graph, or not for a stream:
  'input' | 'command' | 'config' | 'streamMode' | 'streamSubgraphs' | 'metadata' | keyof RemoteCall;

/**
 * Options of a run: LangChain configuration, members of a run's body, headers and query. The thread is
 * `configurable.thread_id`; without one the run is stateless.
 */
export interface RemoteGraphCallOptions extends RunnableConfig, Omit<RunPayload, OwnMembers> {
  readonly headers?: RemoteCall['headers'];
  readonly params?: RemoteCall['params'];
  readonly exact?: RemoteCall['exact'];
  /** One mode (default `updates`) or a list; decides what is yielded. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
  /** Also yields events of subgraphs, with their namespace. */
  readonly subgraphs?: boolean | undefined;
  /** Called once when the server has accepted the run: needed to cancel it or join it elsewhere. */
  readonly onRunCreated?: ((run: CreatedRun) => void) | undefined;
}

/** Which states of a thread, newest first. */
export interface HistoryOptions extends RemoteCall {
  /** Only states whose metadata has these members. */
  readonly filter?: WireObject | undefined;
  /** Only states before the one that this configuration names. */
  readonly before?: RunnableConfig | undefined;
  /** Maximum; all if omitted, fetched page by page on demand. */
  readonly limit?: number | undefined;
}

export interface SuperstepUpdate {
  readonly values?: unknown;
  readonly asNode: string;
}
