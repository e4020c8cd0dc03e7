import { expect, it } from 'vitest';
import type { GraphShape } from '../../shared/model/graph.ts';
import { compareGraphs } from './compare-graphs.ts';
import { reloadText } from '../projects/ProjectReloads.tsx';

const graph = (...path: string[]): GraphShape => ({
  nodes: path.map((id) => ({
    id,
    label: id,
    parent: null,
    kind: 'plain',
    breakBefore: false,
    breakAfter: false,
  })),
  edges: path.slice(1).map((target, index) => ({
    id: `${path[index]}-${target}`,
    source: path[index] ?? '',
    target,
    conditional: false,
    label: null,
  })),
  depth: 0,
});
const said = (before: GraphShape, after: GraphShape): string =>
  reloadText('trip', compareGraphs(before, after));

it('names nodes that a reload added and removed', () => {
  expect(said(graph('a', 'b'), graph('a', 'b', 'c'))).toBe('Reloaded trip. Added: c.');
  expect(said(graph('a', 'b', 'c'), graph('a', 'x', 'c'))).toBe('Reloaded trip. Added: x. Removed: b.');
  const many = graph('a', ...Array.from({ length: 9 }, (_, n) => `n${n}`));
  expect(said(graph('a'), many)).toBe('Reloaded trip. Added: n0, n1, n2, n3 and 5 more.');
});

it('counts edges by their ends: new, gone, and those that became conditional or have another label', () => {
  const flat = graph('a', 'b', 'c');
  const [first, second] = flat.edges;
  if (!first || !second) throw new Error('no edges');
  const conditional = { ...flat, edges: [{ ...first, conditional: true, label: 'yes' }, second] };
  expect(compareGraphs(flat, conditional)).toMatchObject({
    added: [],
    addedEdges: [],
    removedEdges: [],
    changedEdges: [{ source: 'a', target: 'b' }],
  });
  // Two branches to the same node are one edge with two labels.
  const twice = { ...flat, edges: [...flat.edges, { ...first, id: 'again', label: 'no' }] };
  expect(compareGraphs(flat, twice).changedEdges).toEqual([{ source: 'a', target: 'b' }]);
  const agent = { ...flat, nodes: flat.nodes.map((one) => ({ ...one, kind: 'model' as const })) };
  expect(said(flat, agent)).toBe('Reloaded trip. Changed: a, b, c.');
});

it('says that only edges changed, that nothing did, or nothing about a graph that was not shown', () => {
  const flat = graph('a', 'b', 'c');
  expect(said(flat, { ...flat, edges: flat.edges.slice(1) })).toBe('Reloaded trip. Edges changed.');
  expect(said(flat, { ...flat, edges: flat.edges.toReversed() })).toBe(
    'Reloaded trip. Its graph is the same.',
  );
  expect(reloadText('trip', null)).toBe('Reloaded trip.');
});
