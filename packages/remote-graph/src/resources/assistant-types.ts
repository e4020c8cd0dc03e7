import type { CallOptions } from '../http/http-client.ts';
import type { WireObject } from '../http/api-types.ts';

export interface AssistantFilter extends CallOptions {
  readonly graphId?: string | null | undefined;
  /** Members of the metadata, possibly nested. */
  readonly metadata?: WireObject | null | undefined;
  /** Part of the name, case-insensitive. */
  readonly name?: string | null | undefined;
}

/** The JavaScript server ignores it: always newest first. */
export interface AssistantOrder {
  readonly sortBy?: 'assistant_id' | 'graph_id' | 'name' | 'created_at' | 'updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Members to return. */
  readonly select?: readonly string[] | undefined;
}

/** A search. `limit`: 1 to 1000; `searchAll` goes through all pages. */
export interface AssistantQuery extends AssistantFilter, AssistantOrder {
  readonly limit?: number;
  readonly offset?: number;
  /** Also returns the next page's cursor, if the server does. */
  readonly includePagination?: boolean | undefined;
}

/** Content of an assistant. */
export interface AssistantPatch extends CallOptions {
  readonly graphId?: string | undefined;
  readonly config?: unknown;
  readonly context?: unknown;
  readonly metadata?: WireObject | null | undefined;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}

export interface AssistantCreate extends AssistantPatch {
  readonly graphId: string;
  readonly assistantId?: string | undefined;
  /** If the assistant exists: fail (409), or return it. */
  readonly ifExists?: 'raise' | 'do_nothing' | undefined;
}

/** A page of an assistant's versions, newest first. */
export interface VersionQuery extends CallOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly metadata?: WireObject | null | undefined;
}

export interface GraphQuery extends CallOptions {
  readonly xray?: boolean | number | undefined;
}

export interface SubgraphsQuery extends CallOptions {
  readonly namespace?: string | undefined;
  readonly recurse?: boolean | undefined;
}
