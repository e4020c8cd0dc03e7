import { describe, expect, it } from 'vitest';
import type { ExecutionTrace, TraceStep } from '../../../shared/model/threads/execution-trace.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { activityAt } from './activity-at.ts';

const step = (from: string, made: string, ...names: readonly string[]): TraceStep => ({
  container: '',
  runId: 'r',
  previousStep: null,
  isFirst: from === 'input',
  isLast: false,
  tasks: names.map((name) => ({ name, ms: 10, tokens: null, from: [] })),
  checkpoints: { namespace: '', from, made },
});

/** plan, write, review, then again from `a` on another branch. */
const trace: ExecutionTrace = {
  steps: [
    step('input', 'a', 'plan'),
    step('a', 'b', 'write'),
    step('b', 'c', 'review'),
    step('a', 'd', 'skip'),
  ],
  edits: [],
  copies: [],
  coverage: 'whole',
};

const at = (checkpointId: string, given: ExecutionTrace = trace) =>
  [
    ...(activityAt(given, checkpointId, null) ?? [['nothing is known', { status: 'unknown', visits: 0 }]]),
  ].map(([id, { status, visits }]) => `${id} ${status} ${visits}`);

describe('activityAt', () => {
  it('is what led to a checkpoint; everything else ran later', () => {
    expect(at('b')).toEqual(['write finished 1', 'plan finished 1', 'review later 0', 'skip later 0']);
  });

  it('has nothing before the first step', () => {
    expect(at('input')).toEqual(['plan later 0', 'write later 0', 'review later 0', 'skip later 0']);
    expect(at('before-the-input')[0]).toBe('plan later 0');
  });

  it('is unknown for a checkpoint that an incomplete trace does not have', () => {
    expect(at('long-ago', { ...trace, coverage: 'limit' })).toEqual(['nothing is known unknown 0']);
    expect(at('b', { ...trace, coverage: 'limit' })[0]).toBe('write finished 1');
  });

  it('marks what would run next, although it ran', () => {
    const state: ThreadState = {
      threadId: 't',
      checkpointId: 'b',
      parentId: 'a',
      createdAt: null,
      step: 2,
      source: 'loop',
      valuesText: '{}',
      metadataText: '{}',
      next: ['review'],
      tasks: [],
      interrupts: [],
    };
    const found = activityAt(trace, 'b', state);
    expect(found?.get('review')?.status).toBe('next');
    expect(found?.get('skip')?.status).toBe('later');
  });
});
