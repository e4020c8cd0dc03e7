import { describe, expect, it } from 'vitest';
import { applyDraggedPositions, moveNodeBy } from './apply-dragged-positions.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { noPositions } from './stored-node-positions.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { avoidNodes } from './avoid-nodes.ts';
import { separateSegments, segmentsOf } from './separate-segments.ts';

/** Down, aside at `y`, and down again. */
const bent = (y: number, from = 0, to = 200) => [
  { x: from, y: 0 },
  { x: from, y },
  { x: to, y },
  { x: to, y: 100 },
];

describe('inOwnLane', () => {
  it('leaves a way alone that lies on no other', () => {
    const route = bent(50);
    expect(separateSegments(route, segmentsOf(bent(60)), [])).toBe(route);
    expect(separateSegments(route, segmentsOf(bent(50, 300, 400)), [])).toBe(route);
  });

  it('moves what lies on another aside, and its ends stay', () => {
    expect(separateSegments(bent(50), segmentsOf(bent(50, 100, 300)), [])).toEqual(bent(58));
    expect(separateSegments(bent(50), [...segmentsOf(bent(50)), ...segmentsOf(bent(58))], [])).toEqual(
      bent(42),
    );
  });

  it('moves to the side that no wall is on, and not at all where there is no room', () => {
    const below = { x: 50, y: 54, width: 100, height: 40 };
    const above = { x: 50, y: 6, width: 100, height: 40 };
    const other = segmentsOf(bent(50, 100, 300));
    expect(separateSegments(bent(50), other, [below])).toEqual(bent(42));
    expect(separateSegments(bent(50), other, [below, above])).toEqual(bent(50));
    const low = bent(4);
    expect(
      separateSegments(
        low,
        [4, 12, 20, 28, 36, 44].flatMap((y) => segmentsOf(bent(y))),
        [],
      ),
    ).toBe(low);
  });

  it('separates edges of nodes that were dragged side by side', () => {
    const shape = buildGraphShape(['s', 'a', 'b', 'c', 'd'], ['a>c', 'b>d', 's>a', 's>b']);
    const visible = visibleGraph(shape, 'all', new Map());
    const layout = layoutGraph(layoutInput(visible));
    // Both lead aside at the same height then: their ends change places.
    const box = (id: string) => layout.nodes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    const by = box('b').x - box('a').x;
    const crossed = moveNodeBy(visible, layout, noPositions, 'a', { x: by, y: 0 });
    const both = moveNodeBy(visible, layout, crossed, 'b', { x: -by, y: 0 });
    const moved = applyDraggedPositions(visible, layout, both);
    const levels = (result: typeof moved) =>
      ['e0', 'e1'].map(
        (id) => segmentsOf(result.edges.get(id)?.points ?? []).find(({ upright }) => !upright)?.across,
      );
    const [before, after] = [levels(moved), levels(avoidNodes(visible, layout, moved))];
    expect(before[0]).toBe(before[1]);
    expect(Math.abs((after[0] ?? 0) - (after[1] ?? 0))).toBeGreaterThanOrEqual(8);
  });
});
