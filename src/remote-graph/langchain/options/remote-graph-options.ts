import type { RunnableConfig } from '@langchain/core/runnables';
import type { GraphClient } from '../../resources/graph-client.ts';
import type { GraphClientSettings } from '../../http/client-settings.ts';
import type { CallOptions } from '../../http/http-client.ts';
import type { CreatedRun, RunPayload, StreamMode } from '../../run-start/run-payload.ts';
import type { WireObject } from '../../http/api-types.ts';
import type { SdkClient } from './sdk-types.ts';

/** Where the graph is: a client, or what one is made of. At least one of `url` and `client` is needed. */
export interface RemoteGraphSettings extends Partial<GraphClientSettings> {
  /** A `GraphClient`, or a `Client` of the official SDK. Given with a `url`, the client wins. */
  readonly client?: GraphClient | SdkClient | undefined;
  /** Merged below each call's own. May also hold run options, such as `streamMode`. */
  readonly config?: Partial<RemoteGraphCallOptions> | undefined;
  /** For people and traces; defaults to the assistant's id. */
  readonly name?: string | undefined;
  /** Sends `langsmith-trace` and `baggage` with runs, where a run is being traced here. */
  readonly distributedTracing?: boolean | undefined;
}

/** What a single call may add to its requests. `params` go into the query; `exact` is about large numbers. */
export type RemoteCall = Pick<CallOptions, 'headers' | 'params' | 'signal' | 'exact'>;

/** Members of a run's body that a remote graph fills in itself, or that mean nothing to a stream. */
type OwnMembers =
  'input' | 'command' | 'config' | 'streamMode' | 'streamSubgraphs' | 'metadata' | keyof RemoteCall;

/**
 * The options of a run: a LangChain configuration, whatever a run's body takes, and headers and query of the request.
 * The thread is `configurable.thread_id`; without one the run keeps nothing.
 */
export interface RemoteGraphCallOptions extends RunnableConfig, Omit<RunPayload, OwnMembers> {
  readonly headers?: RemoteCall['headers'];
  readonly params?: RemoteCall['params'];
  readonly exact?: RemoteCall['exact'];
  /** One mode (default `updates`) or a list; decides what is yielded. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
  /** Yields what subgraphs stream, too, with the namespace it came from. */
  readonly subgraphs?: boolean | undefined;
  /** Told once, when the server has taken the run: needed to cancel it or to join it elsewhere. */
  readonly onRunCreated?: ((run: CreatedRun) => void) | undefined;
}

/** Which states of a thread, newest first. */
export interface HistoryOptions extends RemoteCall {
  /** Only states whose metadata has these members. */
  readonly filter?: WireObject | undefined;
  /** Only states before the one that this configuration names. */
  readonly before?: RunnableConfig | undefined;
  /** How many at most. Default: all there are, fetched page by page as they are read. */
  readonly limit?: number | undefined;
}

/** One write of a superstep. */
export interface SuperstepUpdate {
  readonly values?: unknown;
  readonly asNode: string;
}
