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

it.each(['\ufeff', '\u2028', '\u2029', '\u000b', '\u000c', '\u200b', '\u3164'])(
  'U-14: leaves the hidden character %j to the view, which shows it as such',
  (hidden) => {
    expect(threadName({ name: `pay${hidden}ments` }, null)).toBe(`pay${hidden}ments`);
    expect(threadName({}, { messages: [{ type: 'human', content: `${hidden}Hello` }] })).toBe(
      `${hidden}Hello`,
    );
  },
);
