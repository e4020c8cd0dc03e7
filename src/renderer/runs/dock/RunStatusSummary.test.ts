import { expect, it } from 'vitest';
import type { Run } from '../../../shared/model/runs/run.ts';
import { AppError } from '../../../shared/app-error.ts';
import { followedRunStatus } from './RunStatusSummary.tsx';

const listed = (status: Run['status']) => ({ status }) as Run;
const open = { end: null, link: 'live', problem: null } as const;
const end = (outcome: 'finished' | 'interrupted') => ({
  ...open,
  end: { outcome, error: null, incomplete: false },
});

it('calls a run done when its end is known, not when the server lists it as a success', () => {
  expect(followedRunStatus(open, listed('running'), true)).toBe('running');
  expect(followedRunStatus(open, listed('success'), false)).toBe('reading');
  expect(followedRunStatus(end('interrupted'), listed('success'), false)).toBe('waiting');
  expect(followedRunStatus(end('finished'), listed('success'), false)).toBe('finished');
});

it('takes the word of the server for a run whose events are out of reach', () => {
  const problem = new AppError('stream-unavailable', 'Gone.');
  expect(followedRunStatus({ ...open, link: 'connecting', problem }, listed('running'), true)).toBe(
    'running',
  );
  expect(followedRunStatus({ ...open, problem }, listed('success'), false)).toBe('success');
  expect(followedRunStatus({ ...open, problem }, listed('interrupted'), false)).toBe('cancelled');
});
