import { describe, expect, it } from 'vitest';
import { xrayLevels, visibleGraph, type CollapseOverrides, type XrayLevel } from './visible-graph.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';

const noOverrides: CollapseOverrides = new Map();

/** `a>b` for a plain edge, `a?b(label,...)` for a conditional one. */
function summary(level: XrayLevel, overrides: CollapseOverrides = noOverrides, shape = writerShape) {
  const graph = visibleGraph(shape, level, overrides);
  return {
    nodes: graph.nodes.map(({ id, role }) => (role === 'node' ? id : `${id}[${role}]`)),
    edges: graph.edges.map(
      (edge) =>
        `${edge.source}${edge.conditional ? '?' : '>'}${edge.target}${edge.labels.length > 0 ? `(${edge.labels.join(',')})` : ''}`,
    ),
  };
}

describe('visibleGraph', () => {
  it('shows the top level only at 0, with edges ending at the collapsed container', () => {
    expect(summary(0)).toEqual({
      nodes: ['__start__', 'plan', 'write[collapsed]', 'review', 'publish', '__end__'],
      edges: [
        '__start__>plan',
        'plan>write',
        'write>review',
        'review?plan(again)',
        'review?publish(approved)',
        'publish>__end__',
      ],
    });
  });

  it('opens one level at 1', () => {
    expect(summary(1).nodes).toEqual([
      '__start__',
      'plan',
      'write[open]',
      'write:draft',
      'write:deep[collapsed]',
      'review',
      'publish',
      '__end__',
    ]);
    expect(summary(1).edges).toContain('write:draft>write:deep');
    expect(summary(1).edges).toContain('write:deep>review');
  });

  it('shows everything at the depth and at all', () => {
    expect(summary(2)).toEqual(summary('all'));
    expect(summary('all').nodes).toContain('write:deep:check');
    expect(summary('all').edges).toContain('write:deep:polish>write:deep:check');
  });

  it('collapses and expands single containers against the level', () => {
    expect(summary('all', new Map([['write:deep', true]]))).toEqual(summary(1));
    expect(summary(0, new Map([['write', false]]))).toEqual(summary(1));
    expect(summary(0, new Map([['write:deep', false]]))).toEqual(summary(0));
  });

  it('merges edges that fall together and keeps their labels', () => {
    const shape = buildGraphShape(
      ['a', 'sub', 'sub:x', 'sub:y'],
      ['a?sub:x(one)', 'a?sub:y(two)', 'sub:x>a', 'sub:y?a(back)'],
    );
    expect(summary(0, noOverrides, shape).edges).toEqual(['a?sub(one,two)', 'sub>a(back)']);
  });

  it('drops a loop that comes only from collapsing and keeps a real one', () => {
    const shape = buildGraphShape(
      ['a', 'sub', 'sub:x', 'sub:y'],
      ['a>a', 'sub:x>sub:y', 'sub:x>sub:x', 'sub>sub:y'],
    );
    expect(summary(0, noOverrides, shape).edges).toEqual(['a>a']);
    expect(summary('all', noOverrides, shape).edges).toEqual([
      'a>a',
      'sub:x>sub:y',
      'sub:x>sub:x',
      'sub>sub:y',
    ]);
  });

  it('leaves out edges to nodes that the shape does not have', () => {
    expect(summary('all', noOverrides, buildGraphShape(['a'], ['a>ghost', 'ghost>a', 'a>a'])).edges).toEqual([
      'a>a',
    ]);
  });

  it('treats a missing parent and a circle of parents as the top level', () => {
    const shape = buildGraphShape(['lost:x', 'p', 'q'], []);
    const odd = {
      ...shape,
      nodes: shape.nodes.map((node) => ({
        ...node,
        parent: { p: 'q', q: 'p', 'lost:x': 'lost' }[node.id] ?? null,
      })),
    };
    expect(summary(0, noOverrides, odd).nodes).toEqual(['lost:x', 'p', 'q']);
  });
});

describe('levelsOf', () => {
  it.each([
    [0, []],
    [1, [0, 1, 'all']],
    [2, [0, 1, 2, 'all']],
  ])('offers for depth %i only the levels that there are', (depth, levels) => {
    expect(xrayLevels(depth)).toEqual(levels);
  });
});
