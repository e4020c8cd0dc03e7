import { fc } from '../../../testing/fast-check.ts';
import { scaled } from '../../../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { createLayoutCache } from './layout-cache.ts';
import { layoutWithCache } from './layout-graph.ts';
import { crossedTitles, layoutFaults } from '../../../testing/renderer/layout-assertions.ts';
import { randomLayoutInput } from '../../../testing/renderer/random-layout-input.ts';

describe('layOutLayered, for any graph', () => {
  it('overlaps nothing, leads no edge through a node, and keeps nodes in their containers', () => {
    fc.assert(
      fc.property(randomLayoutInput(), (input) => {
        expect(layoutFaults(input, layoutWithCache(input))).toEqual([]);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('leads no edge from above through the title of a container', () => {
    fc.assert(
      fc.property(randomLayoutInput(), (any) => {
        const input = { ...any, direction: 'down' as const };
        expect(crossedTitles(input, layoutWithCache(input))).toEqual([]);
      }),
      { numRuns: scaled(200) },
    );
  });

  it('gives the same picture whatever was laid out before', () => {
    const cache = createLayoutCache();
    fc.assert(
      fc.property(randomLayoutInput(24), (input) => {
        expect(layoutWithCache(input, cache)).toEqual(layoutWithCache(input));
        expect(layoutWithCache(input, cache)).toEqual(layoutWithCache(input));
      }),
      { numRuns: 100 },
    );
  });
});
