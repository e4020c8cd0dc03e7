import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';

const maxThreads = 100;

// Graphs to run on a server without assistants: those that its newest threads ran, because such a server
// reports no others.
export async function listGraphsFromThreads(client: GraphClient, signal: AbortSignal): Promise<Assistant[]> {
  const query = { limit: maxThreads, select: ['thread_id', 'metadata'] };
  const threads = await client.threads.search(query, { signal, purpose: 'assistants.list' });
  const ids = new Map<string, string>();
  for (const thread of threads.map(toThread)) {
    const graphId = thread?.graphId ?? thread?.assistantId ?? null;
    if (graphId !== null && !ids.has(graphId)) ids.set(graphId, thread?.assistantId ?? graphId);
  }
  return [...ids].map(([graphId, assistantId]) => ({
    assistantId,
    graphId,
    name: graphId,
    description: null,
    version: null,
    bySystem: true,
    updatedAt: null,
    configText: '{}',
    contextText: '{}',
  }));
}

// Throws `unsupported` if the server has no assistants at all, else rethrows: only this one is missing.
export async function rethrowAsUnsupported(
  client: GraphClient,
  error: unknown,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<never> {
  if (!isUnsupportedRoute(error)) throw error;
  try {
    await client.assistants.search({ limit: 1 }, options);
    if (options.purpose === 'assistants.graph' && (await client.hasAgents(options))) {
      throw new AppError('unsupported', 'This server does not offer graphs.', {
        hint: 'It lists agents, which you can still run.',
        cause: error,
      });
    }
  } catch (why) {
    if (why instanceof AppError) throw why;
    if (isUnsupportedRoute(why)) {
      throw new AppError('unsupported', 'This server does not offer graphs and schemas.', {
        hint: 'Its threads and runs still work. Enter inputs as JSON.',
        cause: error,
      });
    }
  }
  throw error;
}
