import { expect, it } from 'vitest';
import type { Run } from '../../../shared/model/runs/run.ts';
import { isThreadBusy, selectRun, findWaitingReason } from './select-run.ts';

const run = (runId: string, kind: Run['origin']['kind'], status: Run['status'] = 'success'): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: null,
  durationMs: null,
  hasLog: false,
  joinedLate: false,
  origin: { kind, checkpointId: null },
});
const own = { threadId: 't', runId: 'own' };

it.each<[string, readonly Run[], string]>([
  ['stays while it is in no list yet', [run('old', 'input')], 'own'],
  ['stays while it goes on', [run('next', 'resume', 'pending'), run('own', 'input', 'running')], 'own'],
  ['gives way to what goes on from it', [run('next', 'resume'), run('own', 'input')], 'next'],
  [
    'stays beside a run that was to start later',
    [{ ...run('later', 'input', 'interrupted'), createdAt: '2999-01-01T00:00:00Z' }, run('own', 'input')],
    'own',
  ],
  ['stays until a queued run starts', [run('queued', 'input', 'pending'), run('own', 'input')], 'own'],
  ['gives way to a run of another client', [run('foreign', 'input'), run('own', 'input')], 'foreign'],
])('a run that was started here %s', (_, runs, shown) => {
  expect(selectRun('t', runs, own, true)).toBe(shown);
});

it('a run that was picked stays, and on another thread the newest is shown', () => {
  const runs = [run('next', 'resume'), run('own', 'input')];
  expect(selectRun('t', runs, own)).toBe('own');
  expect(selectRun('u', runs, own)).toBe('next');
  expect(selectRun(null, [], own)).toBeNull();
});

it('a thread is held, and waits for nobody, while a run goes on that is not shown', () => {
  const goesOn = [run('other', 'input', 'running'), run('own', 'input')];
  expect(isThreadBusy(goesOn, 'own', false)).toBe(true);
  expect(isThreadBusy([run('other', 'input'), run('own', 'input')], 'own', false)).toBe(false);
  // The events of the shown one say that it has ended; the list does not know yet.
  expect(isThreadBusy([run('own', 'input', 'running')], 'own', false)).toBe(false);
  const state = {
    threadId: 't',
    checkpointId: 'c',
    parentId: null,
    createdAt: null,
    step: 3,
    source: 'loop' as const,
    valuesText: '{}',
    metadataText: '{}',
    next: ['work'],
    tasks: [],
    interrupts: [],
  };
  expect(findWaitingReason(state, true, true)).toBeNull();
  expect(findWaitingReason(state, true, false)?.next).toEqual(['work']);
});
