/**
 * What servers send, field by field as they send it (snake_case). Every optional member was seen to be missing on at
 * least one server, and unknown members are always there: read, never compared as a whole. The facts behind each type:
 * docs/protocol.md, Assistant records; docs/protocol.md, Thread records; docs/protocol.md, State object;
 * docs/protocol.md, Run records; docs/protocol.md, Graph JSON.
 */

/** Any JSON object. */
export type WireObject = { readonly [key: string]: unknown };

/** An assistant. The one that a server makes for each graph has `metadata.created_by === "system"`. */
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

/**
 * A page of assistants. `next`: the server's cursor; the JavaScript server's says nothing (docs/protocol.md,
 * Pagination).
 */
export interface WireAssistantsPage {
  readonly assistants: WireAssistant[];
  readonly next: string | null;
}

/** JSON schemas of an assistant. Any of them may be missing or null. */
export interface WireSchemas {
  readonly graph_id?: string;
  readonly input_schema?: unknown;
  readonly output_schema?: unknown;
  readonly state_schema?: unknown;
  readonly config_schema?: unknown;
  readonly context_schema?: unknown;
}

/** Schemas of subgraphs by namespace (`write`, nested ones joined with `|`). The keys differ between servers. */
export type WireSubgraphs = { readonly [namespace: string]: WireObject };

/** A node of a graph. Start and end may be bare; `data` is an object, a string or missing. */
export interface WireGraphNode {
  readonly id: string | number;
  readonly type?: string;
  readonly data?: unknown;
  readonly metadata?: WireObject | null;
}

/** An edge. `data` is the branch's label, only when it differs from the target. */
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
 * A thread. `values` and `interrupts` lag behind its state (docs/protocol.md, Thread records): read the state for the
 * truth.
 */
export interface WireThread {
  readonly thread_id: string;
  readonly status?: WireThreadStatus | (string & {});
  readonly metadata?: WireObject | null;
  readonly config?: WireObject | null;
  readonly values?: unknown;
  readonly interrupts?: WireObject | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** What `extract` of a search asked for; hosted servers only. */
  readonly extracted?: WireObject | null;
}

/** The answer to a pruning: how many threads it has touched. */
export interface WirePruned {
  readonly pruned_count: number;
}

/** Names one state of a thread. `checkpoint_map`: namespace to checkpoint id, `""` is the root. */
export interface WireCheckpoint {
  readonly thread_id?: string;
  readonly checkpoint_ns?: string | null;
  readonly checkpoint_id?: string | null;
  readonly checkpoint_map?: { readonly [namespace: string]: string } | null;
}

/** A pending question. `id` is 32 hex digits; older servers leave it out. */
export interface WireInterrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** A task of a state. A subgraph's task has `state` when subgraphs were asked for, else `checkpoint`. */
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

/** A state. A thread that never ran has no checkpoint, no `metadata` and `created_at: null`. */
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

/** The answer to a state update: where the written state lies. */
export interface WireStateUpdate {
  readonly checkpoint: WireCheckpoint;
}

/** `success` also stands for "stopped at an interrupt": only the thread tells (docs/protocol.md, Run status). */
export type WireRunStatus = 'pending' | 'running' | 'success' | 'error' | 'interrupted' | 'timeout';

/** A run. What it was started with lies in `kwargs`. */
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

/** `GET /info`. `context: "js"` is the open-source JavaScript server; `flags.crons` tells whether crons work. */
export interface WireServerInfo {
  readonly version?: string;
  readonly context?: string;
  readonly langgraph_js_version?: string;
  readonly langgraph_py_version?: string;
  readonly flags?: { readonly [flag: string]: unknown };
  readonly metadata?: WireObject | null;
}

/** A run on a schedule; hosted servers only (docs/protocol.md, Crons). Times are the server's texts. */
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

/** An item of the store. `score`: how well it fits the query of a search, where the store ranks. */
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
