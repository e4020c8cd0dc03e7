import {
  GraphServerError,
  isUnsupportedRoute,
  rawTextOf,
  type GraphClient,
  type WireAssistant,
} from '../../remote-graph/client.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { listGraphsFromThreads, rethrowAsUnsupported } from './assistants-fallback.ts';
import { toAssistant, toAssistantSchemas } from './assistant-mapper.ts';
import { toGraphShape } from './graph-mapper.ts';

/** The part of the contract about assistants. */
export interface Assistants {
  readonly calls: Pick<
    StudioHandlers['calls'],
    'assistants.list' | 'assistants.schemas' | 'assistants.graph'
  >;
  readonly streams: Readonly<Record<never, never>>;
}

/** Assistants of a server: what there is, what they take, and how their graphs look. */
export function createAssistants({ clients }: { readonly clients: ServerClients }): Assistants {
  return {
    calls: {
      'assistants.list': ({ connectionId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          try {
            const found = await everyAssistant(client, signal);
            return found.flatMap((wire) => toAssistant(wire, rawTextOf(wire)) ?? []);
          } catch (thrown) {
            if (!isUnsupportedRoute(thrown)) throw thrown;
            return listGraphsFromThreads(client, signal);
          }
        }),
      'assistants.schemas': ({ connectionId, assistantId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const options = { signal, purpose: 'assistants.schemas' };
          const schemas = await client.assistants
            .getSchemas(assistantId, options)
            .catch((thrown: unknown) => rethrowAsUnsupported(client, thrown, options));
          return toAssistantSchemas(rawTextOf(schemas));
        }),
      'assistants.graph': ({ connectionId, assistantId }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          expandedGraph(client, assistantId, signal).catch((thrown: unknown) =>
            rethrowAsUnsupported(client, thrown, { signal, purpose: 'assistants.graph' }),
          ),
        ),
    },
    streams: {},
  };
}

const pageSize = 100;

/** More than anybody could pick from; a server that never sends a short page must not hold us for ever. */
const mostPages = 100;

/** Pages until a page is short, because the pagination headers can't be trusted (docs/protocol.md, Pagination). */
async function everyAssistant(client: GraphClient, signal: AbortSignal): Promise<WireAssistant[]> {
  const byId = new Map<string, WireAssistant>();
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize };
    // One page after the other: only a page tells whether there is a next one.
    const found = await client.assistants.search(query, { signal, purpose: 'assistants.list' });
    for (const assistant of found) byId.set(assistant.assistant_id, assistant);
    if (found.length < pageSize) break;
  }
  return [...byId.values()];
}

/**
 * The graph with all its levels. A server that fails at expanding it (500), or does not know how to (400, 422), may
 * still draw the plain one; when that fails too, its words are those of the plain request.
 */
async function expandedGraph(
  client: GraphClient,
  assistantId: string,
  signal: AbortSignal,
): Promise<GraphShape> {
  const options = { signal, purpose: 'assistants.graph' };
  try {
    return toGraphShape(await client.assistants.getGraph(assistantId, { xray: true }, options));
  } catch (thrown) {
    const mayDrawPlain =
      thrown instanceof GraphServerError &&
      (thrown.status >= 500 || thrown.status === 400 || thrown.status === 422);
    if (!mayDrawPlain) throw thrown;
    return toGraphShape(await client.assistants.getGraph(assistantId, { xray: false }, options));
  }
}
