import { expect, it } from 'vitest';
import { messageTools } from './message-tools.ts';

const answeredIn = (result: unknown) => [...messageTools(result).answered.values()];

const search = { type: 'tool', tool_call_id: 'call-1', name: 'search', content: 'rain', status: 'success' };
const failed = { type: 'tool', tool_call_id: 'call-2', content: 'no', status: 'error' };
const calling = {
  type: 'ai',
  content: '',
  tool_calls: [{ id: 'call-2', name: 'fetch', args: {} }, { id: 7 }],
};

it('answered tool calls are those of tool messages in a result, wherever graphs put them', () => {
  expect(answeredIn({ messages: [calling, search, failed] })).toEqual([
    { callId: 'call-1', name: 'search', isError: false },
    { callId: 'call-2', name: null, isError: true },
  ]);
  expect(answeredIn([{ update: { messages: [search] } }])).toHaveLength(1);
  expect(answeredIn({ messages: [calling] })).toEqual([]);
  for (const result of [null, 'tool', 7, [], {}, { type: 'tool', tool_call_id: 7 }, { tool_calls: 'x' }])
    expect(answeredIn(result)).toEqual([]);
});

it('called tools are named by the messages that call them', () => {
  expect([...messageTools({ messages: [calling] }).called]).toEqual([['call-2', 'fetch']]);
  expect(messageTools({ messages: [search] }).called.size).toBe(0);
});

it('tools of messages are bounded in number and length', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    type: 'tool',
    tool_call_id: `call-${index}`,
    name: 'x'.repeat(5000),
    tool_calls: [{ id: `other-${index}`, name: 'y'.repeat(5000) }],
  }));
  const { answered, called } = messageTools({ messages: many });
  expect([answered.size, called.size]).toEqual([200, 200]);
  expect(answered.get('call-0')?.name).toHaveLength(200);
  expect(called.get('other-0')).toHaveLength(200);
});
