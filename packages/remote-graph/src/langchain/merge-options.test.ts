import { RunnableLambda } from '@langchain/core/runnables';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
import { afterEach, describe, expect, it } from 'vitest';
import {
  collectItems,
  startScriptedRemoteGraph,
  type ScriptedRemoteGraph,
} from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import type { RemoteGraph } from '../index.ts';

const servers: ScriptedRemoteGraph[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function started(settings = {}): Promise<ScriptedRemoteGraph> {
  const server = await startScriptedRemoteGraph({ events: [['values', { n: 1 }]], settings });
  servers.push(server);
  return server;
}

/** The limit that a run was started with. */
async function limitSent(
  run: (graph: RemoteGraph) => Promise<unknown>,
  recursionLimit?: number,
): Promise<unknown> {
  const { graph, sent } = await started(recursionLimit === undefined ? {} : { config: { recursionLimit } });
  await run(graph);
  return (sent('/runs/stream')['config'] as Record<string, unknown>)['recursion_limit'];
}

const streamed = async (graph: RemoteGraph, options = {}): Promise<unknown> =>
  collectItems(await graph.stream({}, options));

describe('the recursion limit', () => {
  it('is left to the assistant by default, although LangChain adds 25', async () => {
    expect(await limitSent((graph) => graph.invoke({}))).toBeUndefined();
    expect(await limitSent(streamed)).toBeUndefined();
    expect(
      await limitSent((graph) => collectItems(graph.streamEvents({}, { version: 'v2' }))),
    ).toBeUndefined();
    const piped = (graph: RemoteGraph): Promise<unknown> =>
      RunnableLambda.from((input: object) => input)
        .pipe(graph)
        .invoke({});
    expect(await limitSent(piped)).toBeUndefined();
    const nested = (graph: RemoteGraph): Promise<unknown> =>
      new StateGraph(Annotation.Root({ n: Annotation<number> }))
        .addNode('remote', graph as never)
        .addEdge(START, 'remote')
        .compile()
        .invoke({ n: 0 });
    expect(await limitSent(nested)).toBeUndefined();
  });

  it('is sent if a call or the graph sets it', async () => {
    expect(await limitSent((graph) => graph.invoke({}, { recursionLimit: 7 }))).toBe(7);
    expect(await limitSent((graph) => streamed(graph, { recursionLimit: 7 }))).toBe(7);
    expect(await limitSent((graph) => graph.invoke({}, { recursionLimit: 7 }), 9)).toBe(7);
    expect(await limitSent((graph) => graph.invoke({}), 9)).toBe(9);
    expect(await limitSent(streamed, 25)).toBe(25);
    const events = (graph: RemoteGraph): Promise<unknown> =>
      collectItems(graph.streamEvents({}, { version: 'v1' }));
    expect(await limitSent(events, 25)).toBe(25);
    expect(await limitSent((graph) => graph.withConfig({ recursionLimit: 25 }).invoke({}))).toBe(25);
  });
});
