import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../../shared/model/graph.ts';
import { breakpointLabels, markerAt } from './breakpoint-markers.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  label: id,
  parent: null,
  kind: 'plain',
  breakBefore: false,
  breakAfter: false,
  ...more,
});

describe('signAt', () => {
  it.each<[string, GraphNode, readonly string[], string | null]>([
    ['one that was set', node('a'), ['a'], 'set'],
    ['none at another node', node('b'), ['a'], null],
    ['one at every node', node('a'), ['*'], 'set'],
    ['one that the graph declares', node('a', { breakBefore: true }), [], 'declared'],
    ['the declared one where both are', node('a', { breakBefore: true }), ['a'], 'declared'],
    [
      'none inside of a subgraph, where servers do not look',
      node('s:a', { parent: 's' }),
      ['s:a', '*'],
      null,
    ],
    ['a declared one inside of a subgraph', node('s:a', { parent: 's', breakBefore: true }), [], 'declared'],
    ['none at the start', node('__start__', { kind: 'start' }), ['*'], null],
  ])('shows %s', (_, at, before, expected) => {
    expect(markerAt(at, 'before', { before, after: [] })).toBe(expected);
  });

  it('says in words what was set, each side for itself', () => {
    expect(breakpointLabels(node('a', { breakBefore: true }), { before: ['a'], after: ['*'] })).toEqual([
      'your breakpoint after',
    ]);
  });
});
