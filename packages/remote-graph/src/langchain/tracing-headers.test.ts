import { randomUUID } from 'node:crypto';
import { CallbackManager } from '@langchain/core/callbacks/manager';
import { RunnableLambda } from '@langchain/core/runnables';
import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
import { afterEach, describe, expect, it } from 'vitest';
import {
  startScriptedRemoteGraph,
  type ScriptedRemoteGraph,
} from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { withTracingHeaders } from './tracing-headers.ts';

const servers: ScriptedRemoteGraph[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function traced(): Promise<ScriptedRemoteGraph> {
  const started = await startScriptedRemoteGraph({
    events: [['values', { n: 1 }]],
    settings: { distributedTracing: true },
  });
  servers.push(started);
  return started;
}

/** A tracer like LangSmith's that records runs instead of sending them. */
function tracer(projectName: string): { readonly handler: LangChainTracer; readonly runs: string[] } {
  const runs: string[] = [];
  const client = {
    createRun: async ({ name, id }: { readonly name: string; readonly id: string }) => {
      runs.push(`${name} ${id}`);
    },
    updateRun: async () => {},
  };
  return { handler: new LangChainTracer({ projectName, client: client as never }), runs };
}

const headersOf = ({ server }: ScriptedRemoteGraph) =>
  server.requests.find(({ path }) => path.endsWith('/runs/stream'))?.headers ?? {};
const idOf = (runs: readonly string[], name: string): string =>
  runs.find((run) => run.startsWith(`${name} `))?.split(' ')[1] ?? 'none';

describe('the parent of a trace', () => {
  it('is the run of the surrounding runnable in the tracer of the callbacks, with its project', async () => {
    const server = await traced();
    const { handler, runs } = tracer('my project');
    const around = RunnableLambda.from((input: object, config) =>
      server.graph.invoke(input, config),
    ).withConfig({
      runName: 'around',
    });
    await around.invoke({}, { callbacks: [handler] });
    const { 'langsmith-trace': trace, baggage } = headersOf(server);
    expect(String(trace).split('.')).toHaveLength(1);
    expect(trace).toMatch(new RegExp(`^\\d{8}T\\d+Z${idOf(runs, 'around')}$`));
    expect(baggage).toBe('langsmith-project=my%20project');
  });

  it('is the task of the local graph whose node it is', async () => {
    const server = await traced();
    const { handler, runs } = tracer('p');
    const graph = new StateGraph(Annotation.Root({ n: Annotation<number> }))
      .addNode('remote', server.graph as never)
      .addEdge(START, 'remote')
      .compile({ name: 'outer' });
    await graph.invoke({ n: 0 }, { callbacks: [handler] });
    const segments = String(headersOf(server)['langsmith-trace']).split('.');
    expect(segments[0]).toContain(idOf(runs, 'outer'));
    const ids = runs.map((run) => run.split(' ')[1] ?? '');
    for (const segment of segments) expect(ids.some((id) => segment.endsWith(id))).toBe(true);
  });

  it('is none if the callbacks have no tracer, or no run yet', () => {
    const { handler } = tracer('p');
    const headers = { 'x-a': 'b' };
    const without = new CallbackManager(randomUUID(), { handlers: [] });
    const notBegun = new CallbackManager(undefined, { handlers: [handler] });
    for (const callbacks of [without, notBegun, [handler]]) {
      expect(withTracingHeaders(headers, { callbacks })).toBe(headers);
    }
  });

  it('replaces given tracing headers, and extends the given baggage, in any case', async () => {
    const server = await traced();
    const { handler } = tracer('p');
    const headers = { 'Langsmith-Trace': 'old', Baggage: 'mine=1' };
    const around = RunnableLambda.from((input: object, config) =>
      server.graph.invoke(input, { ...config, headers }),
    );
    await around.invoke({}, { callbacks: [handler] });
    const sent = headersOf(server);
    expect(sent['langsmith-trace']).not.toContain('old');
    expect(sent['baggage']).toBe('mine=1,langsmith-project=p');
    expect(headers).toEqual({ 'Langsmith-Trace': 'old', Baggage: 'mine=1' });
  });
});
