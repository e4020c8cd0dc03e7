import { ArgumentError } from '../../errors/errors.ts';
import { GraphClient } from '../../resources/graph-client.ts';
import type { RemoteGraphSettings } from '../options/remote-graph-options.ts';
import type { ClientAdapter } from './client-adapter.ts';
import type { SdkClient } from '../options/sdk-types.ts';
import { createGraphClientAdapter } from './graph-client-adapter.ts';
import { createSdkAdapter } from './sdk-adapter.ts';
import { apiKeyVariables } from '../../http/client-settings.ts';
import { isObject } from '../../http/response-checks.ts';

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

/** What the process's environment says of keys: nothing in browsers, nor where it may not be read (Deno without `--allow-env`). */
export function readApiKeyEnvironment(): Readonly<Record<string, string | undefined>> {
  try {
    const process: unknown = Reflect.get(globalThis, 'process');
    const env = isObject(process) ? process['env'] : undefined;
    if (!isObject(env)) return {};
    return Object.fromEntries(
      apiKeyVariables.map((name) => [name, typeof env[name] === 'string' ? env[name] : undefined]),
    );
  } catch {
    return {};
  }
}
