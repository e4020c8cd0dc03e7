import { describe, expect, it } from 'vitest';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity } from '../client/node-activity.ts';
import { queuedIn, withState } from './state-activity.ts';

const state = (facts: Partial<ThreadState>): ThreadState => ({
  threadId: 't',
  checkpointId: 'c',
  parentId: null,
  createdAt: null,
  step: 1,
  source: 'loop',
  valuesText: '{}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
  ...facts,
});
const run = new Map<string, NodeActivity>([
  ['plan', { status: 'finished', visits: 2, ms: 40 }],
  ['review', { status: 'waiting', visits: 1, ms: 10 }],
]);
const statuses = (facts: Partial<ThreadState> | null) =>
  Object.fromEntries([...withState(run, facts && state(facts))].map(([id, { status }]) => [id, status]));
const task = (nodeId: string, more: object = {}) => ({
  id: nodeId,
  nodeId,
  error: null,
  waiting: false,
  ...more,
});

describe('withState', () => {
  it.each<[string, Partial<ThreadState> | null, Record<string, string>]>([
    ['no state', null, { plan: 'finished', review: 'waiting' }],
    ['a state that came to its end', {}, { plan: 'finished', review: 'idle' }],
    [
      'a state that waits',
      { next: ['review'], tasks: [task('review', { waiting: true })] },
      { plan: 'finished', review: 'waiting' },
    ],
    [
      'a task that failed in a subgraph',
      { next: ['sub'], tasks: [task('sub'), task('sub:boom', { error: 'broke' })] },
      { plan: 'finished', review: 'idle', sub: 'next', 'sub:boom': 'failed' },
    ],
    ['an earlier state', { next: ['plan'], tasks: [task('plan')] }, { plan: 'next', review: 'idle' }],
  ])('shows %s', (_, facts, expected) => {
    expect(statuses(facts)).toEqual(expected);
  });

  it('keeps visits and time of the run', () => {
    const shown = withState(run, state({ next: ['plan'] }));
    expect(shown.get('plan')).toEqual({ status: 'next', visits: 2, ms: 40 });
  });
});

describe('queuedIn', () => {
  it('queues what a state says is next, over what earlier runs finished', () => {
    const before = new Map<string, NodeActivity>([
      ['a', { status: 'finished', visits: 1, ms: 5 }],
      ['b', { status: 'finished', visits: 2, ms: 5 }],
    ]);
    const waits = { id: 't', nodeId: 'b:c', error: null, waiting: true };
    expect([...queuedIn(before, state({ next: ['b'], tasks: [waits] }))]).toEqual([
      ['a', { status: 'finished', visits: 1, ms: 5 }],
      ['b', { status: 'queued', visits: 2, ms: 5 }],
      ['b:c', { status: 'queued', visits: 0, ms: null }],
    ]);
    expect(queuedIn(before, null)).toBe(before);
  });
});
