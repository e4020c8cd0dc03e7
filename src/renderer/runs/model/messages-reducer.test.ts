import { describe, expect, it } from 'vitest';
import { buildFrames, type FrameEntry } from '../../../testing/renderer/run-frame-builder.ts';
import { callKey, createMessagesReducer } from './messages-reducer.ts';

function read(...entries: readonly FrameEntry[]) {
  const messages = createMessagesReducer();
  for (const frame of buildFrames(...entries)) messages.add(frame);
  return { ...messages, messages: () => messages.keys().flatMap((key) => messages.get(key) ?? []) };
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

  it('keeps the arguments of a tool call as the server wrote them', () => {
    const args = '{"id": 12345678901234567890, "ratio": 1.0, "b": {"2": -0, "1": [9007199254740993]}}';
    const message = (id: string) =>
      `{"id": "${id}", "type": "ai", "content": "", "tool_calls": [{"id": "c", "name": "pay", "args": ${args}}, {"name": "now"}]}`;
    const frames = buildFrames(['messages', []], ['messages/complete', []], ['values', {}], ['values', {}]);
    const texts = [
      `[${message('m')}, {"langgraph_node": "model"}]`,
      `[${message('n')}]`,
      `{"messages": [${message('o')}]}`,
    ];
    const written = '{"id":12345678901234567890,"ratio":1.0,"b":{"2":-0,"1":[9007199254740993]}}';
    const expected = [
      { id: 'c', name: 'pay', argsText: written },
      { id: null, name: 'now', argsText: '{}' },
    ];
    const streamed = createMessagesReducer();
    for (const [index, frame] of frames.slice(0, 2).entries())
      streamed.add({ ...frame, text: texts[index] ?? '' });
    expect(['m', 'n'].map((key) => streamed.get(key)?.toolCalls)).toEqual([expected, expected]);
    const inValues = createMessagesReducer();
    for (const frame of frames.slice(2)) inValues.add({ ...frame, text: texts[2] ?? '' });
    expect(inValues.keys().map((key) => inValues.get(key)?.toolCalls)).toEqual([expected]);
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
    expect(messages.usageOf('t1')?.total).toBe(31);
    expect(messages.usageOf('t2')).toBeNull();
    expect(messages.usage()?.total).toBe(31);
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

  it('counts the tokens of a subgraph with those of the tasks inside, and whole messages once', () => {
    const whole = (total: number): FrameEntry => [
      'messages',
      [{ id: 'm', type: 'ai', content: 'x', usage_metadata: { input_tokens: 1, total_tokens: total } }, {}],
      'team:t1',
      'model:t2',
    ];
    const messages = read(whole(10), whole(12), whole(12));
    expect([messages.usageOf('t1')?.total, messages.usageOf('t2')?.total]).toEqual([12, 12]);
  });

  it('reads the older mode: accumulated messages, and an event that says where they come from', () => {
    const partial = (content: string): FrameEntry => ['messages/partial', [{ id: 'm', type: 'ai', content }]];
    const messages = read(
      ['messages/metadata', { m: { metadata: { langgraph_checkpoint_ns: 'write:t1|draft:t2' } } }],
      partial('Hel'),
      partial('Hello'),
    );
    expect(messages.messages()).toMatchObject([{ text: 'Hello', nodeId: 'write:draft' }]);
  });

  it('does not count twice what both modes report', () => {
    const messages = read(
      chunk('m', 'Hel'),
      ['messages/partial', [{ id: 'm', type: 'ai', content: 'Hel' }]],
      chunk('m', 'lo'),
    );
    expect(messages.messages()).toMatchObject([{ text: 'Hello', nodeId: 'model' }]);
  });

  it('takes the messages of the values where nothing else reports any', () => {
    const values = (...contents: readonly string[]): FrameEntry => [
      'values',
      {
        messages: contents.map((content, index) => ({
          id: String(index),
          type: index % 2 ? 'ai' : 'human',
          content,
        })),
      },
    ];
    expect(read(values('Hi'), values('Hi', 'Hello')).messages()).toMatchObject([
      { text: 'Hi' },
      { text: 'Hello' },
    ]);
  });

  it('finds conversations under any key, and takes nothing else for one', () => {
    const message = (id: string, type: string) => ({ id, type, content: id });
    const values = {
      talk: [message('a', 'human'), message('b', 'ai')],
      aside: [message('c', 'system')],
      documents: [message('d', 'pdf')],
      texts: [{ content: 'e' }],
    };
    const before = { ...values, talk: [message('a', 'human')], aside: [] };
    expect(
      read(['values', before], ['values', values])
        .messages()
        .map(({ text }) => text),
    ).toEqual(['a', 'b', 'c']);
  });

  it('pairs a call with its answer, and notifies only the subscribers of what changed', () => {
    const messages = createMessagesReducer();
    const notified: string[] = [];
    messages.subscribe('m', () => notified.push('m'));
    messages.subscribe(callKey('c1'), () => notified.push('answer'));
    const frames = buildFrames(chunk('m', 'a'), chunk('n', 'b'), [
      'messages',
      [{ id: 't', type: 'tool', content: '2', tool_call_id: 'c1' }, {}],
      'tools:t2',
    ]);
    const [first, second, third] = frames;
    for (const frame of [first, second]) if (frame) messages.add(frame);
    messages.flush();
    expect(notified).toEqual(['m']);
    const keys = messages.keys();
    if (third) messages.add(third);
    messages.flush();
    expect(notified).toEqual(['m', 'answer']);
    expect(messages.keys()).not.toBe(keys);
    expect(messages.answerTo('c1')).toMatchObject({ text: '2' });
  });

  it('passes over frames that hold no message', () => {
    expect(
      read(['messages', 'NaN'], ['messages', '[]'], ['messages', '["x"]'], ['values', '7']).messages(),
    ).toEqual([]);
  });
});
