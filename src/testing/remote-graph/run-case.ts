import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { Command, Send } from '@langchain/langgraph';
import { RemoteGraph as OfficialRemoteGraph } from '@langchain/langgraph/remote';
import { RemoteGraph } from 'remote-graph-client';
import { collectItems, startScriptedRemoteGraph } from './scripted-remote-graph.ts';
import type { OfficialCall, OfficialCase, OfficialRun } from './official-cases.ts';

const graphConfig = { configurable: { foo: 'bar', thread_id: 't' } };

type AnyRemoteGraph = RemoteGraph | OfficialRemoteGraph;
export type CreateGraph = (url: string, call: OfficialCase['call']) => AnyRemoteGraph;

export const createOurs: CreateGraph = (url, call) =>
  new RemoteGraph('agent', {
    url,
    apiKey: null,
    ...(call.method === 'withConfig' && { config: graphConfig }),
    distributedTracing: 'distributedTracing' in call && call.distributedTracing === true,
  });

export const createOfficial: CreateGraph = (url, call) =>
  new OfficialRemoteGraph({
    graphId: 'agent',
    url,
    ...(call.method === 'withConfig' && { config: graphConfig }),
  });

/** What LangSmith keeps as the current run, as far as it is read. */
const currentTrace = {
  toHeaders: () => ({ 'langsmith-trace': '20261123Zid', baggage: 'langsmith-project=default' }),
  createChild: () => null,
};

/** Makes the call of a case on a server with its answers. The outcome is JSON: what is `undefined` is left out. */
export async function runCase(official: OfficialCase, createGraph: CreateGraph): Promise<unknown> {
  const { call } = official;
  const scripted = await startScriptedRemoteGraph(official.server);
  try {
    const graph = createGraph(scripted.server.url, call);
    const outcome = isRun(call) ? await run(graph, call) : await read(graph, call);
    return JSON.parse(JSON.stringify(withRequest(official, outcome, scripted.server.requests)));
  } finally {
    await scripted.stop();
  }
}

function isRun(call: OfficialCase['call']): call is OfficialRun {
  return call.method === 'stream' || call.method === 'invoke';
}

async function read(
  graph: AnyRemoteGraph,
  { method, config = {}, values = {} }: OfficialCall,
): Promise<unknown> {
  switch (method) {
    case 'withConfig': {
      const copy = graph.withConfig(config);
      return { isCopy: copy !== graph, config: { configurable: copy.config?.configurable } };
    }
    case 'getGraph': {
      const { nodes, edges } = await graph.getGraphAsync();
      return { nodes: Object.values(nodes), edges };
    }
    case 'getSubgraphs': {
      const pairs = await collectItems<readonly [string, unknown]>(graph.getSubgraphsAsync());
      return pairs.map(([namespace, each]) => [
        namespace,
        Reflect.get(Object(each), 'assistantId') ?? Reflect.get(Object(each), 'graphId'),
      ]);
    }
    case 'getState':
      return graph.getState(config);
    case 'getHistory':
      return collectItems<unknown>(graph.getStateHistory(config));
    case 'updateState':
      return graph.updateState(config, { ...values });
  }
}

async function run(graph: AnyRemoteGraph, call: OfficialRun): Promise<unknown> {
  const chunks: unknown[] = [];
  const config = revive(call.config);
  // Both classes check the options of a call by types that a table of cases can't have.
  const options = { ...Object(config), ...call.options } as never;
  const input = revive(call.input) as never;
  const act = async (): Promise<void> => {
    if (call.method === 'invoke') chunks.push(await graph.invoke(input, options));
    else for await (const chunk of await graph.stream(input, options)) chunks.push(chunk);
  };
  try {
    if (call.distributedTracing === undefined) await act();
    else {
      await AsyncLocalStorageProviderSingleton.getInstance().run(currentTrace as never, act);
    }
    return { chunks, error: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { chunks, error: { name: error.name, interrupts: Reflect.get(error, 'interrupts') } };
  }
}

/** Adds to an outcome what the case names of the run's request. */
export function withRequest(
  { sent }: OfficialCase,
  outcome: unknown,
  requests: readonly { readonly path: string; readonly body: string; readonly headers: object }[],
): unknown {
  const request = requests.find(({ path }) => path.endsWith('/runs/stream'));
  if (sent === undefined || request === undefined) return outcome;
  const body: Record<string, unknown> = JSON.parse(request.body);
  // Ours marks each request, so that it finds the run again after a lost answer.
  const { client_request_id: _, ...metadata } = { ...Object(body['metadata']) } as Record<string, unknown>;
  const fields: Record<string, unknown> = {
    ...body,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    headers: headersThatMatter(request.headers),
  };
  const named = sent.map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined);
  return { ...Object(outcome), sent: Object.fromEntries(named) };
}

/** `foo`, and whether a trace was passed on: its id and its baggage differ in each run. */
function headersThatMatter(headers: object): object {
  const { foo, 'langsmith-trace': trace, baggage } = { ...headers } as Record<string, string | undefined>;
  return {
    ...(foo !== undefined && { foo }),
    ...(trace !== undefined && { 'langsmith-trace': true }),
    ...(baggage !== undefined && { baggage: /^langsmith-/.exec(baggage)?.[0] ?? baggage }),
  };
}

/** Turns the marks `$command`, `$send`, `$function` and `$self` of a case into what they stand for. */
function revive(value: unknown): unknown {
  const visit = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== 'object' || item === null) return item;
    if ('$function' in item) return () => null;
    if ('$self' in item) return revived;
    if ('$send' in item) {
      const [node, input] = item.$send as [string, unknown];
      return new Send(node, input);
    }
    if ('$command' in item) return new Command(visit(item.$command) as never);
    return Object.fromEntries(Object.entries(item).map(([key, each]) => [key, visit(each)]));
  };
  const revived: object = {};
  const result = visit(value);
  return typeof result === 'object' && result?.constructor === Object
    ? Object.assign(revived, result)
    : result;
}
