import { describe, expect, it } from 'vitest';
import { layOut } from './layout-engine.ts';
import { layoutInput } from './layout-input.ts';
import type { Box, LayoutInput, LayoutResult, Point } from './layout-types.ts';
import { visibleGraph } from './levels.ts';
import { shapeOf, writerShape } from './shape-builder.ts';
import type { GraphShape } from '../../shared/model/graph.ts';

function inputOf(shape: GraphShape): LayoutInput {
  return layoutInput(visibleGraph(shape, 'all', new Map()));
}

/** True when an upright or level piece of a route goes through the inside of a box. */
function crosses(a: Point, b: Point, box: Box): boolean {
  const inset = 0.5;
  return (
    Math.max(a.x, b.x) > box.x + inset &&
    Math.min(a.x, b.x) < box.x + box.width - inset &&
    Math.max(a.y, b.y) > box.y + inset &&
    Math.min(a.y, b.y) < box.y + box.height - inset
  );
}

/** Edges that go through a node that is not a container around one of their ends. */
function throughNodes(input: LayoutInput, result: LayoutResult): string[] {
  const boxes = result.nodes;
  const found: string[] = [];
  for (const edge of input.edges) {
    const points = result.edges.get(edge.id)?.points ?? [];
    for (const node of input.nodes) {
      const box = boxes.get(node.id);
      if (node.container || !box) continue;
      for (const [at, from] of points.entries()) {
        const to = points[at + 1];
        if (to && crosses(from, to, box)) found.push(`${edge.id} through ${node.id}`);
      }
    }
  }
  return found;
}

function touches(point: Point | undefined, box: Box | undefined): boolean {
  if (!point || !box) return false;
  const near = (value: number, least: number, most: number) => value >= least - 1 && value <= most + 1;
  return near(point.x, box.x, box.x + box.width) && near(point.y, box.y, box.y + box.height);
}

const many = shapeOf(
  Array.from({ length: 60 }, (_, at) => `n${at}`),
  Array.from({ length: 110 }, (_, at) => `n${(at * 7) % 60}>n${(at * 11 + 3) % 60}`),
);
const oddEnds = shapeOf(
  ['a', 'sub', 'sub:x', 'sub:y', 'b'],
  ['a>sub', 'sub>sub:x', 'sub:x>sub:y', 'sub:y>sub:x', 'sub>b', 'a>a', 'sub:x>sub:x', 'b?a(again)'],
);

describe('layOut', () => {
  it.each([
    ['the writer', writerShape],
    ['60 nodes with cycles', many],
    ['edges that end at open containers, and loops', oddEnds],
  ])('places and routes %s', async (_, shape) => {
    const input = inputOf(shape);
    const result = await layOut(input);
    const boxes = result.nodes;
    for (const edge of input.edges) {
      const points = result.edges.get(edge.id)?.points ?? [];
      const starts = touches(points[0], boxes.get(edge.source));
      const ends = touches(points.at(-1), boxes.get(edge.target));
      expect({ edge: edge.id, starts, ends }).toEqual({ edge: edge.id, starts: true, ends: true });
    }
    expect(throughNodes(input, result)).toEqual([]);
  });

  it('keeps nodes inside of their containers, below the title', async () => {
    const input = inputOf(writerShape);
    const { nodes } = await layOut(input);
    for (const { id, parent } of input.nodes) {
      const box = nodes.get(id);
      const around = parent === null ? undefined : nodes.get(parent);
      if (!box || !around) continue;
      expect(box.x).toBeGreaterThan(around.x);
      expect(box.y).toBeGreaterThanOrEqual(around.y + 28);
      expect(box.x + box.width).toBeLessThan(around.x + around.width);
      expect(box.y + box.height).toBeLessThan(around.y + around.height);
    }
  });

  it('goes from top to bottom and gives labels a place', async () => {
    const { nodes, edges } = await layOut(inputOf(writerShape));
    const y = (id: string) => nodes.get(id)?.y ?? NaN;
    expect(y('__start__')).toBeLessThan(y('plan'));
    expect(y('plan')).toBeLessThan(y('review'));
    expect(y('review')).toBeLessThan(y('publish'));
    expect(edges.get('e5')?.label?.width).toBeGreaterThan(20);
    expect(edges.get('e6')?.label?.width).toBeGreaterThan(20);
    expect(edges.get('e0')?.label).toBeNull();
  });

  it('gives the same picture for the same graph', async () => {
    expect(await layOut(inputOf(many))).toEqual(await layOut(inputOf(many)));
  });

  it('lays out an empty graph', async () => {
    expect((await layOut({ nodes: [], edges: [] })).nodes).toEqual(new Map());
  });
});
