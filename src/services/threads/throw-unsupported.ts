import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';

/**
 * Explains a failed read of a state or history: servers send 404 for a missing thing and for a missing route.
 * A thread that exists but has no newest state proves that the route is missing. Always throws.
 */
export async function throwUnsupported(
  client: GraphClient,
  error: unknown,
  {
    threadId,
    what,
    readNewest,
  }: {
    readonly threadId: string;
    // Noun phrase for the message: `the state of a thread`.
    readonly what: string;
    // Reads what every thread has; omitted if that is what failed.
    readonly readNewest?: () => Promise<unknown>;
  },
  signal: AbortSignal,
): Promise<never> {
  if (!isUnsupportedRoute(error)) throw error;
  const refused = readNewest ? await failureOf(readNewest()) : error;
  if (!isUnsupportedRoute(refused)) throw error;
  if ((await failureOf(client.threads.get(threadId, { signal, purpose: 'threads.get' }))) !== null)
    throw error;
  throw new AppError('unsupported', `This server does not offer ${what}.`, {
    hint: 'You can still start and watch runs on the thread.',
    cause: error,
  });
}

async function failureOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    await answer;
    return null;
  } catch (error) {
    return error;
  }
}
