import type { StreamEvent } from '@langchain/core/tracers/log_stream';
import { Annotation, Command, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { RemoteCommand, RemoteGraph, type StreamMode, type WireObject } from '../index.ts';

interface Values {
  readonly topic: string;
  readonly log: readonly string[];
}

const untyped = new RemoteGraph('a', { url: 'http://h' });
const typed = new RemoteGraph<{ topic: string }, Values>('a', { url: 'http://h' });

/** Never called: the compiler reads it. */
type ChunkOfStream<T extends () => Promise<AsyncIterable<unknown>>> =
  Awaited<ReturnType<T>> extends AsyncIterable<infer Chunk> ? Chunk : never;

describe('the types of a remote graph', () => {
  it('fit a node of any local graph, inline or from a variable', () => {
    const State = Annotation.Root({ topic: Annotation<string>, log: Annotation<readonly string[]> });
    const Schema = new StateSchema({ topic: z.string(), log: z.array(z.string()) });
    const graphs = [
      new StateGraph(State).addNode('x', new RemoteGraph('a', { url: 'http://h' })).addEdge(START, 'x'),
      new StateGraph(State).addNode('x', untyped).addEdge(START, 'x'),
      new StateGraph(Schema).addNode('x', new RemoteGraph('a', { url: 'http://h' })).addEdge(START, 'x'),
      new StateGraph(Schema).addNode('x', untyped).addEdge(START, 'x'),
      new StateGraph(State).addNode('x', typed).addEdge(START, 'x'),
    ];
    expect(graphs.map((graph) => Object.keys(graph.compile().nodes))).toEqual(
      graphs.map(() => ['__start__', 'x']),
    );
  });

  it('accept input, null, or a command', () => {
    const starts = (graph: typeof typed) => [
      () => graph.invoke({ topic: 'tides' }),
      () => graph.invoke(null),
      () => graph.invoke(new Command({ resume: 'yes' })),
      () => graph.invoke(new RemoteCommand({ resume: false })),
      () => graph.stream(null),
      () => graph.stream(new Command({ resume: 'yes' })),
      () => graph.streamEvents(new Command({ resume: 'yes' }), { version: 'v3' }),
    ];
    expect(starts).toBeTypeOf('function');
    expectTypeOf<{ subject: string }>().not.toExtend<Parameters<typeof typed.invoke>[0]>();
    expectTypeOf(typed.invoke).returns.resolves.toEqualTypeOf<Values>();
    expectTypeOf(untyped.invoke).returns.resolves.toBeAny();
  });

  it('type chunks by mode', () => {
    const bare = () => typed.stream(null);
    const values = () => typed.stream(null, { streamMode: 'values' });
    const updates = () => typed.stream(null, { streamMode: 'updates', recursionLimit: 5 });
    const messages = () => typed.stream(null, { streamMode: 'messages' });
    const events = () => typed.stream(null, { streamMode: 'events' });
    type Updates = Readonly<Record<string, Partial<Values> | null>>;
    expectTypeOf<ChunkOfStream<typeof bare>>().toEqualTypeOf<Updates>();
    expectTypeOf<ChunkOfStream<typeof values>>().toEqualTypeOf<Values>();
    expectTypeOf<ChunkOfStream<typeof updates>>().toEqualTypeOf<Updates>();
    expectTypeOf<ChunkOfStream<typeof messages>[0]['content']>().toBeUnknown();
    expectTypeOf<ChunkOfStream<typeof messages>[1]>().toEqualTypeOf<WireObject>();
    expectTypeOf<ChunkOfStream<typeof events>>().toEqualTypeOf<StreamEvent>();

    const list = () => typed.stream(null, { streamMode: ['values', 'updates'] });
    type Pair = [mode: 'values', data: Values] | [mode: 'updates', data: Updates];
    expectTypeOf<ChunkOfStream<typeof list>>().toEqualTypeOf<Pair>();

    const nested = () => typed.stream(null, { streamMode: 'values', subgraphs: true });
    expectTypeOf<ChunkOfStream<typeof nested>>().toEqualTypeOf<[namespace: string[], data: Values]>();
    const both = () => typed.stream(null, { streamMode: ['values'], subgraphs: true });
    expectTypeOf<ChunkOfStream<typeof both>>().toEqualTypeOf<
      [namespace: string[], mode: 'values', data: Values]
    >();
    const anyMode = (streamMode: StreamMode) => typed.stream(null, { streamMode });
    expectTypeOf<Values>().toExtend<
      Awaited<ReturnType<typeof anyMode>> extends AsyncIterable<infer C> ? C : never
    >();
    expect([bare, values, updates, messages, events, list, nested, both, anyMode]).toHaveLength(9);
  });
});
