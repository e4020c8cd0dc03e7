import { describe, expect, it } from 'vitest';
import { createNodeActivityStore, type NodeStatus } from '../../shared-ui/node-activity.ts';
import { aggregateStatus } from './aggregate-status.ts';

function statusOf(nodeStatus: NodeStatus, inside: readonly NodeStatus[]): NodeStatus {
  const store = createNodeActivityStore();
  const activity = (status: NodeStatus) => ({ status, visits: 1, ms: null });
  store.set(
    new Map([
      ['c', activity(nodeStatus)],
      ...inside.map((status, index) => [`c:${index}`, activity(status)] as const),
    ]),
  );
  return aggregateStatus(
    store,
    'c',
    inside.map((_, index) => `c:${index}`),
  );
}

describe('shownStatus', () => {
  it.each<[NodeStatus, NodeStatus[], NodeStatus]>([
    ['idle', [], 'idle'],
    ['waiting', [], 'waiting'],
    ['idle', ['finished', 'running'], 'running'],
    ['idle', ['finished', 'idle'], 'finished'],
    ['idle', ['finished', 'waiting', 'finished'], 'waiting'],
    ['running', ['failed', 'idle'], 'running'],
    ['next', ['finished'], 'next'],
    ['failed', ['waiting', 'finished'], 'failed'],
    ['finished', ['failed', 'finished'], 'finished'],
  ])('of a container that is %s around %j is %s', (status, inside, expected) => {
    expect(statusOf(status, inside)).toBe(expected);
  });
});
