import { GraphClient, type GraphClientSettings } from 'remote-graph-client/client';
import type { ServerClients } from '../../services/common/server-clients.ts';

/** Clients for one address, whatever the connection. Without a key by default. */
export function clientsFor(url: string, settings: Partial<GraphClientSettings> = {}): ServerClients {
  const client = new GraphClient({ apiKey: null, ...settings, url });
  return { get: () => Promise.resolve(client) };
}
