import { describe, expect, it } from 'vitest';
import type { NodeActivity, NodeStatus } from '../shared-ui/node-activity.ts';
import { activeNodeIds, followTarget, neighboursIn } from './follow-target.ts';

const activities = (statuses: Record<string, NodeStatus>): Map<string, NodeActivity> =>
  new Map(Object.entries(statuses).map(([id, status]) => [id, { status, visits: 1, ms: null }]));

describe('activeNodeIds', () => {
  it.each<[string, Record<string, NodeStatus>, readonly string[]]>([
    ['what runs, before what waits', { a: 'finished', b: 'waiting', c: 'running', d: 'running' }, ['c', 'd']],
    ['what waits for an answer', { a: 'finished', b: 'waiting', c: 'next' }, ['b']],
    ['what failed', { a: 'failed', c: 'next' }, ['a']],
    ['what runs next', { a: 'finished', c: 'next' }, ['c']],
    ['nothing, after the end', { a: 'finished', b: 'skipped' }, []],
  ])('are %s', (_, statuses, ids) => {
    expect(activeNodeIds(activities(statuses))).toEqual(ids);
  });
});

describe('followTarget', () => {
  const at = (x: number) => ({ x, y: 0, width: 100, height: 40 });
  const boxes = new Map([
    ['a', at(0)],
    ['b', at(150)],
    ['c', at(300)],
    ['far', at(5000)],
    ['sub', { x: 300, y: 100, width: 400, height: 300 }],
    ['sub:x', { x: 340, y: 150, width: 100, height: 40 }],
  ]);
  const edge = (source: string, target: string) => ({
    id: `${source}>${target}`,
    source,
    target,
    conditional: false,
    labels: [],
  });
  const edges = [edge('a', 'b'), edge('b', 'c'), edge('far', 'far')];
  const target = (activeIds: readonly string[], width = 800) =>
    followTarget({
      boxes,
      bounds: { x: 0, y: 0, width: 5100, height: 400 },
      neighbours: neighboursIn(edges),
      collapsedAncestors: new Map([['hidden', 'sub']]),
      activeIds,
      pane: { width, height: 600 },
    });

  it('is the active node with its neighbours', () => {
    expect(target(['b'])).toEqual({ x: 0, y: 0, width: 400, height: 130 });
  });

  it('is the active node with some space around it in a pane that is too small for its neighbours', () => {
    expect(target(['b'], 320)).toEqual({ x: 60, y: 0, width: 280, height: 130 });
    // Not beyond the graph.
    expect(target(['a'], 250)).toEqual({ x: 0, y: 0, width: 190, height: 130 });
  });

  it('is only the active node in a very small pane', () => {
    expect(target(['b'], 200)).toEqual(at(150));
  });

  it('is the node that started last if the active ones are far apart', () => {
    expect(target(['a', 'far'])).toEqual(at(5000));
  });

  it('is the node inside a container that is active with it, or the container if it is collapsed', () => {
    expect(target(['sub', 'sub:x'])).toEqual({ x: 250, y: 60, width: 280, height: 220 });
    expect(target(['hidden'])).toEqual({ x: 210, y: 10, width: 580, height: 390 });
  });

  it('is nothing without an active node in the drawing', () => {
    expect(target([])).toBeNull();
    expect(target(['gone'])).toBeNull();
  });
});
