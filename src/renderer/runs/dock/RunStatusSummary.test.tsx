import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Run } from '../../../shared/model/runs/run.ts';
import { AppError } from '../../../shared/app-error.ts';
import { initialRunState } from '../../run-state/run-state.ts';
import { FrameList } from '../frames/frame-list.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { followedRunStatus, RunStatusSummary } from './RunStatusSummary.tsx';

afterEach(cleanup);

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

it('T-2: says that a run starts as long as the run state does, although the list already has it as a success', () => {
  render(
    <RunStatusSummary
      log={{ ...open, frames: new FrameList() } as RunLogSnapshot}
      run={listed('success')}
      running={false}
      runState={{ ...initialRunState, phase: 'starting' }}
    />,
  );
  expect(screen.getByTestId('run-status').title).toBe('starting');
});
