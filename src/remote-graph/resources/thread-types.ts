import type { CallOptions } from '../http/http-client.ts';
import type { PageOptions } from '../http/paginate.ts';
import type { RunCommand } from '../run-start/run-payload.ts';
import type { WireCheckpoint, WireObject, WireThreadStatus } from '../http/api-types.ts';

/** How long a thread is kept after its last use, in minutes; hosted servers only. */
export type ThreadTtl = number | { readonly ttl: number; readonly strategy?: 'delete' | undefined };

/** A step of a history to be made: updates that count as one superstep. */
export interface Superstep {
  readonly updates: readonly {
    readonly values?: unknown;
    readonly command?: RunCommand | null | undefined;
    /** The node that is taken to have written it. */
    readonly asNode: string;
  }[];
}

/** A new thread. Without an id one is made here, so that creating it can be repeated safely (row C-4). */
export interface ThreadCreate extends CallOptions {
  readonly threadId?: string | undefined;
  readonly metadata?: WireObject | null | undefined;
  /** Lets the state be updated before the first run. */
  readonly graphId?: string | null | undefined;
  /** What to do when the thread exists: fail (409), or give the one that is there. */
  readonly ifExists?: 'raise' | 'do_nothing' | undefined;
  /** A history to begin with. Takes `graphId`. */
  readonly supersteps?: readonly Superstep[] | undefined;
  readonly ttl?: ThreadTtl | undefined;
}

/** What to change of a thread. Metadata is merged. */
export interface ThreadPatch extends CallOptions {
  readonly metadata?: WireObject | undefined;
  readonly ttl?: ThreadTtl | undefined;
  /** Don't wait for the thread: the answer is nothing. */
  readonly returnMinimal?: boolean | undefined;
}

/** Which threads. The JavaScript server takes a thread without values for one that has any. */
export interface ThreadFilter extends CallOptions {
  readonly status?: WireThreadStatus | undefined;
  readonly metadata?: WireObject | null | undefined;
  readonly values?: WireObject | null | undefined;
}

/** The order of threads, and which of them. */
export interface ThreadOrder extends ThreadFilter {
  readonly ids?: readonly string[] | undefined;
  readonly sortBy?: 'thread_id' | 'status' | 'created_at' | 'updated_at' | 'state_updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Only these members of each. */
  readonly select?: readonly string[] | undefined;
  /** Paths into the values to hand out as `extracted`; hosted servers only. */
  readonly extract?: Readonly<Record<string, string>> | undefined;
}

/** What to search for. `limit` is 1 to 1000; `searchAll` goes through all pages. */
export interface ThreadQuery extends ThreadOrder {
  readonly limit?: number;
  readonly offset?: number;
}

/** Which state. Without any of these: the newest. `checkpoint` is for all that the two ids can't say. */
export interface StateRef {
  readonly checkpointId?: string | null | undefined;
  /** Namespace of a subgraph: `write:4014035b-…`, levels joined with `|`. */
  readonly checkpointNs?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
}

/** A state to read: an id, a checkpoint as servers write it, or a place. */
export type StateSelector = string | WireCheckpoint | (StateRef & StateOptions);

/** Reading a state. With `subgraphs` the tasks hold the states of their subgraphs. */
export interface StateOptions extends CallOptions {
  readonly subgraphs?: boolean | undefined;
}

/** The state that a page of history comes after: its id, its checkpoint, or the config that names it. */
export type HistoryCursor = string | WireCheckpoint | { readonly configurable?: WireCheckpoint | undefined };

/** Which states. */
export interface StateHistoryFilter extends StateRef, CallOptions {
  readonly before?: HistoryCursor | null | undefined;
  /** Only states whose metadata has these members: `{"source": "update"}`. */
  readonly metadata?: WireObject | null | undefined;
}

/** A page of history, newest first. */
export interface HistoryQuery extends StateHistoryFilter {
  readonly limit?: number;
}

/** The whole history, page by page. */
export interface FullHistoryQuery extends StateHistoryFilter, Omit<PageOptions, 'offset'> {}

/** A write to a thread's state. `values` may be `JsonText`; null writes a new checkpoint with the same values. */
export interface ThreadStateUpdate extends StateRef, CallOptions {
  readonly values: unknown;
  /** The node that is taken to have just run. Without it the server takes the last one that wrote. */
  readonly asNode?: string | null | undefined;
}

/** Where to begin reading what happens on a thread, and what of it. */
export interface ThreadStreamQuery extends CallOptions {
  readonly lastEventId?: string | undefined;
  /** Default: `run_modes`. */
  readonly streamMode?: ThreadStreamMode | readonly ThreadStreamMode[] | undefined;
}

export type ThreadStreamMode = 'run_modes' | 'lifecycle' | 'state_update';
