import type { GraphClient } from 'remote-graph-client/client';
import type { Capabilities, CapabilityName } from '../../shared/model/capability.ts';
import { asAppError } from './server-errors.ts';

/**
 * - `clockSkewMs`: How far the server's clock is ahead of this computer's, in milliseconds, by its responses so far; `null`
 *   if unknown.
 * - `noteCapability`: Remembers what an answer has shown of a server, which only the reader of the answer knows.
 */
export interface ServerClients {
  /**
   * Waits while the demo server starts, if that is requested. Throws an `AppError`: `not-found` (no such
   * connection), `secret-locked`, `unreachable` (demo server failed).
   */
  get(connectionId: string): Promise<GraphClient>;
  clockSkewMs?(connectionId: string): number | null;
  capabilities?(connectionId: string): Capabilities;
  noteCapability?(connectionId: string, name: CapabilityName, available: boolean): void;
}

/** A saved server by its name or address; `null` if there is none. */
export type FindServer = (nameOrUrl: string) => Promise<string | null>;

/**
 * Calls `work` with a connection's client. Errors become an `AppError` with cause, hint and the server's own
 * message in its details.
 */
export async function withServerClient<T>(
  clients: ServerClients,
  connectionId: string,
  work: (client: GraphClient) => Promise<T>,
): Promise<T> {
  const client = await clients.get(connectionId);
  try {
    return await work(client);
  } catch (error) {
    throw asAppError(error);
  }
}
