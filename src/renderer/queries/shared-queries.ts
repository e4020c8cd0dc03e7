import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import type { Studio } from '../rpc/rpc-context.ts';

/* Readings of a server that several features make: one key, one request. */

/** Assistants of a server; they seldom change. */
export function assistantsQuery(studio: Studio, connectionId: string) {
  return queryOptions({
    queryKey: queryKeys.assistants(connectionId),
    queryFn: ({ signal }) => studio.call('assistants.list', { connectionId }, signal),
    staleTime: 30_000,
  });
}

/** The whole graph of an assistant. */
export function graphQuery(studio: Studio, connectionId: string, assistantId: string) {
  return queryOptions({
    queryKey: queryKeys.graph(connectionId, assistantId),
    queryFn: ({ signal }) => studio.call('assistants.graph', { connectionId, assistantId }, signal),
  });
}

/** What really ran on a thread. `version` changes when its runs did. */
export function observedQuery(studio: Studio, connectionId: string, threadId: string, version: string) {
  return queryOptions({
    queryKey: queryKeys.observed(connectionId, threadId, version),
    queryFn: ({ signal }) => studio.call('threads.executionTrace', { connectionId, threadId }, signal),
  });
}
