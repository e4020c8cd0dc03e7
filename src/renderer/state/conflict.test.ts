import { expect, it } from 'vitest';
import { threeWays } from './conflict.ts';

it('D-7: tells what was seen, what is newest and what the edit wants, and where both changed the same', () => {
  const seen = '{"a":1.0,"b":1,"c":1,"d":1}';
  const newest = '{"a":1.0,"b":2,"c":2,"d":5,"e":7}';
  const changes = [
    { key: 'a', valueText: '9', update: null },
    { key: 'b', valueText: '3', update: null },
    { key: 'd', valueText: ' 5', update: null },
  ];
  expect(threeWays(seen, newest, changes)).toEqual([
    { key: 'a', seenText: '1.0', newestText: '1.0', editedText: '9', clash: false },
    { key: 'b', seenText: '1', newestText: '2', editedText: '3', clash: true },
    { key: 'd', seenText: '1', newestText: '5', editedText: ' 5', clash: false },
    { key: 'c', seenText: '1', newestText: '2', editedText: null, clash: false },
    { key: 'e', seenText: null, newestText: '7', editedText: null, clash: false },
  ]);
});
