import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { applyDraggedPositions, moveNodeBy } from './apply-dragged-positions.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import type { Box } from '../model/layout-types.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { noPositions, type NodePositions } from './stored-node-positions.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';

function laidOut(shape = writerShape) {
  const visible = visibleGraph(shape, 'all', new Map());
  return { visible, layout: layoutGraph(layoutInput(visible)) };
}

function corner(box: Box | undefined) {
  return box && { x: box.x, y: box.y };
}

describe('applyMoves', () => {
  it('changes nothing without moves', () => {
    const { visible, layout } = laidOut();
    expect(applyDraggedPositions(visible, layout, noPositions)).toBe(layout);
    expect(applyDraggedPositions(visible, layout, new Map([['gone', { x: 1, y: 1 }]]))).toBe(layout);
  });

  it('moves a node by as much as it was dragged, once and again', () => {
    const { visible, layout } = laidOut();
    const before = layout.nodes.get('plan') ?? { x: 0, y: 0 };
    const once = moveNodeBy(visible, layout, noPositions, 'plan', { x: 30, y: -5 });
    const twice = moveNodeBy(visible, layout, once, 'plan', { x: 10, y: 5 });
    expect(corner(applyDraggedPositions(visible, layout, twice).nodes.get('plan'))).toEqual({
      x: before.x + 40,
      y: before.y,
    });
  });

  it('takes along what lies in a container, and its routes', () => {
    const { visible, layout } = laidOut();
    const moved = applyDraggedPositions(
      visible,
      layout,
      moveNodeBy(visible, layout, noPositions, 'write', { x: 100, y: 20 }),
    );
    for (const id of ['write', 'write:draft', 'write:deep', 'write:deep:polish']) {
      const before = layout.nodes.get(id) ?? { x: 0, y: 0 };
      expect(corner(moved.nodes.get(id))).toEqual({ x: before.x + 100, y: before.y + 20 });
    }
    const inside = layout.edges.get('e3')?.points ?? [];
    expect(moved.edges.get('e3')?.points).toEqual(inside.map(({ x, y }) => ({ x: x + 100, y: y + 20 })));
  });

  it('lets containers grow to hold what is dragged out of them', () => {
    const { visible, layout } = laidOut();
    const moved = applyDraggedPositions(
      visible,
      layout,
      moveNodeBy(visible, layout, noPositions, 'write:deep:check', { x: 600, y: -900 }),
    );
    const inner = moved.nodes.get('write:deep:check');
    for (const id of ['write:deep', 'write']) {
      const box = moved.nodes.get(id);
      expect((box?.y ?? 0) + 30).toBeLessThanOrEqual(inner?.y ?? NaN);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(
        (inner?.x ?? NaN) + (inner?.width ?? NaN),
      );
    }
    expect(corner(moved.nodes.get('write:deep:polish'))).toEqual(
      corner(layout.nodes.get('write:deep:polish')),
    );
  });

  it('leads edges from border to border, wherever their ends were dragged', () => {
    const shape = buildGraphShape(
      ['a', 'b', 's', 's:x', 's:y'],
      ['a>b', 'b?s:x(go)', 's:x>s:y', 's:y>a', 'a>a'],
    );
    const { visible, layout } = laidOut(shape);
    const drag = fc.record({
      id: fc.constantFrom('a', 'b', 's', 's:x', 's:y'),
      by: fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
    });
    fc.assert(
      fc.property(fc.array(drag, { minLength: 1, maxLength: 6 }), (drags) => {
        const moves = drags.reduce(
          (all: NodePositions, { id, by }) => moveNodeBy(visible, layout, all, id, by),
          noPositions,
        );
        const { nodes, edges } = applyDraggedPositions(visible, layout, moves);
        for (const { id, source, target } of visible.edges) {
          const points = edges.get(id)?.points ?? [];
          expect(points.length).toBeGreaterThanOrEqual(2);
          expect(isAtBorder(points[0], nodes.get(source))).toBe(true);
          expect(isAtBorder(points.at(-1), nodes.get(target))).toBe(true);
        }
      }),
    );
  });
});

function isAtBorder(point: { x: number; y: number } | undefined, box: Box | undefined): boolean {
  if (!point || !box) return false;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1.5;
  const inX = point.x > box.x - 1.5 && point.x < box.x + box.width + 1.5;
  const inY = point.y > box.y - 1.5 && point.y < box.y + box.height + 1.5;
  const upright = near(point.x, box.x) || near(point.x, box.x + box.width);
  return inX && inY && (upright || near(point.y, box.y) || near(point.y, box.y + box.height));
}
