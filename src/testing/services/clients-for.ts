import { GraphClient, type GraphClientSettings } from '../../remote-graph/client.ts';
import type { ServerClients } from '../../services/common/server-clients.ts';

/** Clients that all talk to one address, whatever the connection: for tests of services. Without a key by default. */
export function clientsFor(url: string, settings: Partial<GraphClientSettings> = {}): ServerClients {
  const client = new GraphClient({ apiKey: null, ...settings, url });
  return { get: () => Promise.resolve(client) };
}
