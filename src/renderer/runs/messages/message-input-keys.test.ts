import { describe, expect, it } from 'vitest';
import { messageInputKeys } from './message-input-keys.ts';

const schema = (properties: object): string => JSON.stringify({ type: 'object', properties });
const message = { type: 'object', properties: { type: { const: 'human' }, content: {} } };
const none = { named: [], possible: ['messages'] };

describe('messageKeys', () => {
  it.each([
    ['the usual name', schema({ messages: {}, topic: { type: 'string' } }), ['messages']],
    // As the JavaScript server writes a MessagesValue.
    ['the mark of the server', schema({ talk: { langgraph_type: 'messages' }, n: {} }), ['talk']],
    // As Pydantic writes a list of messages.
    [
      'a list of alternatives',
      schema({ talk: { type: 'array', items: { oneOf: [message, { type: 'null' }] } } }),
      ['talk'],
    ],
    [
      'one message or a list of them',
      schema({ talk: { anyOf: [{ type: 'string' }, { type: 'array', items: message }] } }),
      ['talk'],
    ],
    [
      'two of them, the usual name first',
      schema({ aside: { langgraph_type: 'messages' }, messages: {} }),
      ['messages', 'aside'],
    ],
  ])('finds %s', (_, text, named) => {
    expect(messageInputKeys(text, null)).toEqual({ named, possible: [] });
  });

  it('goes by the state where the input says nothing', () => {
    expect(
      messageInputKeys('{"type":"object"}', schema({ talk: { langgraph_type: 'messages' } })).named,
    ).toEqual(['talk']);
    expect(
      messageInputKeys(
        schema({ topic: { type: 'string' } }),
        schema({ talk: { langgraph_type: 'messages' } }),
      ),
    ).toEqual(none);
  });

  it('offers what may hold messages where none is named', () => {
    const text = schema({ documents: { type: 'array' }, any: {}, topic: { type: 'string' } });
    expect(messageInputKeys(text, null)).toEqual({ named: [], possible: ['messages', 'documents', 'any'] });
    expect(messageInputKeys(null, null)).toEqual(none);
    // Documents have a content too, and nobody who says it.
    const documents = { type: 'array', items: { type: 'object', properties: { content: {}, url: {} } } };
    expect(messageInputKeys(schema({ documents }), null).named).toEqual([]);
  });
});
