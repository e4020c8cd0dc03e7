import { describe, expect, it } from 'vitest';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';
import { withQueuedNodes, withStateActivity } from './state-activity.ts';

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
  Object.fromEntries(
    [...withStateActivity(run, facts && state(facts))].map(([id, { status }]) => [id, status]),
  );
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
    [
      'T-1: a task that finished beside one that waits as finished',
      { next: ['review'], tasks: [task('review', { waiting: true }), task('check', { finished: true })] },
      { plan: 'finished', review: 'waiting', check: 'finished' },
    ],
    [
      'T-1: a node as waiting while one of its tasks waits, whatever the others do',
      {
        next: ['review'],
        tasks: [
          task('review', { finished: true }),
          task('review', { waiting: true }),
          task('review', { finished: true }),
        ],
      },
      { plan: 'finished', review: 'waiting' },
    ],
    [
      'T-1: a past state, which counts a finished task among what is next',
      { next: ['review', 'check'], tasks: [task('review'), task('check', { finished: true })] },
      { plan: 'finished', review: 'next', check: 'finished' },
    ],
    ['an earlier state', { next: ['plan'], tasks: [task('plan')] }, { plan: 'next', review: 'idle' }],
  ])('shows %s', (_, facts, expected) => {
    expect(statuses(facts)).toEqual(expected);
  });

  it('keeps visits and time of the run', () => {
    const shown = withStateActivity(run, state({ next: ['plan'] }));
    expect(shown.get('plan')).toEqual({ status: 'next', visits: 2, ms: 40 });
  });
});

describe('queuedIn', () => {
  it('T-1: does not queue what is finished already', () => {
    const tasks = [task('review', { waiting: true }), task('check', { finished: true })];
    const shown = withQueuedNodes(run, state({ next: ['review'], tasks }));
    expect(shown.get('review')?.status).toBe('queued');
    expect(shown.has('check')).toBe(false);
  });

  it('queues what a state says is next, over what earlier runs finished', () => {
    const before = new Map<string, NodeActivity>([
      ['a', { status: 'finished', visits: 1, ms: 5 }],
      ['b', { status: 'finished', visits: 2, ms: 5 }],
    ]);
    const waits = { id: 't', nodeId: 'b:c', error: null, waiting: true };
    expect([...withQueuedNodes(before, state({ next: ['b'], tasks: [waits] }))]).toEqual([
      ['a', { status: 'finished', visits: 1, ms: 5 }],
      ['b', { status: 'queued', visits: 2, ms: 5 }],
      ['b:c', { status: 'queued', visits: 0, ms: null }],
    ]);
    expect(withQueuedNodes(before, null)).toBe(before);
  });
});
