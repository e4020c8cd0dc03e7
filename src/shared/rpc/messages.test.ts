import { describe, expect, it } from 'vitest';
import { HostMessage, parseMessage, serializeMessage } from './messages.ts';

const item = (value: unknown, bulk?: string): HostMessage => ({ type: 'item', id: 1, value, bulk });

/** As it comes out of a port. */
const back = (message: HostMessage) => {
  const written = serializeMessage(message);
  return parseMessage(HostMessage, typeof written === 'string' ? written : Buffer.concat(written));
};

describe('messages with a long text', () => {
  it('carry it as it is, behind the message', () => {
    const text = serializeMessage(item({ at: 1, text: '{"a":"\\n"}\nx"' }, 'text'));
    expect(text).toBe('{"type":"item","id":1,"value":{"at":1},"bulk":"text"}\n{"a":"\\n"}\nx"');
    expect(back(item({ at: 1, text: '{"a":"\\n"}\nx"' }, 'text'))).toEqual(
      item({ at: 1, text: '{"a":"\\n"}\nx"' }, 'text'),
    );
  });

  it('carry an empty one, too', () => {
    const message = item({ text: '' }, 'text');
    expect(back(message)).toEqual(message);
  });

  it('carry bytes as they are, and make none of them anew', () => {
    const pieces = [Uint8Array.of(0, 255, 10), Uint8Array.of(200)];
    const written = serializeMessage(item({ at: 1, pieces }, 'pieces'));
    expect(written.slice(1)).toEqual(pieces);
    expect(written[1]).toBe(pieces[0]);
    const [head = new Uint8Array()] = written as readonly Uint8Array[];
    expect(head.length % 8).toBe(0);
    const received = Buffer.concat(written as readonly Uint8Array[]);
    const value = { at: 1, pieces: [Uint8Array.of(0, 255, 10, 200)] };
    const parsed = parseMessage(HostMessage, new Uint8Array(received));
    expect(parsed).toEqual(item(value, 'pieces'));
    expect(parseMessage(HostMessage, new Uint8Array(received), 10)).toBeNull();
  });

  it.each([{ text: 5 }, { other: '' }, null, ['text']])(
    'write a value without such a text whole: %j',
    (value) => {
      expect(back(item(value, 'text'))).toEqual(item(value));
    },
  );

  it.each([
    ['a text that no message names', '{"type":"done","id":1}\nabc'],
    ['a text that is missing', '{"type":"item","id":1,"value":{},"bulk":"text"}'],
    ['a value that is no object', '{"type":"item","id":1,"value":[],"bulk":"text"}\nabc'],
    ['the name of the prototype', '{"type":"item","id":1,"value":{},"bulk":"__proto__"}\nabc'],
  ])('are refused with %s', (_, text) => {
    expect(parseMessage(HostMessage, text)).toBeNull();
  });
});
