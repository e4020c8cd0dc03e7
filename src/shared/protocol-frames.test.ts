import { describe, expect, it } from 'vitest';
import type { RunFrame } from './model/run.ts';
import { createProtocolFrameReader } from './protocol-frames.ts';

const frame = (mode: string, payload: unknown, namespace: readonly string[] = []): RunFrame => ({
  seq: 0,
  atMs: 0,
  id: null,
  mode,
  namespace,
  text: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

/** The chunks that the events of messages become. */
function chunksOf(...events: readonly object[]): unknown[][] {
  const read = createProtocolFrameReader();
  return events.map((event) => {
    const [chunk] = JSON.parse(read(frame('messages', event)).text) as readonly Record<string, unknown>[];
    const { content, tool_call_chunks: calls, usage_metadata: usage } = chunk ?? {};
    return [content, ...(calls as readonly unknown[]), ...(usage === undefined ? [] : [usage])];
  });
}

const start = { event: 'message-start', id: 'm1', role: 'ai', run_id: 'r' };
const block = (event: string, members: object) => ({ event, index: 0, run_id: 'r', ...members });

describe('messages of the event-streaming protocol', () => {
  it('are chunks with the id of their message, its author and its model', () => {
    const read = createProtocolFrameReader();
    read(frame('messages', { ...start, metadata: { model: 'some-model' } }));
    const delta = block('content-block-delta', { delta: { type: 'text-delta', text: 'Hi' } });
    expect(JSON.parse(read(frame('messages', delta, ['a:1'])).text)).toEqual([
      { id: 'm1', type: 'AIMessageChunk', content: 'Hi', tool_call_chunks: [] },
      { ls_model_name: 'some-model' },
    ]);
  });

  it('bring text, reasoning and tool calls, each once', () => {
    const chunks = chunksOf(
      start,
      block('content-block-start', { content: { type: 'reasoning', reasoning: '' } }),
      block('content-block-delta', { delta: { type: 'reasoning-delta', reasoning: 'Let me' } }),
      block('content-block-finish', { content: { type: 'reasoning', reasoning: 'Let me' } }),
      block('content-block-start', { index: 1, content: { type: 'text', text: '' } }),
      block('content-block-delta', { index: 1, delta: { type: 'text-delta', text: 'I' } }),
      block('content-block-finish', { index: 1, content: { type: 'text', text: 'I' } }),
      block('content-block-start', {
        index: 2,
        content: { type: 'tool_call_chunk', id: 'c', name: 'find', args: '{"a"' },
      }),
      block('content-block-delta', {
        index: 2,
        delta: { type: 'block-delta', fields: { type: 'tool_call_chunk', args: '{"a":1}' } },
      }),
      block('content-block-finish', {
        index: 2,
        content: { type: 'tool_call', id: 'c', name: 'find', args: { a: 1 } },
      }),
      { event: 'usage', usage: { total_tokens: 3 }, run_id: 'r' },
      { event: 'message-finish', usage: { total_tokens: 3 }, run_id: 'r' },
    );
    expect(chunks.filter(([content, ...rest]) => content !== '' || rest.length > 0)).toEqual([
      [[{ type: 'reasoning', reasoning: 'Let me' }]],
      ['I'],
      ['', { index: 0, id: 'c', name: 'find', args: '{"a"' }],
      ['', { index: 0, args: ':1}' }],
      ['', { total_tokens: 3 }],
    ]);
  });

  it('bring a block that was not streamed when it finishes', () => {
    expect(
      chunksOf(start, block('content-block-finish', { content: { type: 'text', text: 'whole' } }))[1],
    ).toEqual(['whole']);
  });

  it('are distinguished while they arrive side by side, also if their start is missing', () => {
    const read = createProtocolFrameReader();
    const idOf = (event: object): unknown =>
      (JSON.parse(read(frame('messages', event)).text) as readonly { readonly id: string }[])[0]?.id;
    const delta = { event: 'content-block-delta', index: 0, delta: { type: 'text-delta', text: 'x' } };
    expect(idOf(start)).toBe('m1');
    expect(idOf({ ...delta, run_id: 'other' })).toBe('run-other');
    expect(idOf({ ...delta, run_id: 'r' })).toBe('m1');
  });
});

describe('updates of the event-streaming protocol', () => {
  it('name their node, and keep its values as the server wrote them', () => {
    const read = createProtocolFrameReader();
    read(frame('lifecycle', { event: 'running' }));
    const update = read(frame('updates', '{"node":"plan","values":{"n":1.0,"id":9007199254740993}}'));
    expect(update.text).toBe('{"plan":{"n":1.0,"id":9007199254740993}}');
  });

  it('are left alone in a run of stream modes, which may have nodes of these names', () => {
    const update = frame('updates', '{"node":"text","values":{"a":1}}');
    expect(createProtocolFrameReader()(update)).toBe(update);
  });
});

it('leaves the frames of stream modes as they are', () => {
  const read = createProtocolFrameReader();
  const frames = [
    frame('messages', [{ type: 'ai', content: 'x' }, {}]),
    frame('values', { event: 'message-start' }),
    frame('messages', '{"event": broken'),
    frame('messages', '{"event": 5}'),
  ];
  for (const one of frames) expect(read(one)).toBe(one);
});

describe('whole events, as the Python server sends them', () => {
  const whole = (method: string, params: object): RunFrame =>
    frame(method, { type: 'event', method, params: { namespace: [], timestamp: 1, ...params }, seq: 1 });

  it('are read as their data, as the server wrote it', () => {
    const read = createProtocolFrameReader();
    const values = frame(
      'values',
      '{"type":"event","params":{"namespace":["a:1"],"data":{"n":1.0}},"seq":1}',
    );
    expect(read(values)).toMatchObject({ mode: 'values', namespace: ['a:1'], text: '{"n":1.0}' });
    expect(read(whole('updates', { node: 'a', data: { n: 1 } })).text).toBe('{"a":{"n":1}}');
    const interrupted = whole('values', { data: { n: 1 }, interrupts: [{ id: 'i', value: 'ok?' }] });
    expect(JSON.parse(read(interrupted).text)).toEqual({ __interrupt__: [{ id: 'i', value: 'ok?' }], n: 1 });
    expect(read(whole('values', {}))).toMatchObject({ mode: 'values' });
  });

  it('report tasks by the subgraphs that these call, unless the server sends tasks', () => {
    const lifecycle = (event: string): RunFrame =>
      whole('lifecycle', { data: { event, namespace: ['b:0', 'tools:7'], graph_name: 'researcher' } });
    const read = createProtocolFrameReader();
    const started = read(lifecycle('started'));
    expect(started).toMatchObject({ mode: 'tasks', namespace: ['b:0'] });
    expect(JSON.parse(started.text)).toMatchObject({ id: '7', name: 'tools', subgraph: 'researcher' });
    expect(JSON.parse(read(lifecycle('completed')).text)).toMatchObject({ id: '7', result: null });
    expect(JSON.parse(read(lifecycle('failed')).text)).toMatchObject({ id: '7', error: 'failed' });
    expect(read(lifecycle('interrupted')).mode).toBe('lifecycle');
    const withTasks = createProtocolFrameReader();
    withTasks(frame('tasks', { id: '7', name: 'tools', input: {} }));
    expect(withTasks(lifecycle('started')).mode).toBe('lifecycle');
  });

  it('of a finished tool are its answer', () => {
    const answer = { content: '42', tool_call_id: 'c', name: 'find', type: 'tool', status: 'success' };
    const finished = (output: unknown): RunFrame =>
      frame('tools', { event: 'tool-finished', tool_call_id: 'c', output });
    for (const output of [answer, { update: { messages: [answer] } }]) {
      const read = createProtocolFrameReader()(finished(output));
      expect(read.mode).toBe('messages');
      expect(JSON.parse(read.text)).toEqual([{ ...answer, id: 'tool-c' }, {}]);
    }
    for (const output of ['text', {}, null])
      expect(createProtocolFrameReader()(finished(output)).mode).toBe('tools');
  });
});
