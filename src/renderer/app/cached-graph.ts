import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { Assistant } from '../../shared/model/assistant.ts';
import { GraphShape } from '../../shared/model/graph.ts';
import { readStoredText, writeStoredText } from '../storage/persistent-store.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { graphQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import type { Selection } from '../runs/selection.ts';

/*
 * The last displayed graph, cached on disk: shown at startup while its server is starting or being located, and
 * replaced by the server's response.
 */

const key = 'last-graph';

// Graphs with tens of thousands of nodes are not cached, because startup would wait for reading them.
const maxTextLength = 500_000;

const CachedGraph = z.strictObject({
  connectionId: z.string(),
  assistantId: z.string(),
  version: z.nullable(z.number()),
  name: z.string(),
  shape: GraphShape,
});
export type CachedGraph = z.infer<typeof CachedGraph>;

// Memoizes the last read, because each render asks for it while the server starts.
let read: { readonly text: string; readonly last: CachedGraph | null } | null = null;

/** The cached graph if it belongs to the selected assistant. The same text returns the same object. */
export function readCachedGraph({ connectionId, assistantId }: Selection): CachedGraph | null {
  const text = readStoredText(key);
  if (text === null) return null;
  if (read?.text !== text) read = { text, last: parseLastGraph(text) };
  const { last } = read;
  return last?.connectionId === connectionId && last.assistantId === assistantId ? last : null;
}

function parseLastGraph(text: string): CachedGraph | null {
  try {
    return CachedGraph.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function restoreCachedGraph(client: QueryClient, selection: Selection): void {
  const last = readCachedGraph(selection);
  if (last === null) return;
  const queryKey = queryKeys.graph(last.connectionId, last.assistantId);
  if (client.getQueryData(queryKey) === undefined)
    client.setQueryData(queryKey, last.shape, { updatedAt: 0 });
}

export function useCacheGraph(connectionId: string | null, assistant: Assistant | null): void {
  const rpc = useRpc();
  const { data, dataUpdatedAt } = useQuery({
    ...graphQuery(rpc, connectionId ?? '', assistant?.assistantId ?? ''),
    enabled: connectionId !== null && assistant !== null,
  });
  useEffect(() => {
    if (connectionId === null || assistant === null || data === undefined || dataUpdatedAt === 0) return;
    const { assistantId, version, graphId } = assistant;
    const last: CachedGraph = { connectionId, assistantId, version, name: graphId, shape: data };
    const text = JSON.stringify(last);
    writeStoredText(key, text.length > maxTextLength ? null : text);
  }, [connectionId, assistant, data, dataUpdatedAt]);
}
