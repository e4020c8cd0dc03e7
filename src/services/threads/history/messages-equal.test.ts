import { expect, it } from 'vitest';
import { canonicalMessageText, messagesEqual } from './messages-equal.ts';

it('J-12: ignores empty members that a server adds, and nothing else', () => {
  const sent = '[{"type":"human","content":"a","id":"1"}]';
  const got = '[{"content":"a","additional_kwargs":{},"name":null,"tool_calls":[],"id":"1","type":"human"}]';
  expect(messagesEqual(sent, got)).toBe(true);
  expect(messagesEqual(sent, got.replace('"a"', '"b"'))).toBe(false);
  expect(messagesEqual(sent, got.replace('{}', '{"x":1}'))).toBe(false);
  expect(messagesEqual(sent, '[]')).toBe(false);
  expect(messagesEqual('[]', sent)).toBe(false);
  expect(messagesEqual(sent.replace('"id"', '"lost":1,"id"'), got)).toBe(false);
});

it('normalizes a message, whatever members a server adds, in any order', () => {
  const filled = '{"content":"a","additional_kwargs":{},"id":"1","tool_calls":[],"type":"ai"}';
  expect(canonicalMessageText(filled)).toBe(canonicalMessageText('{"type":"ai","content":"a","id":"1"}'));
  expect(canonicalMessageText(filled)).not.toBe(canonicalMessageText('{"type":"ai","content":"b","id":"1"}'));
});
