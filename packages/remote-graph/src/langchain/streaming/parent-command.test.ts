import { randomUUID } from 'node:crypto';
import { Annotation, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../../../../../src/testing/shared-server.ts';
import {
  collectItems,
  startScriptedRemoteGraph,
  type ScriptedRemoteGraph,
} from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { GraphClient, RemoteGraph } from '../../index.ts';

const State = Annotation.Root({
  text: Annotation<string>,
  log: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
});
type Values = typeof State.State;

/** A local graph with two nodes after its remote node, and no edge to either. */
function around(remote: RemoteGraph) {
  return new StateGraph(State)
    .addNode('remote', remote as RemoteGraph<Values, Partial<Values>>, { ends: ['left', 'right'] })
    .addNode('left', () => ({ log: ['left'] }))
    .addNode('right', () => ({ log: ['right'] }))
    .addEdge(START, 'remote')
    .compile({ checkpointer: new MemorySaver() });
}

const newThread = () => ({ configurable: { thread_id: randomUUID() } });

describe('a command for the parent, from a server that sends it', () => {
  const servers: ScriptedRemoteGraph[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  async function graphThatSends(command: object) {
    const events = [['command', { graph: '__parent__', ...command }]] as const;
    const server = await startScriptedRemoteGraph({ events });
    servers.push(server);
    return around(server.graph);
  }

  it('writes to the state of the local graph and sends it to its node', async () => {
    const graph = await graphThatSends({ update: { text: 'told', log: ['remote'] }, goto: 'right' });
    const config = newThread();
    expect(await graph.invoke({ text: 'x' }, config)).toEqual({ text: 'told', log: ['remote', 'right'] });
    const history = await collectItems(graph.getStateHistory(config));
    expect(history.map(({ next }) => next)).toEqual([[], ['right'], ['remote'], ['__start__']]);
  });

  it('sends it to several nodes, or only writes', async () => {
    const both = await graphThatSends({ update: [['text', 'pairs']], goto: ['left', 'right'] });
    const done = await both.invoke({ text: 'x' }, newThread());
    expect([done.text, done.log.toSorted()]).toEqual(['pairs', ['left', 'right']]);
    const none = await graphThatSends({ update: { text: 'told' } });
    expect(await none.invoke({ text: 'x' }, newThread())).toEqual({ text: 'told', log: [] });
  });

  it('is ignored for a caller that is not a graph', async () => {
    const events = [
      ['values', { n: 1 }],
      ['command', { graph: '__parent__', goto: 'right' }],
    ] as const;
    const server = await startScriptedRemoteGraph({ events });
    servers.push(server);
    expect(await server.graph.invoke({})).toEqual({ n: 1 });
  });
});

describe('a command for the parent, on the open-source server', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer('suite');
  });

  it('ends the stream normally: the local graph continues as after any other node', async () => {
    const client = new GraphClient({ url: server.url, apiKey: null });
    const remote = new RemoteGraph('handoff', { client });
    const config = newThread();
    const chunks = await collectItems(
      await remote.stream({ text: 'x' }, { ...config, streamMode: ['updates', 'values'] }),
    );
    expect(chunks).toEqual([['values', { text: 'x' }]]);
    const [run] = await client.runs.list(config.configurable.thread_id);
    expect(run).toMatchObject({ status: 'success' });
    expect((await remote.getState(config)).next).toEqual([]);
    expect(await around(remote).invoke({ text: 'x' }, newThread())).toEqual({ text: 'x', log: [] });
  });
});
