import { GraphClient } from '../remote-graph/index.ts';
import type { ServerClients } from '../services/server-clients.ts';

/** Clients that all talk to one address, whatever the connection: for tests of services. */
export function clientsFor(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  apiKey: string | null = null,
): ServerClients {
  const client = new GraphClient({ url, apiKey, headers });
  return { get: () => Promise.resolve(client) };
}
