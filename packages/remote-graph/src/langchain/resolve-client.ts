import { ArgumentError } from '../errors.ts';
import { GraphClient } from '../resources/graph-client.ts';
import type { RemoteGraphSettings } from './remote-graph-options.ts';
import type { ClientAdapter } from './client-adapter.ts';
import type { SdkClient } from './sdk-types.ts';
import { createSdkAdapter } from './sdk-adapter.ts';
import { apiKeyVariables } from '../http/client-settings.ts';
import { isObject } from '../http/response-checks.ts';

export interface ResolvedClient {
  readonly client: GraphClient | SdkClient;
  readonly server: ClientAdapter;
}

// Throws `ArgumentError` without client and URL, or if the client can't do what is required.
export function resolveClient(settings: RemoteGraphSettings): ResolvedClient {
  assertOneClient(settings);
  const client = settings.client ?? newClient(settings);
  if (client instanceof GraphClient) return { client, server: createGraphClientAdapter(client) };
  if (settings.distributedTracing) {
    throw new ArgumentError("An SDK client can't send tracing headers. Use a GraphClient or a `url`.");
  }
  return { client, server: createSdkAdapter(client) };
}

// Settings of a remote graph itself. All others make a client.
const ownSettings: ReadonlySet<string> = new Set(['client', 'config', 'name', 'distributedTracing']);

// A client has its own address, key and headers, so settings beside it would be dropped without a word.
function assertOneClient(settings: RemoteGraphSettings): void {
  if (!settings.client) return;
  const dropped = Object.entries(settings).flatMap(([name, value]) =>
    ownSettings.has(name) || value === undefined ? [] : [name],
  );
  if (dropped.length === 0) return;
  throw new ArgumentError(
    `A remote graph with a client can't use ${dropped.join(', ')}: give them to the client, or leave out the client.`,
  );
}

// Reads a key from the environment as the official clients do, unless one (or null) is given.
function newClient({ url, ...settings }: RemoteGraphSettings): GraphClient {
  if (!url) throw new ArgumentError('RemoteGraph needs a `client` or a `url`.');
  const {
    client: _client,
    config: _config,
    name: _name,
    distributedTracing: _tracing,
    ...clientOptions
  } = settings;
  // Deno prompts the user before a program reads its environment.
  const env =
    clientOptions.apiKey === undefined && clientOptions.env === undefined
      ? readApiKeyEnvironment()
      : clientOptions.env;
  return new GraphClient({ ...clientOptions, ...(env ? { env } : {}), url });
}

// API key variables of the process; none in browsers or where access is denied (Deno without `--allow-env`).
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

function createGraphClientAdapter({ assistants, threads, runs }: GraphClient): ClientAdapter {
  return {
    graph: (assistantId, xray, call) => assistants.getGraph(assistantId, { xray }, call),
    schemas: (assistantId, call) => assistants.getSchemas(assistantId, call),
    subgraphs: (assistantId, query, call) => assistants.getSubgraphs(assistantId, query, call),
    state: (threadId, stateRef, subgraphs, call) =>
      threads.getState(threadId, { ...stateRef, subgraphs }, call),
    history: (threadId, query, call) => threads.getHistory(threadId, query, call),
    update: (threadId, update, call) => threads.updateState(threadId, update, call),
    bulkUpdate: async (threadId, graphId, supersteps, call) => {
      const steps = supersteps.map((updates) => ({ updates }));
      await threads.create({ threadId, graphId, ifExists: 'do_nothing', supersteps: steps }, call);
    },
    protocolRun: (threadId, assistantId, start, call) => threads.startRun(threadId, assistantId, start, call),
    cancel: (threadId, runId, call) => runs.cancel(threadId, runId, {}, call),
    run: (threadId, assistantId, payload, call) =>
      runs.stream(threadId, assistantId, payload, { ...call, purpose: 'remote-graph.stream' }),
  };
}
