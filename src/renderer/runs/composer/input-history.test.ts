import { describe, expect, it } from 'vitest';
import { prependInput } from './input-history.ts';

describe('withInput', () => {
  it.each<[string, string[], string, string[]]>([
    ['puts the newest first', ['{"a":1}'], '{"a":2}', ['{"a":2}', '{"a":1}']],
    ['has the same JSON once', ['{"a":2}', '{ "a": 1 }'], '{"a":1}', ['{"a":1}', '{"a":2}']],
    [
      'keeps numbers apart that a double can not',
      ['[9007199254740993]'],
      '[9007199254740992]',
      ['[9007199254740992]', '[9007199254740993]'],
    ],
    ['compares what is not JSON as text', ['oops'], 'oops', ['oops']],
    ['does not keep what is too long', ['1'], `"${'x'.repeat(1_000_001)}"`, ['1']],
  ])('%s', (_, before, text, after) => {
    expect(prependInput(before, text)).toEqual(after);
  });

  it('forgets the oldest', () => {
    const many = Array.from({ length: 30 }, (_, index) => String(index));
    expect(prependInput(many, '"new"')).toHaveLength(20);
  });
});
