import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { layoutFaults } from '../../../testing/renderer/layout-assertions.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import type { FlowDirection, LayoutInput } from '../model/layout-types.ts';
import { visibleGraph, type CollapseOverrides } from '../model/visible-graph.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';

function inputOf(
  shape: GraphShape,
  direction: FlowDirection = 'down',
  overrides: CollapseOverrides = new Map(),
): LayoutInput {
  return layoutInput(visibleGraph(shape, 'all', overrides), direction);
}

const many = buildGraphShape(
  Array.from({ length: 60 }, (_, index) => `n${index}`),
  Array.from({ length: 110 }, (_, index) => `n${(index * 7) % 60}>n${(index * 11 + 3) % 60}`),
);
const oddEnds = buildGraphShape(
  ['a', 'sub', 'sub:x', 'sub:y', 'b'],
  [
    'a>sub',
    'sub>sub:x',
    'sub:x>sub:y',
    'sub:y>sub:x',
    'sub>b',
    'sub:y>sub',
    'a>a',
    'sub:x>sub:x',
    'b?a(again)',
  ],
);
const wide = buildGraphShape(
  ['a', ...Array.from({ length: 30 }, (_, index) => `w${index}`), 'z'],
  Array.from({ length: 30 }, (_, index) => [`a?w${index}(to ${index})`, `w${index}>z`]).flat(),
);
const lone = buildGraphShape(
  Array.from({ length: 200 }, (_, index) => `n${index}`),
  [],
);

describe('layOut', () => {
  it.each([
    ['the writer', writerShape],
    ['60 nodes with circles', many],
    ['edges that end at open containers, and loops', oddEnds],
    ['a fan of 30 labelled branches', wide],
    ['nodes that nothing connects', lone],
    [
      'a loop with a label that is longer than its node',
      buildGraphShape(['a', 'b', 'c'], ['a?a(until it is good enough)', 'a?b(to b)', 'a?c(to c)', 'c>a']),
    ],
  ])('places and routes %s, in both directions', (_, shape) => {
    for (const direction of ['down', 'right'] as const) {
      const input = inputOf(shape, direction);
      expect(layoutFaults(input, layoutGraph(input))).toEqual([]);
    }
  });

  it('leaves room for the title at the top of a container, whatever the direction', () => {
    for (const direction of ['down', 'right'] as const) {
      const { nodes } = layoutGraph(inputOf(writerShape, direction));
      expect((nodes.get('write:draft')?.y ?? 0) - (nodes.get('write')?.y ?? 0)).toBeGreaterThanOrEqual(30);
    }
  });

  it('goes from top to bottom, or from left to right, and gives labels a place', () => {
    const down = layoutGraph(inputOf(writerShape));
    const right = layoutGraph(inputOf(writerShape, 'right'));
    const order = [
      '__start__',
      'plan',
      'write:draft',
      'write:deep:polish',
      'write:deep:check',
      'review',
      'publish',
    ];
    expect(order.toSorted((a, b) => (down.nodes.get(a)?.y ?? 0) - (down.nodes.get(b)?.y ?? 0))).toEqual(
      order,
    );
    expect(order.toSorted((a, b) => (right.nodes.get(a)?.x ?? 0) - (right.nodes.get(b)?.x ?? 0))).toEqual(
      order,
    );
    expect(down.edges.get('e5')?.label?.width).toBeGreaterThan(20);
    expect(right.edges.get('e6')?.label?.width).toBeGreaterThan(20);
    expect(down.edges.get('e0')?.label).toBeNull();
  });

  it('draws a chain as one straight line', () => {
    const { edges } = layoutGraph(
      inputOf(
        buildGraphShape(
          ['a', 'long_name_of_a_node', 'c'],
          ['a>long_name_of_a_node', 'long_name_of_a_node>c'],
        ),
      ),
    );
    expect([...edges.values()].map(({ points }) => points.length)).toEqual([2, 2]);
  });

  it('draws the way on straight, and a loop beside it', () => {
    const { edges } = layoutGraph(
      inputOf(buildGraphShape(['a', 'b', 'c', 'd'], ['a>b', 'b>c', 'c>d', 'c?a(again)', 'd?b'])),
    );
    const bends = [...edges.values()].map(({ points }) => points.length);
    expect(bends.slice(0, 3)).toEqual([2, 2, 2]);
    expect(Math.min(...bends.slice(3))).toBeGreaterThan(2);
  });

  it('puts nodes that nothing connects into rows', () => {
    const { width, height } = layoutGraph(inputOf(lone));
    expect(width / height).toBeGreaterThan(0.8);
    expect(width / height).toBeLessThan(4);
  });

  it('keeps the order of what stays when a container is collapsed', () => {
    const shape = buildGraphShape(
      ['a', 's', 's:x', 's:y', 't', 't:x', 't:y', 'u', 'z'],
      ['a?s:x', 'a?s:y', 'a?t:x', 'a?u', 's:x>z', 's:y>z', 't:x>t:y', 't:y>z', 'u>z', 'z?a(again)'],
    );
    const orderOf = (overrides: CollapseOverrides): string[] => {
      const { nodes } = layoutGraph(inputOf(shape, 'down', overrides));
      const middle = (id: string): number => (nodes.get(id)?.x ?? 0) + (nodes.get(id)?.width ?? 0) / 2;
      return ['s', 't', 'u'].toSorted((a, b) => middle(a) - middle(b));
    };
    const open = orderOf(new Map());
    expect(orderOf(new Map([['s', true]]))).toEqual(open);
    expect(orderOf(new Map([['t', true]]))).toEqual(open);
  });

  it('lays out an empty graph', () => {
    expect(layoutGraph({ direction: 'down', nodes: [], edges: [] }).nodes).toEqual(new Map());
  });
});
