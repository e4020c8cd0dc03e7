import { describe, expect, it } from 'vitest';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { groupSiblings } from './sibling-groups.ts';
import { visibleGraph } from './visible-graph.ts';

const workers = (count: number): string[] => Array.from({ length: count }, (_, index) => `work_${index}`);

function fan(count: number, more: readonly string[] = []) {
  const names = workers(count);
  return buildGraphShape(
    ['__start__', 'split', ...names, 'join', '__end__'],
    [
      '__start__>split',
      ...names.map((name) => `split?${name}(to ${name})`),
      ...names.map((name) => `${name}>join`),
      'join>__end__',
      ...more,
    ],
  );
}

const drawn = (shape: ReturnType<typeof fan>, opened: readonly string[] = []) => {
  const { nodes, edges } = visibleGraph(
    groupSiblings(shape),
    'all',
    new Map(opened.map((id) => [id, false])),
  );
  return {
    nodes: nodes.map(({ id, role }) => (role === 'node' ? id : `${id} ${role}`)),
    edges: edges.map(({ source, target, labels }) => `${source}>${target} ${labels.join('|')}`.trim()),
    nodeOf: (id: string) => nodes.find((one) => one.id === id),
  };
};

describe('groupSiblings', () => {
  it('draws a wide fan-out as one node, at every x-ray level', () => {
    expect(drawn(fan(180))).toMatchObject({
      nodes: ['__start__', 'split', 'work_0 + 179 siblings collapsed', 'join', '__end__'],
      edges: ['__start__>split', 'split>work_0 + 179 siblings', 'work_0 + 179 siblings>join', 'join>__end__'],
    });
  });

  it('leaves a narrow one, and nodes with other neighbours, as they are', () => {
    expect(groupSiblings(fan(12)).groups.size).toBe(0);
    const { nodes } = drawn(fan(20, ['work_7>split', 'work_8>work_8']));
    expect(nodes).toEqual([
      '__start__',
      'split',
      'work_0 + 17 siblings collapsed',
      'work_7',
      'work_8',
      'join',
      '__end__',
    ]);
  });

  it('shows its nodes when expanded, as the server describes them', () => {
    const { nodes, edges, nodeOf } = drawn(fan(13), ['work_0 + 12 siblings']);
    expect(nodes.slice(2, 5)).toEqual(['work_0 + 12 siblings open', 'work_0', 'work_1']);
    expect(edges).toHaveLength(4);
    expect(nodeOf('work_3')?.parent).toBe('work_0 + 12 siblings');
    // Breakpoints and edits depend on the server's own container.
    expect(nodeOf('work_3')?.node.parent).toBeNull();
  });

  it('gives a group an id that no node has', () => {
    const shape = fan(13);
    const taken = { ...shape.nodes[1], id: 'work_0 + 12 siblings' } as (typeof shape.nodes)[number];
    const { groups } = groupSiblings({ ...shape, nodes: [...shape.nodes, taken] });
    expect([...groups]).toEqual([['work_0 + 12 siblings ', 13]]);
  });
});
