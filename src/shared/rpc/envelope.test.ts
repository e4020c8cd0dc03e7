import { describe, expect, it } from 'vitest';
import { HostMessage, parseMessage, writeMessage } from './envelope.ts';

const item = (value: unknown, bulk?: string): HostMessage => ({ type: 'item', id: 1, value, bulk });

describe('messages with a long text', () => {
  it('carry it as it is, behind the message', () => {
    const text = writeMessage(item({ at: 1, text: '{"a":"\\n"}\nx"' }, 'text'));
    expect(text).toBe('{"type":"item","id":1,"value":{"at":1},"bulk":"text"}\n{"a":"\\n"}\nx"');
    expect(parseMessage(HostMessage, text)).toEqual(item({ at: 1, text: '{"a":"\\n"}\nx"' }, 'text'));
  });

  it('carry an empty one, too', () => {
    const message = item({ text: '' }, 'text');
    expect(parseMessage(HostMessage, writeMessage(message))).toEqual(message);
  });

  it.each([{ text: 5 }, { other: '' }, null, ['text']])(
    'write a value without such a text whole: %j',
    (value) => {
      expect(parseMessage(HostMessage, writeMessage(item(value, 'text')))).toEqual(item(value));
    },
  );

  it.each([
    ['a text that no message names', '{"type":"done","id":1}\nabc'],
    ['a text that is missing', '{"type":"item","id":1,"value":{},"bulk":"text"}'],
    ['a value that is no object', '{"type":"item","id":1,"value":[],"bulk":"text"}\nabc'],
    ['the name of the prototype', '{"type":"item","id":1,"value":{},"bulk":"__proto__"}\nabc'],
  ])('E-17: are refused with %s', (_, text) => {
    expect(parseMessage(HostMessage, text)).toBeNull();
  });
});
