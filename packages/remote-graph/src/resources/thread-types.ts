import type { CallOptions } from '../http/http-client.ts';
import type { PageOptions } from '../http/paginate.ts';
import type { RunCommand } from '../run-stream/run-payload.ts';
import type { WireCheckpoint, WireObject, WireThreadStatus } from '../http/api-types.ts';

/** Lifetime of a thread after its last use, in minutes; hosted servers only. */
export type ThreadTtl = number | { readonly ttl: number; readonly strategy?: 'delete' | undefined };

/** Updates that form one superstep of a new history. */
export interface Superstep {
  readonly updates: readonly {
    readonly values?: unknown;
    readonly command?: RunCommand | null | undefined;
    /** The node that counts as the writer. */
    readonly asNode: string;
  }[];
}

/** A new thread. Without an id one is generated here, so that creation can be retried safely. */
export interface ThreadCreate extends CallOptions {
  readonly threadId?: string | undefined;
  readonly metadata?: WireObject | null | undefined;
  /** Allows state updates before the first run. */
  readonly graphId?: string | null | undefined;
  /** If the thread exists: fail (409), or return it. */
  readonly ifExists?: 'raise' | 'do_nothing' | undefined;
  /** Initial history; requires `graphId`. */
  readonly supersteps?: readonly Superstep[] | undefined;
  readonly ttl?: ThreadTtl | undefined;
}

/** Changes to a thread. Metadata is merged. */
export interface ThreadPatch extends CallOptions {
  readonly metadata?: WireObject | undefined;
  readonly ttl?: ThreadTtl | undefined;
  /** Returns nothing instead of the thread. */
  readonly returnMinimal?: boolean | undefined;
}

/** The JavaScript server matches a thread without values for any values. */
export interface ThreadFilter extends CallOptions {
  readonly status?: WireThreadStatus | undefined;
  readonly metadata?: WireObject | null | undefined;
  readonly values?: WireObject | null | undefined;
}

export interface ThreadOrder extends ThreadFilter {
  readonly ids?: readonly string[] | undefined;
  readonly sortBy?: 'thread_id' | 'status' | 'created_at' | 'updated_at' | 'state_updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Members to return. */
  readonly select?: readonly string[] | undefined;
  /** Paths into the values, returned as `extracted`; hosted servers only. */
  readonly extract?: Readonly<Record<string, string>> | undefined;
}

/** A search. `limit`: 1 to 1000; `searchAll` goes through all pages. */
export interface ThreadQuery extends ThreadOrder {
  readonly limit?: number;
  readonly offset?: number;
}

/** Which state; the newest if empty. `checkpoint` covers what the two ids can't express. */
export interface StateRef {
  readonly checkpointId?: string | null | undefined;
  /** Namespace of a subgraph: `write:4014035b-…`, levels joined by `|`. */
  readonly checkpointNs?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
}

/** A state to read: an id, a checkpoint as servers write it, or a reference. */
export type StateSelector = string | WireCheckpoint | (StateRef & StateOptions);

/** `subgraphs`: include the states of subgraphs in their tasks. */
export interface StateOptions extends CallOptions {
  readonly subgraphs?: boolean | undefined;
}

/** The state that a page of history comes after: its id, checkpoint or config. */
export type HistoryCursor = string | WireCheckpoint | { readonly configurable?: WireCheckpoint | undefined };

export interface StateHistoryFilter extends StateRef, CallOptions {
  readonly before?: HistoryCursor | null | undefined;
  /** Only states whose metadata has these members: `{"source": "update"}`. */
  readonly metadata?: WireObject | null | undefined;
}

/** A page of history, newest first. */
export interface HistoryQuery extends StateHistoryFilter {
  readonly limit?: number;
}

export interface FullHistoryQuery extends StateHistoryFilter, Omit<PageOptions, 'offset'> {}

/** A state update. `values` may be `JsonText`; null writes a new checkpoint with the same values. */
export interface ThreadStateUpdate extends StateRef, CallOptions {
  readonly values: unknown;
  /** The node that counts as having just run; defaults to the server's choice, the last writer. */
  readonly asNode?: string | null | undefined;
}

export interface ThreadStreamQuery extends CallOptions {
  readonly lastEventId?: string | undefined;
  /** Default: `run_modes`. */
  readonly streamMode?: ThreadStreamMode | readonly ThreadStreamMode[] | undefined;
}

export type ThreadStreamMode = 'run_modes' | 'lifecycle' | 'state_update';
