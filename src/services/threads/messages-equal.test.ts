import { expect, it } from 'vitest';
import { canonicalMessageText, messagesEqual } from './messages-equal.ts';

it('the comparison of messages ignores empty members that a server adds, and nothing else', () => {
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

it('takes a message whose usage a server has moved for the same one', () => {
  const usage = '"usage_metadata":{"input_tokens":3,"output_tokens":1}';
  const original = `{"content":"a","additional_kwargs":{},"type":"ai","id":"1",${usage}}`;
  const moved = `{"content":"a","additional_kwargs":{${usage}},"type":"ai","id":"1","usage_metadata":null}`;
  expect(canonicalMessageText(moved)).toBe(canonicalMessageText(original));
  expect(canonicalMessageText(moved)).not.toBe(canonicalMessageText(moved.replace(':3', ':4')));
  const extra = moved.replace('"additional_kwargs":{', '"additional_kwargs":{"x":1,');
  expect(canonicalMessageText(extra)).not.toBe(canonicalMessageText(original));
  // A usage of its own is not replaced.
  const both = moved.replace('"usage_metadata":null', '"usage_metadata":{"input_tokens":9}');
  expect(canonicalMessageText(both)).not.toBe(canonicalMessageText(original));
});
