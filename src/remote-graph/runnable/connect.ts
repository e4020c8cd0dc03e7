import { ArgumentError } from '../errors.ts';
import { GraphClient } from '../graph-client.ts';
import type { RemoteGraphSettings } from './call-options.ts';
import type { GraphServer } from './graph-server.ts';
import type { SdkClient } from './official-client.ts';
import { throughGraphClient } from './own-client.ts';
import { processEnvironment } from './process-environment.ts';
import { throughSdkClient } from './sdk-client.ts';

/** A client, given or made, and the server behind it. */
export interface Connected {
  readonly client: GraphClient | SdkClient;
  readonly server: GraphServer;
}

/** Throws `ArgumentError` when neither a client nor a URL is given, or when they can't do what is asked of them. */
export function connect(settings: RemoteGraphSettings): Connected {
  const client = settings.client ?? newClient(settings);
  if (client instanceof GraphClient) return { client, server: throughGraphClient(client) };
  if (settings.distributedTracing) {
    throw new ArgumentError(
      'An SDK client can not send tracing headers. Use a GraphClient or a url for that.',
    );
  }
  return { client, server: throughSdkClient(client) };
}

/** The environment is read for a key as the official clients do, unless a key (or null for none) is given. */
function newClient({ url, ...settings }: RemoteGraphSettings): GraphClient {
  if (!url) throw new ArgumentError('A remote graph needs a client or the url of a server.');
  const { client: _client, config: _config, name: _name, distributedTracing: _tracing, ...own } = settings;
  // Deno asks a person before it lets a program read its environment.
  const env = own.apiKey === undefined && own.env === undefined ? processEnvironment() : own.env;
  return new GraphClient({ ...own, ...(env ? { env } : {}), url });
}
