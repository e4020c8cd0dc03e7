import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShard, pathsOfShard } from './shard.ts';

describe('a shard', () => {
  it('is written as its number and how many there are', () => {
    expect(parseShard('3/10')).toEqual({ number: 3, total: 10 });
    expect(parseShard('1/1')).toEqual({ number: 1, total: 1 });
  });

  it.each(['0/3', '4/3', '3', '1/0', '1/1001', '-1/3', '1/3/5', 'a/b', '', '1.5/3'])(
    'is refused when it is %j',
    (text) => {
      expect(() => parseShard(text)).toThrow('--shard takes a part and the number of parts');
    },
  );

  it('has each path in exactly one of them, whatever order they come in, and none twice as long as another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 12 }), (paths, total) => {
        const shards = Array.from({ length: total }, (_, index) =>
          pathsOfShard(index % 2 === 0 ? paths : paths.toReversed(), { number: index + 1, total }),
        );
        expect(shards.flat().toSorted()).toEqual(paths.toSorted());
        const lengths = shards.map(({ length }) => length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
