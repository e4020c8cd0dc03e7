import type { QueryClient } from '@tanstack/react-query';
import { assistantsQuery, graphQuery } from '../../queries/shared-queries.ts';
import type { Studio } from '../../rpc/rpc-context.ts';
import type { Selection } from './selection.ts';

/**
 * Asks for what the last picture showed before a new one is drawn: the answers come while the window is being built.
 * When the server or the assistant is gone meanwhile, nobody looks at the answer.
 */
export function prefetchSelection(client: QueryClient, studio: Studio, selection: Selection): void {
  const { connectionId, assistantId } = selection;
  if (connectionId === null) return;
  void client.prefetchQuery(assistantsQuery(studio, connectionId));
  if (assistantId !== null) void client.prefetchQuery(graphQuery(studio, connectionId, assistantId));
}
