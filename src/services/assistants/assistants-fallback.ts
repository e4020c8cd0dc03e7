import { isUnsupportedRoute, type GraphClient } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';

/** As many threads as are looked at, newest first. */
const mostThreads = 100;

/**
 * What can be run on a server that has no assistants: the graphs that its newest threads ran. It is all that such a server
 * tells of its graphs; one without threads has none to show.
 */
export async function listGraphsFromThreads(client: GraphClient, signal: AbortSignal): Promise<Assistant[]> {
  const query = { limit: mostThreads, select: ['thread_id', 'metadata'] };
  const found = await client.threads.search(query, { signal, purpose: 'assistants.list' });
  const ids = new Map<string, string>();
  for (const thread of found.map(toThread)) {
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

/** Throws `unsupported` where the server has no assistants at all, else what was thrown: only this one is missing. */
export async function rethrowAsUnsupported(
  client: GraphClient,
  thrown: unknown,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<never> {
  if (!isUnsupportedRoute(thrown)) throw thrown;
  try {
    await client.assistants.search({ limit: 1 }, options);
  } catch (why) {
    if (isUnsupportedRoute(why)) {
      throw new AppError('unsupported', 'This server does not offer graphs and schemas.', {
        hint: 'Its threads and runs can be used all the same. Type inputs as JSON.',
        cause: thrown,
      });
    }
  }
  throw thrown;
}
