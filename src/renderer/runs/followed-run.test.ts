import { expect, it } from 'vitest';
import type { Run } from '../../shared/model/run.ts';
import { runToFollow } from './followed-run.ts';

const run = (runId: string, kind: Run['began']['kind'], status: Run['status'] = 'success'): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: null,
  hasLog: false,
  joinedLate: false,
  began: { kind, checkpointId: null },
});
const own = { threadId: 't', runId: 'own' };

it.each<[string, readonly Run[], string]>([
  ['stays while it is in no list yet', [run('old', 'input')], 'own'],
  ['stays while it goes on', [run('next', 'resume', 'pending'), run('own', 'input', 'running')], 'own'],
  ['gives way to what goes on from it', [run('next', 'resume'), run('own', 'input')], 'next'],
  ['stays beside a run with another input', [run('cron', 'input'), run('own', 'input')], 'own'],
])('a run that was started here %s', (_, runs, shown) => {
  expect(runToFollow('t', runs, own, true)).toBe(shown);
});

it('a run that was picked stays, and on another thread the newest is shown', () => {
  const runs = [run('next', 'resume'), run('own', 'input')];
  expect(runToFollow('t', runs, own)).toBe('own');
  expect(runToFollow('u', runs, own)).toBe('next');
  expect(runToFollow(null, [], own)).toBeNull();
});
