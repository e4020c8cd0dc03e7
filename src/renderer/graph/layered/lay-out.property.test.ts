import { fc } from '../../../testing/random-tests.ts';
import { scaled } from '../../../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { newLayoutCache } from './kept.ts';
import { layOutLayered } from './lay-out.ts';
import { crossedTitles, faultsOf } from './picture-checks.ts';
import { randomLayoutInput } from './random-graph.ts';

describe('layOutLayered, for any graph', () => {
  it('overlaps nothing, leads no edge through a node, and keeps nodes in their containers', () => {
    fc.assert(
      fc.property(randomLayoutInput(), (input) => {
        expect(faultsOf(input, layOutLayered(input))).toEqual([]);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('leads no edge from above through the title of a container', () => {
    fc.assert(
      fc.property(randomLayoutInput(), (any) => {
        const input = { ...any, direction: 'down' as const };
        expect(crossedTitles(input, layOutLayered(input))).toEqual([]);
      }),
      { numRuns: scaled(200) },
    );
  });

  it('gives the same picture whatever was laid out before', () => {
    const cache = newLayoutCache();
    fc.assert(
      fc.property(randomLayoutInput(24), (input) => {
        expect(layOutLayered(input, cache)).toEqual(layOutLayered(input));
        expect(layOutLayered(input, cache)).toEqual(layOutLayered(input));
      }),
      { numRuns: 100 },
    );
  });
});
