import { randomUUID } from 'node:crypto';
import { Annotation, Command, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../../../../../src/testing/shared-server.ts';
import { collectItems } from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { RemoteGraph } from '../../index.ts';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer('real');
});

const State = Annotation.Root({
  text: Annotation<string>,
  log: Annotation<string[]>,
  waitMs: Annotation<number>,
});
type Values = typeof State.State;

function remote(name: string): RemoteGraph<Values, Partial<Values>> {
  return new RemoteGraph(name, { url: server.url, apiKey: null });
}

/** A local graph: `before`, the remote graph, `after`. */
function around(
  node: RemoteGraph<Values, Partial<Values>>,
  checkpointer: MemorySaver | false = new MemorySaver(),
) {
  return new StateGraph(State)
    .addNode('before', () => ({ text: 'from here' }))
    .addNode('remote', node)
    .addNode('after', ({ text }) => ({ text: `${text}, back` }))
    .addEdge(START, 'before')
    .addEdge('before', 'remote')
    .addEdge('remote', 'after')
    .compile({ checkpointer });
}

const newThread = () => ({ configurable: { thread_id: randomUUID() } });

describe.concurrent('a remote graph as a node of a local one', () => {
  it('is invoked, on a thread and without one', async () => {
    const graph = around(remote('slow'));
    expect(await graph.invoke({ waitMs: 0 }, newThread())).toMatchObject({
      text: 'from here, back',
      log: ['waited'],
    });
    const stateless = around(remote('slow'), false);
    expect(await stateless.invoke({ waitMs: 0 })).toMatchObject({ text: 'from here, back', log: ['waited'] });
  });

  it('streams, with what its own subgraphs stream', async () => {
    const graph = around(remote('writer'));
    const config = {
      ...newThread(),
      streamMode: ['updates', 'values'] as ('updates' | 'values')[],
      subgraphs: true as const,
    };
    const chunks = await collectItems(await graph.stream({}, config));
    const paths = chunks.map(([namespace, mode]) =>
      [mode, ...namespace.map((part) => part.replace(/:.*/, ''))].join(' '),
    );
    expect(paths).toContain('updates remote write');
    expect(paths).toContain('values remote');
    const updates = chunks.flatMap(([namespace, mode, data]) =>
      namespace.length === 0 && mode === 'updates' ? Object.keys(data) : [],
    );
    expect(updates).toEqual(['before', '__interrupt__']);
  });

  it('reports the events of a run', async () => {
    const graph = around(remote('slow'));
    const events = await collectItems(graph.streamEvents({ waitMs: 0 }, { ...newThread(), version: 'v2' }));
    const reported = events.filter(({ name }) => name === 'slow').map(({ event }) => event);
    expect(reported[0]).toBe('on_chain_start');
    expect(reported.at(-1)).toBe('on_chain_end');
  });

  it('interrupts the local graph, shows its state there, and resumes with the answer', async () => {
    const node = remote('writer');
    const graph = around(node);
    const config = newThread();
    const paused = await graph.invoke({}, config);
    expect(paused).toMatchObject({ __interrupt__: [{ value: { question: 'Publish?' } }] });

    const state = await graph.getState(config, { subgraphs: true });
    expect(state.next).toEqual(['remote']);
    expect(state.tasks[0]?.interrupts).toHaveLength(1);
    expect(state.tasks[0]?.state).toMatchObject({ next: ['ask'], values: { log: ['plan'] } });

    const done = await graph.invoke(new Command({ resume: 'yes' }), config);
    expect(done).toMatchObject({ log: ['plan', 'answer: "yes"', 'publish'] });
    expect(done).not.toHaveProperty('__interrupt__');
    expect((await node.getState(config)).next).toEqual([]);
    expect((await graph.getState(config)).next).toEqual([]);
    const history = await collectItems(graph.getStateHistory(config));
    expect(history.map(({ next }) => next)).toEqual([[], ['after'], ['remote'], ['before'], ['__start__']]);
  });

  it('resumes with an answer by id, even a falsy one, and only once', async () => {
    const graph = around(remote('writer'));
    const config = newThread();
    await graph.invoke({}, config);
    const [task] = (await graph.getState(config)).tasks;
    const id = task?.interrupts[0]?.id;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const other = await graph.invoke(new Command({ resume: { ['0'.repeat(32)]: 'not asked' } }), config);
    expect(other).toHaveProperty('__interrupt__');
    const done = await graph.invoke(new Command({ resume: { [String(id)]: false } }), config);
    expect(done).toMatchObject({ log: ['plan', 'answer: false', 'publish'] });
  });

  it('starts again with new input on the same thread', async () => {
    // The log stays on the server: the graph there takes single entries as its input.
    const Text = Annotation.Root({ text: Annotation<string> });
    const node = new RemoteGraph<typeof Text.State, Partial<typeof Text.State>>('writer', {
      url: server.url,
    });
    const graph = new StateGraph(Text)
      .addNode('remote', node)
      .addEdge(START, 'remote')
      .compile({ checkpointer: new MemorySaver() });
    const config = newThread();
    await graph.invoke({ text: '1' }, config);
    await graph.invoke(new Command({ resume: 'one' }), config);
    expect(await graph.invoke({ text: '2' }, config)).toHaveProperty('__interrupt__');
    await graph.invoke(new Command({ resume: 'two' }), config);
    const { values } = await node.getState(config);
    expect(values).toMatchObject({
      log: ['plan', 'answer: "one"', 'publish', 'plan', 'answer: "two"', 'publish'],
    });
  });

  it('stops before one of its nodes, and continues without input', async () => {
    const node = remote('slow').withConfig({ interruptBefore: ['wait'] });
    const graph = around(node as RemoteGraph<Values, Partial<Values>>);
    const config = newThread();
    await graph.invoke({ waitMs: 0 }, config);
    expect((await graph.getState(config)).next).toEqual(['remote']);
    expect(await graph.invoke(null, config)).toMatchObject({ text: 'from here, back', log: ['waited'] });
  });

  it('fails the local graph with its own error', async () => {
    await expect(around(remote('broken')).invoke({}, newThread())).rejects.toMatchObject({
      name: 'RemoteException',
      errorName: 'BoomError',
      message: 'it broke',
    });
  });

  it('is drawn inside the local graph', async () => {
    const drawn = await around(remote('writer')).getGraphAsync({ xray: true });
    expect(Object.keys(drawn.nodes)).toContain('remote:publish');
  });
});
