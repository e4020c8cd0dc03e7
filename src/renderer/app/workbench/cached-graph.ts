import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { GraphShape } from '../../../shared/model/graph.ts';
import { readStoredText, writeStoredText } from '../../storage/persistent-store.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { graphQuery } from '../../queries/shared-queries.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import type { Selection } from './selection.ts';

/*
 * The graph that was on show last, kept on the disk: a window that opens draws it while its server still starts or
 * is being found. What the server says takes its place.
 */

const key = 'last-graph';

/** Graphs of tens of thousands of nodes are not kept: reading them would be what a start waits for. */
const longestText = 500_000;

const CachedGraph = z.strictObject({
  connectionId: z.string(),
  assistantId: z.string(),
  version: z.number().nullable(),
  name: z.string(),
  shape: GraphShape,
});
export type CachedGraph = z.infer<typeof CachedGraph>;

/** What was read last: while its server starts, the window asks for it whenever it is rendered. */
let read: { readonly text: string; readonly last: CachedGraph | null } | null = null;

/** The last graph, when it is the selected assistant's. The same text gives the same object. */
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

/** Puts the last graph where the server's answer will be, as something old that is asked for again. */
export function restoreCachedGraph(client: QueryClient, selection: Selection): void {
  const last = readCachedGraph(selection);
  if (last === null) return;
  const place = queryKeys.graph(last.connectionId, last.assistantId);
  if (client.getQueryData(place) === undefined) client.setQueryData(place, last.shape, { updatedAt: 0 });
}

/** Keeps the graph of the assistant on show, once its server has said it. */
export function useCacheGraph(connectionId: string | null, assistant: Assistant | null): void {
  const studio = useStudio();
  const { data, dataUpdatedAt } = useQuery({
    ...graphQuery(studio, connectionId ?? '', assistant?.assistantId ?? ''),
    enabled: connectionId !== null && assistant !== null,
  });
  useEffect(() => {
    if (connectionId === null || assistant === null || data === undefined || dataUpdatedAt === 0) return;
    const { assistantId, version, graphId } = assistant;
    const last: CachedGraph = { connectionId, assistantId, version, name: graphId, shape: data };
    const text = JSON.stringify(last);
    writeStoredText(key, text.length > longestText ? null : text);
  }, [connectionId, assistant, data, dataUpdatedAt]);
}
