/**
 * Responses as servers send them (snake_case). Every optional member is missing on at least one server, and
 * unknown members always occur: never compare as a whole. Sources: docs/protocol.md, Assistant records;
 * docs/protocol.md, Thread records; docs/protocol.md, State object; docs/protocol.md, Run records;
 * docs/protocol.md, Graph JSON.
 */

export type WireObject = { readonly [key: string]: unknown };

/** An assistant. A graph's default assistant has `metadata.created_by === "system"`. */
export interface WireAssistant {
  readonly assistant_id: string;
  readonly graph_id: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly version?: number;
  readonly config?: WireObject | null;
  readonly context?: WireObject | null;
  readonly metadata?: WireObject | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/** A page of assistants. `next`: cursor; useless on the JavaScript server (docs/protocol.md, Pagination). */
export interface WireAssistantsPage {
  readonly assistants: WireAssistant[];
  readonly next: string | null;
}

/** JSON schemas of an assistant, each possibly missing or null. */
export interface WireSchemas {
  readonly graph_id?: string;
  readonly input_schema?: unknown;
  readonly output_schema?: unknown;
  readonly state_schema?: unknown;
  readonly config_schema?: unknown;
  readonly context_schema?: unknown;
}

/** Schemas of subgraphs by namespace (`write`, nested ones joined by `|`). Keys differ between servers. */
export type WireSubgraphs = { readonly [namespace: string]: WireObject };

/** A graph node. Start and end may have no `data`; else it is an object or a string. */
export interface WireGraphNode {
  readonly id: string | number;
  readonly type?: string;
  readonly data?: unknown;
  readonly metadata?: WireObject | null;
}

/** A graph edge. `data`: the branch's label, if it differs from the target. */
export interface WireGraphEdge {
  readonly source: string | number;
  readonly target: string | number;
  readonly data?: unknown;
  readonly conditional?: boolean;
}

export interface WireGraph {
  readonly nodes: readonly WireGraphNode[];
  readonly edges: readonly WireGraphEdge[];
}

export type WireThreadStatus = 'idle' | 'busy' | 'interrupted' | 'error';

/**
 * A thread. `values` and `interrupts` lag behind its state (docs/protocol.md, Thread records); read the state
 * for the truth.
 */
export interface WireThread {
  readonly thread_id: string;
  readonly status?: WireThreadStatus | (string & {});
  readonly metadata?: WireObject | null;
  readonly config?: WireObject | null;
  readonly values?: unknown;
  readonly interrupts?: WireObject | null;
  /** Why its last run failed, or who cancelled it; the Python server only. */
  readonly error?: unknown;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** Result of a search's `extract`; hosted servers only. */
  readonly extracted?: WireObject | null;
}

/** Response to pruning: number of affected threads. */
export interface WirePruned {
  readonly pruned_count: number;
}

/** What a part of a thread takes in the server's store. */
export interface WireStored {
  readonly count: number;
  readonly bytes: number;
}

/** What a thread takes in the server's store. */
export interface WireThreadStorage {
  readonly thread_id: string;
  readonly total_bytes: number;
  readonly checkpoints: WireStored;
  readonly channel_values: WireStored & {
    readonly by_channel: Readonly<Record<string, { readonly versions: number; readonly bytes: number }>>;
  };
  readonly pending_writes: WireStored;
}

/** Reference to a state. `checkpoint_map`: namespace to checkpoint id, `""` for the root. */
export interface WireCheckpoint {
  readonly thread_id?: string;
  readonly checkpoint_ns?: string | null;
  readonly checkpoint_id?: string | null;
  readonly checkpoint_map?: { readonly [namespace: string]: string } | null;
}

/** A pending interrupt. `id`: 32 hex digits; missing on older servers. */
export interface WireInterrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** A task of a state. A subgraph's task has `state` if subgraphs were requested, else `checkpoint`. */
export interface WireTask {
  readonly id: string;
  readonly name: string;
  readonly path?: readonly unknown[];
  readonly error?: unknown;
  readonly interrupts?: readonly WireInterrupt[];
  readonly checkpoint?: WireCheckpoint | null;
  readonly state?: WireThreadState | null;
  readonly result?: unknown;
}

/** A state. For a thread that never ran: no checkpoint, no `metadata`, `created_at: null`. */
export interface WireThreadState {
  readonly values: unknown;
  readonly next?: readonly string[] | null;
  readonly tasks?: readonly WireTask[];
  readonly metadata?: WireObject | null;
  readonly created_at?: string | null;
  readonly checkpoint?: WireCheckpoint | null;
  readonly parent_checkpoint?: WireCheckpoint | null;
  readonly interrupts?: readonly WireInterrupt[];
}

/** Response to a state update: reference to the written state. */
export interface WireStateUpdate {
  readonly checkpoint: WireCheckpoint;
}

/** `success` includes "stopped at an interrupt"; only the thread shows it (docs/protocol.md, Run status). */
export type WireRunStatus = 'pending' | 'running' | 'success' | 'error' | 'interrupted' | 'timeout';

/** A run. `kwargs`: what it was started with. */
export interface WireRun {
  readonly run_id: string;
  readonly thread_id: string;
  readonly assistant_id: string;
  readonly status: WireRunStatus | (string & {});
  readonly metadata?: WireObject | null;
  readonly kwargs?: WireObject | null;
  readonly multitask_strategy?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/** `GET /info`. `context: "js"`: the open-source JavaScript server. `flags.crons`: whether crons work. */
export interface WireServerInfo {
  readonly version?: string;
  readonly context?: string;
  readonly langgraph_js_version?: string;
  readonly langgraph_py_version?: string;
  readonly flags?: { readonly [flag: string]: unknown };
  readonly metadata?: WireObject | null;
}

/** A scheduled run; not on the open-source JavaScript server (docs/protocol.md, Crons). Times as the server formats them. */
export interface WireCron {
  readonly cron_id: string;
  readonly assistant_id?: string | null;
  readonly thread_id?: string | null;
  readonly schedule: string;
  readonly timezone?: string | null;
  readonly end_time?: string | null;
  readonly next_run_date?: string | null;
  readonly enabled?: boolean;
  readonly on_run_completed?: string | null;
  readonly payload?: WireObject | null;
  readonly metadata?: WireObject | null;
  readonly user_id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/** A store item. `score`: relevance to the search query, where the store ranks. */
export interface WireStoreItem {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: WireObject;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly score?: number | null;
}

export interface WireStoreItems {
  readonly items: readonly WireStoreItem[];
}

export interface WireNamespaces {
  readonly namespaces: readonly (readonly string[])[];
}
