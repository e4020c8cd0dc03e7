import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../shared/model/graph.ts';
import { plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import {
  breakpointCount,
  breakpointLabels,
  declaredBreakpoints,
  markerAt,
  markerOf,
} from './breakpoint-markers.ts';

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
    const set = before.map((id) => plainBreakpoint(id, 'before'));
    expect(markerAt(at, 'before', set)).toBe(expected);
  });

  it('says in words what was set, each side for itself', () => {
    const set = [plainBreakpoint('a', 'before'), plainBreakpoint('*', 'after')];
    expect(breakpointLabels(node('a', { breakBefore: true }), set)).toEqual(['your breakpoint after']);
    const logpoint = { ...plainBreakpoint('a', 'before'), logMessage: 'x' };
    expect(breakpointLabels(node('a'), [logpoint])).toEqual(['your logpoint before']);
  });

  it('lists what the graph declares', () => {
    const nodes = [
      node('a'),
      node('b', { breakBefore: true, breakAfter: true }),
      node('s:c', { breakAfter: true }),
    ];
    expect(declaredBreakpoints(nodes)).toEqual([
      { nodeId: 'b', side: 'before' },
      { nodeId: 'b', side: 'after' },
      { nodeId: 's:c', side: 'after' },
    ]);
  });

  it('says what always stops, sometimes, never, and what is off', () => {
    const plain = plainBreakpoint('a', 'before');
    const all = [
      { ...plain, enabled: false, condition: 'x' },
      { ...plain, condition: 'x', logMessage: 'y' },
      { ...plain, hitCount: { kind: 'nth', count: 2 } as const },
      plain,
    ];
    expect(all.map(markerOf)).toEqual(['disabled', 'log', 'conditional', 'set']);
    // The one that matters most is shown.
    expect(all.map((_, index) => markerAt(node('a'), 'before', all.slice(0, index + 1)))).toEqual([
      'disabled',
      'log',
      'conditional',
      'set',
    ]);
    expect(breakpointCount(all)).toBe(3);
  });
});
