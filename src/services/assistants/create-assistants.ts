import {
  GraphServerError,
  isUnsupportedRoute,
  rawTextOf,
  type GraphClient,
  type WireAssistant,
} from 'remote-graph-client/client';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { listGraphsFromThreads, rethrowAsUnsupported } from './assistants-fallback.ts';
import { toAssistant, toAssistantSchemas } from './assistant-mapper.ts';
import { createAssistantChanges, type AssistantChanges } from './assistant-changes.ts';
import { toGraphShape } from './graph-mapper.ts';

export interface Assistants {
  readonly calls: Pick<
    StudioHandlers['calls'],
    'assistants.list' | 'assistants.schemas' | 'assistants.graph' | keyof AssistantChanges
  >;
  readonly streams: Readonly<Record<never, never>>;
}

export function createAssistants({ clients }: { readonly clients: ServerClients }): Assistants {
  return {
    calls: {
      ...createAssistantChanges({ clients }),
      'assistants.list': ({ connectionId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          try {
            const assistants = await everyAssistant(client, signal);
            return assistants.flatMap((wire) => toAssistant(wire, rawTextOf(wire)) ?? []);
          } catch (error) {
            if (!isUnsupportedRoute(error)) throw error;
            return listGraphsFromThreads(client, signal);
          }
        }),
      'assistants.schemas': ({ connectionId, assistantId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const options = { signal, purpose: 'assistants.schemas' };
          const schemas = await client.assistants
            .getSchemas(assistantId, options)
            .catch((error: unknown) => rethrowAsUnsupported(client, error, options));
          return toAssistantSchemas(rawTextOf(schemas));
        }),
      'assistants.graph': ({ connectionId, assistantId }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          expandedGraph(client, assistantId, signal).catch((error: unknown) =>
            rethrowAsUnsupported(client, error, { signal, purpose: 'assistants.graph' }),
          ),
        ),
    },
    streams: {},
  };
}

const pageSize = 100;

// More than anyone could pick from. Bounds a server that never sends a short page.
const maxPages = 100;

// Reads until a page is short, because pagination headers can't be trusted (docs/protocol.md, Pagination).
async function everyAssistant(client: GraphClient, signal: AbortSignal): Promise<WireAssistant[]> {
  const byId = new Map<string, WireAssistant>();
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize };
    // Sequential: only a page shows whether there is a next one.
    const assistants = await client.assistants.search(query, { signal, purpose: 'assistants.list' });
    for (const assistant of assistants) byId.set(assistant.assistant_id, assistant);
    if (assistants.length < pageSize) break;
  }
  return [...byId.values()];
}

/**
 * The graph with all levels. A server that can't expand it (500, or 400 and 422) may still send the plain
 * graph; if that fails too, its error is thrown.
 */
export async function expandedGraph(
  client: GraphClient,
  assistantId: string,
  signal: AbortSignal,
): Promise<GraphShape> {
  const options = { signal, purpose: 'assistants.graph' };
  try {
    return toGraphShape(await client.assistants.getGraph(assistantId, { xray: true }, options));
  } catch (error) {
    const mayDrawPlain =
      error instanceof GraphServerError &&
      (error.status >= 500 || error.status === 400 || error.status === 422);
    if (!mayDrawPlain) throw error;
    return toGraphShape(await client.assistants.getGraph(assistantId, { xray: false }, options));
  }
}
