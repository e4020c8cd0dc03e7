import { describe, expect, it } from 'vitest';
import { layoutInput } from './layout-input.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { createLayoutCache, type LayoutCache } from './layout-cache.ts';
import { layoutWithCache } from './layout-graph.ts';

const shape = buildGraphShape(
  ['a', 's', 's:x', 's:y', 't', 't:x', 't:y', 'u', 'u:x', 'z'],
  ['a?s:x', 's:x>s:y', 's:y>t', 't:x>t:y', 't>u:x', 'u:x>z', 'z?a(again)'],
);
const withCollapsed = (...ids: string[]) =>
  layoutInput(visibleGraph(shape, 'all', new Map(ids.map((id) => [id, true]))));

/** How many versions of each container were laid out. */
function versions({ containers }: LayoutCache): Record<string, number> {
  return Object.fromEntries([...containers].map(([id, { placements }]) => [id ?? 'all', placements.length]));
}

describe('what is kept of a layout', () => {
  it('lays only what changed out again when a container is collapsed, and nothing when it is expanded', () => {
    const cache = createLayoutCache();
    layoutWithCache(withCollapsed(), cache);
    expect(versions(cache)).toEqual({ all: 1, s: 1, t: 1, u: 1 });
    layoutWithCache(withCollapsed('t'), cache);
    expect(versions(cache)).toEqual({ all: 2, s: 1, t: 1, u: 1 });
    layoutWithCache(withCollapsed(), cache);
    expect(versions(cache)).toEqual({ all: 2, s: 1, t: 1, u: 1 });
  });

  it('keeps the latest few versions of a container', () => {
    const cache = createLayoutCache();
    for (const collapsed of [[], ['s'], ['t'], ['u'], ['s', 't'], ['s', 'u']]) {
      layoutWithCache(withCollapsed(...collapsed), cache);
    }
    expect(versions(cache)['all']).toBe(4);
  });

  it('does not take a label of another size for the same', () => {
    const cache = createLayoutCache();
    const first = withCollapsed();
    const other = {
      ...first,
      edges: first.edges.map((edge) => (edge.label ? { ...edge, label: { width: 150, height: 18 } } : edge)),
    };
    layoutWithCache(first, cache);
    expect(layoutWithCache(other, cache)).toEqual(layoutWithCache(other));
  });
});
