import { expect, it } from 'vitest';
import { messageDelta } from './message-delta.ts';

const message = (id: string, content = id): string => `{"id":"${id}","type":"human","content":"${content}"}`;
const list = (...messages: readonly string[]): string => `[${messages.join(',')}]`;

it('has new and changed messages as they are', () => {
  expect(messageDelta(null, list(message('a')))).toEqual([message('a')]);
  expect(messageDelta(list(message('a')), list(message('a', 'other'), message('b')))).toEqual([
    message('a', 'other'),
    message('b'),
  ]);
  expect(messageDelta(list(message('a')), list(message('a')))).toEqual([]);
});

it('removes missing ones', () => {
  expect(messageDelta(list(message('a'), message('b')), list(message('b')))).toEqual([
    '{"type":"remove","id":"a"}',
  ]);
});

it('is only for messages with ids of their own', () => {
  const others = ['[]', '"text"', '[1]', '[{"id":"a"}]', list(message('a'), message('a')), '{"a":1}'];
  expect(others.map((other) => messageDelta('[]', other))).toEqual(others.map(() => null));
});
