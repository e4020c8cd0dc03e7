import type { GraphClient } from '../remote-graph/client.ts';

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
