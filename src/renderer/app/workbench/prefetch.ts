import type { QueryClient } from '@tanstack/react-query';
import { assistantsQuery, graphQuery } from '../../queries/shared-queries.ts';
import type { Studio } from '../../rpc/rpc-context.ts';
import type { Selection } from './selection.ts';

/**
 * Prefetches the last selection while the window renders. If the server or the assistant is gone meanwhile, the
 * response is unused.
 */
export function prefetchSelection(client: QueryClient, studio: Studio, selection: Selection): void {
  const { connectionId, assistantId } = selection;
  if (connectionId === null) return;
  void client.prefetchQuery(assistantsQuery(studio, connectionId));
  if (assistantId !== null) void client.prefetchQuery(graphQuery(studio, connectionId, assistantId));
}
