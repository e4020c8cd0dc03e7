import { isUnsupportedRoute, type GraphClient } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';

/**
 * Says why a state or a history could not be read: servers answer 404 for a thing that they do not have as for a route
 * that they do not have. A thread that is there, and has no newest state, shows that it is the route. Always throws.
 */
export async function throwNotOffered(
  client: GraphClient,
  thrown: unknown,
  {
    threadId,
    what,
    readNewest,
  }: {
    readonly threadId: string;
    /** In words for the message: `the state of a thread`. */
    readonly what: string;
    /** Reads what every thread has, where the route is there; left out: what failed was just that. */
    readonly readNewest?: () => Promise<unknown>;
  },
  signal: AbortSignal,
): Promise<never> {
  if (!isUnsupportedRoute(thrown)) throw thrown;
  const refused = readNewest ? await failureOf(readNewest()) : thrown;
  if (!isUnsupportedRoute(refused)) throw thrown;
  if ((await failureOf(client.threads.get(threadId, { signal, purpose: 'threads.get' }))) !== null)
    throw thrown;
  throw new AppError('unsupported', `This server does not offer ${what}.`, {
    hint: 'Runs on the thread can be started and watched all the same.',
    cause: thrown,
  });
}

async function failureOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    await answer;
    return null;
  } catch (thrown) {
    return thrown;
  }
}
