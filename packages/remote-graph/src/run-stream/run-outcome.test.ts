import { describe, expect, it } from 'vitest';
import type { WireRun, WireThread } from '../http/api-types.ts';
import { resolveRunOutcome } from './run-outcome.ts';

const run = (status: unknown): WireRun =>
  ({ run_id: 'r', thread_id: 't', assistant_id: 'a', status }) as WireRun;
const progress = { failure: null, interrupt: false, cancelRequested: false };

/** What a server says of the thread and its newest state. */
const queries = (status: WireThread['status'], next: readonly string[], writer = 'r') => ({
  thread: () => Promise.resolve({ thread_id: 't', status } as WireThread),
  state: () => Promise.resolve({ values: {}, next, metadata: { run_id: writer } }),
  signal: undefined,
});

describe('the outcome of a run whose status says nothing', () => {
  it.each([
    ['the thread waits', queries('interrupted', ['ask']), 'interrupted'],
    ['the thread is done', queries('idle', []), 'finished'],
    ['the thread is idle before its end', queries('idle', ['ask']), 'lost'],
    ['the thread is busy', queries('busy', []), 'lost'],
    ['another run wrote the state', queries('idle', [], 'other'), 'lost'],
  ])('is taken from its thread: %s', async (_, answers, outcome) => {
    expect(await resolveRunOutcome(run(undefined), progress, answers)).toMatchObject({ outcome });
  });

  it('names the status that is unknown, and no failure', async () => {
    const { outcome, error } = await resolveRunOutcome(run('paused'), progress, queries('busy', []));
    expect(outcome).toBe('lost');
    expect(error?.message).toContain('the unknown status paused');
  });

  it('is a failure if the events had one', async () => {
    const failure = { name: 'BoomError', message: 'it broke' };
    const answer = await resolveRunOutcome(run(null), { ...progress, failure }, queries('error', []));
    expect(answer).toEqual({ outcome: 'failed', error: failure });
  });
});
