import { describe, expect, it } from 'vitest';
import type { NodeActivity, NodeStatus } from '../../domain/node-activity.ts';
import { addBranchActivity, finishedNodes, overlayActivity } from './merge-activity.ts';

const activities = (statuses: Record<string, NodeStatus>): Map<string, NodeActivity> =>
  new Map(Object.entries(statuses).map(([id, status]) => [id, { status, visits: 1, ms: 10 }]));

describe('carried activity', () => {
  it('is what finished, through any number of runs', () => {
    const first = finishedNodes(activities({ plan: 'finished', review: 'waiting' }), null);
    const second = finishedNodes(activities({ review: 'finished', ask: 'failed' }), first);
    expect([...second.keys()]).toEqual(['plan', 'review']);
  });

  it('lies below what the run does now', () => {
    const shown = overlayActivity(
      activities({ plan: 'finished', review: 'finished' }),
      activities({ review: 'running' }),
    );
    expect([...shown].map(([id, { status }]) => `${id} ${status}`)).toEqual([
      'plan finished',
      'review running',
    ]);
  });

  it('T-1: counts the visits of a node on both sides of a fork', () => {
    const branch = activities({ plan: 'finished', write: 'finished', ask: 'finished' });
    const run = new Map<string, NodeActivity>([
      ['write', { status: 'running', visits: 2, ms: null }],
      ['ask', { status: 'queued', visits: 0, ms: null }],
      ['plan', { status: 'finished', visits: 1, ms: 5 }],
    ]);
    expect([...addBranchActivity(branch, run)]).toEqual([
      ['plan', { status: 'finished', visits: 2, ms: 15 }],
      ['write', { status: 'running', visits: 3, ms: null }],
      ['ask', { status: 'queued', visits: 1, ms: 10 }],
    ]);
    expect(addBranchActivity(null, run)).toBe(run);
  });
});
