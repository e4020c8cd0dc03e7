import { expect, it } from 'vitest';
import { canonicalMessageText, messagesEqual } from './messages-equal.ts';

it('J-12: takes empty members that a server adds for no difference, and anything else for one', () => {
  const asked = '[{"type":"human","content":"a","id":"1"}]';
  const got = '[{"content":"a","additional_kwargs":{},"name":null,"tool_calls":[],"id":"1","type":"human"}]';
  expect(messagesEqual(asked, got)).toBe(true);
  expect(messagesEqual(asked, got.replace('"a"', '"b"'))).toBe(false);
  expect(messagesEqual(asked, got.replace('{}', '{"x":1}'))).toBe(false);
  expect(messagesEqual(asked, '[]')).toBe(false);
  expect(messagesEqual('[]', asked)).toBe(false);
  expect(messagesEqual(asked.replace('"id"', '"lost":1,"id"'), got)).toBe(false);
});

it('words a message alike whatever a server filled it up with, in whatever order', () => {
  const filled = '{"content":"a","additional_kwargs":{},"id":"1","tool_calls":[],"type":"ai"}';
  expect(canonicalMessageText(filled)).toBe(canonicalMessageText('{"type":"ai","content":"a","id":"1"}'));
  expect(canonicalMessageText(filled)).not.toBe(canonicalMessageText('{"type":"ai","content":"b","id":"1"}'));
});
