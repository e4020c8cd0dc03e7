import { expect, it } from 'vitest';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { compareGraphs } from '../../shared-ui/compare-graphs.ts';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { visibleGraph, type XrayLevel } from '../model/visible-graph.ts';
import { changeMarks } from './change-marks.ts';

const marksOf = (before: GraphShape, after: GraphShape, level: XrayLevel = 'all') => {
  const { nodeChanges, edgeStyles, edgeNotes, extraEdges } = changeMarks(
    compareGraphs(before, after),
    after,
    visibleGraph(after, level, new Map()),
  );
  return {
    nodes: Object.fromEntries(nodeChanges),
    edges: Object.fromEntries(edgeStyles),
    notes: [...edgeNotes.values()].map(({ title }) => title),
    removed: extraEdges.map(({ source, target, style }) => `${style} ${source}>${target}`),
  };
};

it('marks a node that was put between two others, its edges, and the edge that is gone', () => {
  const before = buildGraphShape(['a', 'c'], ['a>c']);
  const after = buildGraphShape(['a', 'b', 'c'], ['a>b', 'b>c']);
  expect(marksOf(before, after)).toEqual({
    nodes: { b: 'new' },
    edges: { e0: 'new', e1: 'new' },
    notes: ['New edge from a to b', 'New edge from b to c'],
    removed: ['removed a>c'],
  });
  expect(marksOf(after, after)).toEqual({ nodes: {}, edges: {}, notes: [], removed: [] });
});

it('marks an edge that became conditional, and draws nothing between nodes that are gone', () => {
  const before = buildGraphShape(['a', 'b', 'c'], ['a>b', 'b>c']);
  const after = buildGraphShape(['a', 'b'], ['a?b']);
  expect(marksOf(before, after)).toEqual({
    nodes: {},
    edges: { e0: 'changed' },
    notes: ['Changed edge from a to b'],
    removed: [],
  });
});

it('a change inside a collapsed container marks the container, and a new container is new', () => {
  const before = buildGraphShape(['a', 's', 's:x'], ['a>s:x']);
  const grown = buildGraphShape(['a', 's', 's:x', 's:y'], ['a>s:x', 's:x>s:y']);
  expect(marksOf(before, grown).nodes).toEqual({ 's:y': 'new' });
  expect(marksOf(before, grown, 0)).toMatchObject({ nodes: { s: 'changed' }, edges: {} });
  expect(marksOf(buildGraphShape(['a'], []), before, 0)).toMatchObject({ nodes: { s: 'new' } });
  // A second edge into the container: not all that the line stands for is new.
  const again = buildGraphShape(['a', 's', 's:x', 's:y'], ['a>s:x', 'a>s:y']);
  expect(marksOf(before, again, 0).edges).toEqual({ e0: 'changed' });
});
