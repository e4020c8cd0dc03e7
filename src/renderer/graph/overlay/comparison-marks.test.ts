import { expect, it } from 'vitest';
import type { NodeMark } from '../../../shared/model/comparison.ts';
import type { GraphNode, GraphShape } from '../../../shared/model/graph.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { comparisonMarks } from './comparison-marks.ts';

function node(id: string, over: Partial<GraphNode> = {}): GraphNode {
  return { id, label: id, parent: null, kind: 'plain', breakBefore: false, breakAfter: false, ...over };
}

function edge(source: string, target: string): GraphShape['edges'][number] {
  return { id: `${source}-${target}`, source, target, conditional: false, label: null };
}

function mark(nodeId: string, its: NodeMark['mark'], leftVisits = 1, rightVisits = 1): NodeMark {
  return { nodeId, mark: its, leftVisits, rightVisits };
}

const shape: GraphShape = {
  nodes: [
    node('__start__', { kind: 'start' }),
    node('plan'),
    node('write', { kind: 'subgraph' }),
    node('write:draft', { parent: 'write' }),
    node('write:check', { parent: 'write' }),
    node('never'),
  ],
  edges: [edge('__start__', 'plan'), edge('plan', 'write'), edge('plan', 'never')],
  depth: 1,
};

const marks = [
  mark('plan', 'other-output', 2, 1),
  mark('write', 'both'),
  mark('write:draft', 'only-left', 1, 0),
  mark('write:check', 'both', 3, 3),
];

it('marks each node of the open graph, and what ran on neither side by faint edges', () => {
  const nodeMarks = comparisonMarks(marks, shape, visibleGraph(shape, 'all', new Map()));
  expect(Object.fromEntries(nodeMarks.marks)).toEqual({
    plan: 'other-output',
    write: 'both',
    'write:draft': 'only-left',
    'write:check': 'both',
  });
  expect(Object.fromEntries(nodeMarks.edgeStyles)).toEqual({ 'plan-never': 'faint' });
  expect(Object.fromEntries(nodeMarks.notes)).toEqual({
    plan: '2× | 1×',
    'write:draft': '1× | 0×',
    'write:check': '3×',
  });
  expect([...nodeMarks.tints.keys()]).toEqual(['plan', 'write:draft']);
});

it('marks a collapsed subgraph by what differs inside of it', () => {
  const nodeMarks = comparisonMarks(marks, shape, visibleGraph(shape, 0, new Map()));
  expect(Object.fromEntries(nodeMarks.marks)).toEqual({ plan: 'other-output', write: 'other-output' });
  const same = [mark('write', 'both'), mark('write:draft', 'unknown')];
  expect(comparisonMarks(same, shape, visibleGraph(shape, 0, new Map())).marks.get('write')).toBe('unknown');
  const moved = [mark('write', 'both'), mark('write:draft', 'other-order')];
  expect(comparisonMarks(moved, shape, visibleGraph(shape, 0, new Map())).marks.get('write')).toBe(
    'other-order',
  );
});

it('names what ran and is not in the graph of the side that is drawn', () => {
  const gone = mark('gone', 'only-right', 0, 1);
  expect(comparisonMarks([...marks, gone], shape, visibleGraph(shape, 'all', new Map())).missing).toEqual([
    gone,
  ]);
});
