import { describe, expect, it } from 'vitest';
import type { RunFrame } from './model/runs/run.ts';
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

  it('are told apart while they arrive side by side, also if their start is missing', () => {
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
