import { expect, it } from 'vitest';
import { threadName } from './thread-mapper.ts';

it('is one line of bounded length, from the metadata or the first human message', () => {
  expect(threadName({ name: '  Two\n lines ' }, null)).toBe('Two lines');
  expect(threadName({ name: ' ' }, { messages: [{ type: 'human', content: 'Hello\tthere' }] })).toBe(
    'Hello there',
  );
  expect(threadName({ name: 'x'.repeat(5_000) }, null)).toHaveLength(80);
  expect(threadName({}, {})).toBeNull();
});

it.each([
  [
    'a text that is an input by its key',
    { status: 'not yet', topic: ' November release ' },
    'November release',
  ],
  ['a message before the input', { topic: 'x y', chat: [{ role: 'user', content: 'Hi all' }] }, 'Hi all'],
  ['the first text in words', { state: 'done', note: 'Two words', other: 'More words here' }, 'Two words'],
  ['nothing if there are single words only', { state: 'done', id: 'a1b2' }, null],
  ['nothing if there are no texts', { count: 5, list: ['a b'] }, null],
])('is %s', (_words, values, name) => {
  expect(threadName({}, values)).toBe(name);
});

it.each(['\ufeff', '\u2028', '\u2029', '\u000b', '\u000c', '\u200b', '\u3164'])(
  "a thread's name leaves the hidden character %j to the view, which shows it as such",
  (hidden) => {
    expect(threadName({ name: `pay${hidden}ments` }, null)).toBe(`pay${hidden}ments`);
    expect(threadName({}, { messages: [{ type: 'human', content: `${hidden}Hello` }] })).toBe(
      `${hidden}Hello`,
    );
  },
);
