import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { applyDraggedPositions, moveNodeBy } from './apply-dragged-positions.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import type { EdgeRoute, LayoutResult } from '../model/layout-types.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { noPositions } from './stored-node-positions.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { routeOrthogonally } from './route-after-drag.ts';
import { routeIntersectsBox } from './separate-segments.ts';
import { avoidNodes } from './avoid-nodes.ts';

function laidOut(shape = writerShape) {
  const visible = visibleGraph(shape, 'all', new Map());
  return { visible, layout: layoutGraph(layoutInput(visible)) };
}

function hits(layout: LayoutResult, edge: string, nodes: readonly string[]): string[] {
  const points = layout.edges.get(edge)?.points ?? [];
  return nodes.filter((id) => {
    const box = layout.nodes.get(id);
    return box !== undefined && routeIntersectsBox(points, box);
  });
}

const chain = buildGraphShape(['a', 'b', 'c', 'd'], ['a>b', 'b>c', 'c>d']);

describe('keepClear', () => {
  it('leads an edge of a node that was dragged around the nodes between', () => {
    const { visible, layout } = laidOut(chain);
    // The first node below all others: its edge would run through them.
    const moved = applyDraggedPositions(
      visible,
      layout,
      moveNodeBy(visible, layout, noPositions, 'a', { x: 0, y: 400 }),
    );
    expect(hits(moved, 'e0', ['c', 'd'])).not.toEqual([]);
    const clear = avoidNodes(visible, layout, moved);
    expect(hits(clear, 'e0', ['a', 'b', 'c', 'd'])).toEqual([]);
    expect(clear.edges.get('e1')).toBe(moved.edges.get('e1'));
  });

  it('leads an edge that was not moved around a node that was dropped onto it', () => {
    const shape = buildGraphShape(['a', 'b', 'c'], ['a>b', 'a>c']);
    const { visible, layout } = laidOut(shape);
    const route = layout.edges.get('e0')?.points ?? [];
    const [start, end] = [route[0], route.at(-1)];
    const box = layout.nodes.get('c');
    if (!start || !end || !box) throw new Error('not laid out');
    const below = { x: end.x - box.x - box.width / 2, y: 200 };
    const far = moveNodeBy(visible, layout, noPositions, 'b', { x: 0, y: 400 });
    const moved = applyDraggedPositions(visible, layout, moveNodeBy(visible, layout, far, 'c', below));
    expect(hits(moved, 'e0', ['c'])).toEqual(['c']);
    expect(hits(avoidNodes(visible, layout, moved), 'e0', ['c'])).toEqual([]);
  });

  it('goes into the containers of its ends, and around others', () => {
    const shape = buildGraphShape(
      ['s', 's:x', 't', 't:x', 'u', 'u:x'],
      ['s:x>t:x', 't:x>u:x', 's:x?u:x(far)'],
    );
    const { visible, layout } = laidOut(shape);
    const moved = applyDraggedPositions(
      visible,
      layout,
      moveNodeBy(visible, layout, noPositions, 's', { x: 0, y: 900 }),
    );
    const clear = avoidNodes(visible, layout, moved);
    expect(hits(clear, 'e0', ['u', 'u:x'])).toEqual([]);
    expect(hits(clear, 'e1', ['s', 's:x'])).toEqual([]);
    expect(clear.edges.get('e2')?.label).not.toBeNull();
  });

  it('gives the same routes for the same moves, wherever nodes are dragged', () => {
    const { visible, layout } = laidOut();
    const ids = visible.nodes.map(({ id }) => id);
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.integer({ min: -600, max: 600 }),
        fc.integer({ min: -600, max: 600 }),
        (id, x, y) => {
          const moved = applyDraggedPositions(
            visible,
            layout,
            moveNodeBy(visible, layout, noPositions, id, { x, y }),
          );
          const clear = avoidNodes(visible, layout, moved);
          expect(avoidNodes(visible, layout, moved)).toEqual(clear);
          for (const route of clear.edges.values()) expect(isUpright(route)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('gridWay', () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

  it('goes straight where it can, and with as few bends as it can around a wall', () => {
    expect(routeOrthogonally(box(0, 0), box(0, 200), [])).toEqual([
      { x: 50, y: 40 },
      { x: 50, y: 200 },
    ]);
    const around = routeOrthogonally(box(0, 0), box(0, 200), [box(0, 100)]) ?? [];
    expect(around.length).toBeGreaterThan(2);
    expect(routeIntersectsBox(around, box(0, 100))).toBe(false);
  });

  it('finds none out of a box that is walled in', () => {
    expect(
      routeOrthogonally(box(0, 0), box(0, 400), [{ x: -100, y: -100, width: 300, height: 240 }]),
    ).toBeNull();
  });
});

function isUpright({ points }: EdgeRoute): boolean {
  return points.every((point, index) => {
    const next = points[index + 1];
    return !next || Math.abs(point.x - next.x) < 0.1 || Math.abs(point.y - next.y) < 0.1;
  });
}
