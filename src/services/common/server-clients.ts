import type { GraphClient } from '../../remote-graph/client.ts';
import { asAppError } from '../errors/server-errors.ts';

/** Gives a client for a saved connection, with its key, headers and request log attached. */
export interface ServerClients {
  /**
   * Waits for the demo server when that is what is asked for and it is starting.
   * Throws an `AppError`: `not-found` (no such connection), `secret-locked`, `unreachable` (demo server failed).
   */
  get(connectionId: string): Promise<GraphClient>;
  /**
   * How far the server's clock is ahead of this computer's, in milliseconds, by its last answer; `null` while that is not
   * known. Left out: never known.
   */
  clockSkewMs?(connectionId: string): Promise<number | null>;
}

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
