import { MemorySaver, START, StateGraph, Annotation } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import {
  startScriptedRemoteGraph,
  type RemoteGraphScript,
} from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { ArgumentError, type RemoteGraph } from '../index.ts';

/** Runs with a graph on a server whose runs end with `{ n: 2 }`. */
async function withGraph(
  test: (
    graph: RemoteGraph,
    sent: (path: string) => Record<string, unknown>,
    count: () => number,
  ) => Promise<void>,
  script: RemoteGraphScript = {},
): Promise<void> {
  const { graph, server, sent, stop } = await startScriptedRemoteGraph({
    events: [
      ['values', { n: 1 }],
      ['events', { event: 'on_chain_start', name: 'agent', run_id: 'x', data: {} }],
      ['values', { n: 2 }],
    ],
    ...script,
  });
  try {
    await test(graph, sent, () => server.requests.length);
  } finally {
    await stop();
  }
}

const readAll = async (events: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const each of events) all.push(each);
  return all;
};

describe('unsupported options', () => {
  it.each([
    ['inputKeys', ['a']],
    ['outputKeys', 'a'],
    ['debug', true],
    ['control', {}],
    ['transformers', [() => null]],
    ['cache', {}],
    ['store', {}],
  ])('%s is rejected by invoke, stream and streamEvents before anything is sent', (name, value) =>
    withGraph(async (graph, _, count) => {
      const options = { [name]: value };
      await expect(graph.invoke({}, options)).rejects.toThrow(name);
      await expect(graph.stream({}, options)).rejects.toThrow(ArgumentError);
      expect(() => graph.streamEvents({}, { ...options, version: 'v2' })).toThrow(name);
      await expect(graph.withConfig(options).invoke({})).rejects.toThrow(name);
      await expect(graph.batch([{}], options)).rejects.toThrow(name);
      expect(count()).toBe(0);
    }),
  );

  it('a stream mode is rejected if a call returns something else', () =>
    withGraph(async (graph, _, count) => {
      await expect(graph.invoke({}, { streamMode: 'updates' })).rejects.toThrow('Use stream');
      await expect(graph.invoke({}, { streamMode: ['values', 'updates'] })).rejects.toThrow('Use stream');
      for (const version of ['v1', 'v2'] as const)
        expect(() => graph.streamEvents({}, { streamMode: 'updates', version })).toThrow('Use stream');
      const bytes = { encoding: 'text/event-stream' } as object;
      await expect(graph.stream({}, bytes)).rejects.toThrow('Use streamEvents');
      expect(count()).toBe(0);
    }));

  it('the mode of invoke, and that of the graph options, are accepted', () =>
    withGraph(
      async (graph) => {
        expect(await graph.invoke({}, { streamMode: 'values' })).toEqual({ n: 2 });
        expect(await graph.invoke({})).toEqual({ n: 2 });
        expect(await graph.invoke({}, { inputKeys: [], debug: false } as object)).toEqual({ n: 2 });
        expect(await readAll(graph.streamEvents({}, { version: 'v2' }))).toHaveLength(1);
      },
      { settings: { config: { streamMode: 'updates' } } },
    ));

  it('deletion on completion is rejected on a thread, and sent without one', () =>
    withGraph(async (graph, sent, count) => {
      const deleting = { onCompletion: 'delete' } as const;
      const onThread = { ...deleting, configurable: { thread_id: 't' } };
      await expect(graph.invoke({}, onThread)).rejects.toThrow('without a thread');
      await expect(graph.stream({}, onThread).then(readAll)).rejects.toThrow(ArgumentError);
      expect(count()).toBe(0);
      await graph.invoke({}, deleting);
      expect(sent('/runs/stream')).toMatchObject({ on_completion: 'delete' });
    }));

  it('the options of a local graph reject nothing of its node', () =>
    withGraph(async (graph) => {
      const around = new StateGraph(Annotation.Root({ n: Annotation<number> }))
        .addNode('x', graph)
        .addEdge(START, 'x')
        .compile({ checkpointer: new MemorySaver() });
      const options = { configurable: { thread_id: 't' }, debug: false, outputKeys: ['n'] as const };
      const chunks = await around.stream({ n: 0 }, { ...options, outputKeys: ['n'], streamMode: 'values' });
      expect((await readAll(chunks)).at(-1)).toEqual({ n: 2 });
    }));
});

describe('callbacks of events', () => {
  it.each(['v1', 'v2'] as const)('%s calls them at the start and with the last values', (version) =>
    withGraph(async (graph, sent) => {
      const reported: unknown[] = [];
      const callbacks = [
        {
          handleChainStart: (_: unknown, inputs: unknown) => void reported.push(['start', inputs]),
          handleChainEnd: (outputs: unknown) => void reported.push(['end', outputs]),
        },
      ];
      const events = await readAll(graph.streamEvents({ n: 0 }, { version, callbacks }));
      expect(events).toEqual([expect.objectContaining({ event: 'on_chain_start' })]);
      expect(reported).toEqual([
        ['start', { n: 0 }],
        ['end', { n: 2 }],
      ]);
      expect(sent('/runs/stream')['stream_mode']).toContain('values');
    }),
  );

  it('are called with a failure', () =>
    withGraph(
      async (graph) => {
        const reported: unknown[] = [];
        const callbacks = [{ handleChainError: (error: Error) => void reported.push(error.message) }];
        const events = graph.streamEvents({}, { version: 'v2', callbacks });
        await expect(readAll(events)).rejects.toThrow('it broke');
        expect(reported).toEqual(['it broke']);
      },
      {
        events: [['error', { error: 'BoomError', message: 'it broke' }]],
        answers: {
          '/runs/r': { run_id: 'r', thread_id: 't', status: 'error' },
          '/threads/t/runs/r': { run_id: 'r', thread_id: 't', status: 'error' },
        },
      },
    ));

  it('version v3 rejects a filter of events, before anything is sent', () =>
    withGraph(async (graph, _, count) => {
      const untyped: { streamEvents(input: object, options: object, filter: object): Promise<unknown> } =
        graph;
      const run = untyped.streamEvents({}, { version: 'v3' }, { includeNames: ['a'] });
      await expect(run).rejects.toThrow('does not support filters');
      expect(count()).toBe(0);
    }));

  it('are rejected by version v3', () =>
    withGraph(async (graph) => {
      const run = graph.streamEvents({}, { version: 'v3', callbacks: [{ handleChainEnd() {} }] });
      await expect(run).rejects.toThrow('callbacks');
    }));
});
