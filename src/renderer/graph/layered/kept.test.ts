import { describe, expect, it } from 'vitest';
import { layoutInput } from '../layout-input.ts';
import { visibleGraph } from '../levels.ts';
import { shapeOf } from '../shape-builder.ts';
import { newLayoutCache, type LayoutCache } from './kept.ts';
import { layOutLayered } from './lay-out.ts';

const shape = shapeOf(
  ['a', 's', 's:x', 's:y', 't', 't:x', 't:y', 'u', 'u:x', 'z'],
  ['a?s:x', 's:x>s:y', 's:y>t', 't:x>t:y', 't>u:x', 'u:x>z', 'z?a(again)'],
);
const withFolded = (...ids: string[]) =>
  layoutInput(visibleGraph(shape, 'all', new Map(ids.map((id) => [id, true]))));

/** How many versions of each container were laid out. */
function versions({ containers }: LayoutCache): Record<string, number> {
  return Object.fromEntries([...containers].map(([id, { placed }]) => [id ?? 'all', placed.length]));
}

describe('what is kept of a layout', () => {
  it('lays only what changed out again when a container is folded, and nothing when it is unfolded', () => {
    const cache = newLayoutCache();
    layOutLayered(withFolded(), cache);
    expect(versions(cache)).toEqual({ all: 1, s: 1, t: 1, u: 1 });
    layOutLayered(withFolded('t'), cache);
    expect(versions(cache)).toEqual({ all: 2, s: 1, t: 1, u: 1 });
    layOutLayered(withFolded(), cache);
    expect(versions(cache)).toEqual({ all: 2, s: 1, t: 1, u: 1 });
  });

  it('keeps the latest few versions of a container', () => {
    const cache = newLayoutCache();
    for (const folded of [[], ['s'], ['t'], ['u'], ['s', 't'], ['s', 'u']]) {
      layOutLayered(withFolded(...folded), cache);
    }
    expect(versions(cache)['all']).toBe(4);
  });

  it('does not take a label of another size for the same', () => {
    const cache = newLayoutCache();
    const first = withFolded();
    const other = {
      ...first,
      edges: first.edges.map((edge) => (edge.label ? { ...edge, label: { width: 150, height: 18 } } : edge)),
    };
    layOutLayered(first, cache);
    expect(layOutLayered(other, cache)).toEqual(layOutLayered(other));
  });
});
