import { describe, expect, it } from 'vitest';
import { framesOf, type FrameEntry } from '../frame-builder.ts';
import { createMessages } from './messages.ts';

function read(...entries: readonly FrameEntry[]) {
  const messages = createMessages();
  for (const frame of framesOf(...entries)) messages.add(frame);
  return messages;
}

const chunk = (id: string, content: unknown, more: object = {}): FrameEntry => [
  'messages',
  [{ id, type: 'ai', content, tool_call_chunks: [], ...more }, { langgraph_node: 'model' }],
  'model:t1',
];

describe('createMessages', () => {
  it('puts the chunks of a message together by its id', () => {
    const messages = read(chunk('m', 'Hel'), chunk('n', 'Other'), chunk('m', 'lo')).messages();
    expect(messages.map(({ text, type, nodeId }) => [text, type, nodeId])).toEqual([
      ['Hello', 'ai', 'model'],
      ['Other', 'ai', 'model'],
    ]);
  });

  it('replaces a message that comes whole', () => {
    const whole: FrameEntry = ['messages', [{ id: 'm', type: 'ai', content: 'Hello there' }, {}], 'model:t1'];
    expect(read(chunk('m', 'Hel'), whole).messages()).toMatchObject([{ text: 'Hello there' }]);
  });

  it('reads blocks, and names those without text', () => {
    const blocks = [
      { type: 'text', text: 'See ' },
      { type: 'image_url', image_url: 'x' },
      { type: 'tool_use' },
    ];
    expect(read(chunk('m', blocks)).messages()).toMatchObject([{ text: 'See [image_url]' }]);
  });

  it('puts streamed tool calls together by their index', () => {
    const piece = (index: number, args: string, more: object = {}) =>
      chunk('m', '', { type: 'AIMessageChunk', tool_call_chunks: [{ index, args, ...more }] });
    const messages = read(
      piece(0, '{"a"', { id: 'c1', name: 'add' }),
      piece(1, '{}', { id: 'c2', name: 'now' }),
      piece(0, ':1}'),
    ).messages();
    expect(messages[0]?.toolCalls).toEqual([
      { id: 'c1', name: 'add', argsText: '{"a":1}' },
      { id: 'c2', name: 'now', argsText: '{}' },
    ]);
  });

  it('shows a tool and what it answered', () => {
    const answer = { id: 't', type: 'tool', name: 'add', content: '2', tool_call_id: 'c1', status: 'error' };
    expect(read(['messages', [answer, {}], 'tools:t2']).messages()).toMatchObject([
      { type: 'tool', name: 'add', text: '2', toolCallId: 'c1', failed: true },
    ]);
  });

  it('adds up the tokens of chunks, by message and by task', () => {
    const usage = (input: number, output: number) => ({
      usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    });
    const messages = read(chunk('m', 'a', usage(7, 0)), chunk('m', 'b', usage(0, 24)));
    expect(messages.messages()[0]?.usage).toEqual({ input: 7, output: 24, total: 31 });
    expect(messages.tokensOf('t1')).toBe(31);
    expect(messages.tokensOf('t2')).toBeNull();
  });

  it('begins with what the person asked', () => {
    const values = {
      messages: [
        { type: 'human', content: 'old' },
        { type: 'ai', content: 'older answer' },
        { id: 'h', type: 'human', content: 'new question' },
      ],
    };
    const messages = read(['values', values], chunk('m', 'Answer'), ['values', values]).messages();
    expect(messages.map(({ text }) => text)).toEqual(['new question', 'Answer']);
  });

  it('R-12: passes over frames that hold no message', () => {
    expect(
      read(['messages', 'NaN'], ['messages', '[]'], ['messages', '["x"]'], ['values', '7']).messages(),
    ).toEqual([]);
  });
});
