import type { GraphClient } from '../remote-graph/client.ts';
import { asAppError } from './errors/server-errors.ts';
import type { ServerClients } from './server-clients.ts';

/**
 * Does `work` with the client of a connection. Whatever the client throws leaves as an `AppError` that says what was
 * wrong and what to do next, with the server's own words in its details.
 */
export async function withServerClient<T>(
  clients: ServerClients,
  connectionId: string,
  work: (client: GraphClient) => Promise<T>,
): Promise<T> {
  const client = await clients.get(connectionId);
  try {
    return await work(client);
  } catch (thrown) {
    throw asAppError(thrown);
  }
}
