import { ArgumentError } from '../errors/errors.ts';
import { GraphClient } from '../resources/graph-client.ts';
import type { RemoteGraphSettings } from '../langchain/options/remote-graph-options.ts';
import type { ClientAdapter } from '../langchain/adapters/client-adapter.ts';
import type { SdkClient } from '../langchain/options/sdk-types.ts';
import { createGraphClientAdapter } from '../langchain/adapters/graph-client-adapter.ts';
import { readApiKeyEnvironment } from './process-environment.ts';
import { createSdkAdapter } from './sdk-client.ts';

/** A client, given or made, and the server behind it. */
export interface ResolvedClient {
  readonly client: GraphClient | SdkClient;
  readonly server: ClientAdapter;
}

/** Throws `ArgumentError` when neither a client nor a URL is given, or when they can't do what is asked of them. */
export function resolveClient(settings: RemoteGraphSettings): ResolvedClient {
  const client = settings.client ?? newClient(settings);
  if (client instanceof GraphClient) return { client, server: createGraphClientAdapter(client) };
  if (settings.distributedTracing) {
    throw new ArgumentError(
      'An SDK client can not send tracing headers. Use a GraphClient or a url for that.',
    );
  }
  return { client, server: createSdkAdapter(client) };
}

/** The environment is read for a key as the official clients do, unless a key (or null for none) is given. */
function newClient({ url, ...settings }: RemoteGraphSettings): GraphClient {
  if (!url) throw new ArgumentError('A remote graph needs a client or the url of a server.');
  const { client: _client, config: _config, name: _name, distributedTracing: _tracing, ...own } = settings;
  // Deno asks a person before it lets a program read its environment.
  const env = own.apiKey === undefined && own.env === undefined ? readApiKeyEnvironment() : own.env;
  return new GraphClient({ ...own, ...(env ? { env } : {}), url });
}
