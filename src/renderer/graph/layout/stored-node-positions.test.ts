import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { serializePositions, noPositions, parsePositions } from './stored-node-positions.ts';

describe('moves as text', () => {
  it('come back as they were kept', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9999, max: 9999 })),
        ),
        (positions) => {
          const moves = new Map(Object.entries(positions).map(([id, [x, y]]) => [id, { x, y }]));
          expect(parsePositions(serializePositions(moves))).toEqual(moves);
        },
      ),
    );
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a place that is none', '{"a":"here","b":[1],"c":[1,"2"],"d":[1e9,0]}'],
  ])('are none for %s', (_, text) => {
    expect(parsePositions(text)).toEqual(noPositions);
  });

  it('are no text when there are none', () => {
    expect(serializePositions(noPositions)).toBeNull();
  });
});
