import { HumanMessage } from '@langchain/core/messages';
import { Command, Send } from '@langchain/langgraph';
import { afterEach, describe, expect, it } from 'vitest';
import {
  collectItems,
  startScriptedRemoteGraph,
  type RemoteGraphScript,
  type ScriptedRemoteGraph,
} from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { RemoteCommand, RemoteGraph, type RemoteGraphCallOptions } from '../../index.ts';

const servers: ScriptedRemoteGraph[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type Events = NonNullable<RemoteGraphScript['events']>;

async function scripted(events: Events, settings = {}): Promise<ScriptedRemoteGraph> {
  const started = await startScriptedRemoteGraph({ events, settings });
  servers.push(started);
  return started;
}

const values: Events = [
  ['values', { chunk: 'data1' }],
  ['values', { chunk: 'data2' }],
  ['values', { chunk: 'data3' }],
];
const onThread = { configurable: { thread_id: 't' } };
const nested = { configurable: { thread_id: 't', checkpoint_ns: 'node:1' } };

type Options = Partial<RemoteGraphCallOptions>;

async function chunksOf(graph: RemoteGraph, options: Options): Promise<unknown[]> {
  return collectItems(await graph.stream({ input: 'data' }, options));
}

describe('the request that starts a run', () => {
  it('has the thread in its path, the rest of the configuration in its body', async () => {
    const { graph, sent, server } = await scripted(values);
    await graph.invoke({ n: 1 }, { ...onThread });
    expect(sent('/threads/t/runs/stream')['config']).toEqual({ configurable: {} });
    await graph.invoke({ n: 1 });
    expect(server.requests.at(-1)?.path).toBe('/runs/stream');
    const other = await scripted(values);
    await other.graph.withConfig({ recursionLimit: 7, tags: ['one'] }).invoke(
      { n: 1 },
      {
        configurable: { thread_id: 't', custom: 'value', none: null },
        tags: ['one', 'two'],
        metadata: { a: 1 },
        clientRequestId: 'mine',
      },
    );
    expect(other.sent('/threads/t/runs/stream')).toEqual({
      assistant_id: 'agent',
      input: { n: 1 },
      stream_mode: ['values', 'updates'],
      stream_subgraphs: false,
      stream_resumable: true,
      metadata: { a: 1, client_request_id: 'mine' },
      config: { configurable: { custom: 'value', none: null }, tags: ['one', 'two'], recursion_limit: 7 },
      multitask_strategy: 'reject',
      on_disconnect: 'continue',
      if_not_exists: 'create',
    });
  });

  it('ends when the signal of the call aborts', async () => {
    const { graph } = await scripted(values);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(graph.invoke({}, { ...onThread, signal })).rejects.toThrow('enough');
  });

  it('has the context separate from the configuration, class instances as plain objects', async () => {
    class Context {
      readonly user = 'u';
    }
    const { graph, sent } = await scripted(values);
    await graph.invoke({}, { ...onThread, context: new Context() });
    expect(sent('/threads/t/runs/stream')['context']).toEqual({ user: 'u' });
    const without = await scripted(values);
    await chunksOf(without.graph, onThread);
    expect(without.sent('/threads/t/runs/stream')).not.toHaveProperty('context');
  });

  it('has only the parts of the configuration that JSON can express', async () => {
    const circle: Record<string, unknown> = { a: 1, deep: { fn: () => 1, list: ['x', () => 2, 3n] } };
    circle['self'] = circle;
    const { graph, sent } = await scripted(values);
    await graph.invoke(
      {},
      {
        tags: ['tag', 7 as unknown as string],
        metadata: { at: new Date(0), fn: () => 1, [Symbol('s')]: 1 },
        configurable: {
          ...nested.configurable,
          checkpoint_id: 'c',
          checkpoint_map: {},
          callbacks: [],
          __pregel_x: 1,
          circle,
          instance: new Map(),
        },
      },
    );
    const body = sent('/threads/t/runs/stream');
    expect(body['config']).toEqual({
      tags: ['tag'],
      configurable: { circle: { a: 1, deep: { list: ['x', '3'] }, self: '[Circular]' } },
    });
    expect(body['metadata']).toMatchObject({ at: '1970-01-01T00:00:00.000Z' });
    expect(body).not.toHaveProperty('checkpoint');
  });

  it('has a command with goto, resume and update', async () => {
    const { graph, sent } = await scripted(values);
    const command = new Command({
      goto: [new Send('one', { foo: 'bar' }), 'two'],
      resume: { i: null },
      update: { messages: [new HumanMessage('Hi')], none: null },
    });
    await graph.invoke(command, onThread);
    expect(sent('/threads/t/runs/stream')).toMatchObject({
      command: {
        goto: [{ node: 'one', input: { foo: 'bar' } }, 'two'],
        resume: { i: null },
        update: { messages: [{ type: 'human', content: 'Hi' }], none: null },
      },
      stream_mode: ['values', 'updates'],
      if_not_exists: 'create',
    });
    expect(sent('/threads/t/runs/stream')).not.toHaveProperty('input');
    const plain = await scripted(values);
    await plain.graph.invoke(new RemoteCommand({ resume: { i: true } }), onThread);
    expect(plain.sent('/threads/t/runs/stream')['command']).toEqual({ resume: { i: true } });
  });

  it('has every member of a run payload, and the checkpoint of the configuration', async () => {
    const { graph, sent } = await scripted(values);
    const created: unknown[] = [];
    await graph.invoke(null, {
      configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c1' },
      webhook: 'http://127.0.0.1:1/hook',
      multitaskStrategy: 'enqueue',
      durability: 'sync',
      onDisconnect: 'cancel',
      afterSeconds: 1,
      feedbackKeys: ['k'],
      interruptBefore: '*',
      interruptAfter: ['a'],
      ifNotExists: 'reject',
      streamResumable: false,
      headers: { 'x-call': 'yes' },
      params: { extra: 'p' },
      onRunCreated: (run) => created.push(run),
    });
    expect(sent('/threads/t/runs/stream')).toMatchObject({
      checkpoint: { checkpoint_id: 'c1', checkpoint_ns: '' },
      webhook: 'http://127.0.0.1:1/hook',
      multitask_strategy: 'enqueue',
      durability: 'sync',
      on_disconnect: 'cancel',
      after_seconds: 1,
      feedback_keys: ['k'],
      interrupt_before: '*',
      interrupt_after: ['a'],
      if_not_exists: 'reject',
      stream_resumable: false,
    });
    expect(created).toEqual([{ run_id: 'r', thread_id: 't' }]);
  });
});
