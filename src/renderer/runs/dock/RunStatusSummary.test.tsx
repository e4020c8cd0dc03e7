import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Run } from '../../../shared/model/run.ts';
import { AppError } from '../../../shared/app-error.ts';
import { initialRunState } from '../../run-state/run-state.ts';
import { RpcContext, type StudioRpc } from '../../rpc/rpc-context.ts';
import { FrameList } from '../model/frame-list.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import { followedRunStatus, RunStatusSummary } from './RunStatusSummary.tsx';

afterEach(cleanup);

const listed = (status: Run['status'], interruptedBy?: Run['interruptedBy']) =>
  ({ status, ...(interruptedBy && { interruptedBy }) }) as Run;
const modelOf = (hasInterrupt: boolean) => ({ hasInterrupt: () => hasInterrupt }) as RunLogSnapshot['model'];
const open = { end: null, connectionState: 'live', problem: null, model: modelOf(true) } as const;
const end = (outcome: 'finished' | 'interrupted') => ({
  ...open,
  end: { outcome, error: null, incomplete: false },
});

it('calls a run done when its end is known, not when the server lists it as a success', () => {
  expect(followedRunStatus(open, listed('running'), true)).toBe('running');
  expect(followedRunStatus(open, listed('success'), false)).toBe('reading');
  expect(followedRunStatus(end('interrupted'), listed('success'), false)).toBe('waiting');
  expect(followedRunStatus({ ...end('interrupted'), model: modelOf(false) }, undefined, false)).toBe(
    'paused',
  );
  expect(followedRunStatus(end('finished'), listed('success'), false)).toBe('finished');
});

it('takes the word of the server for a run whose events are out of reach', () => {
  const problem = new AppError('stream-unavailable', 'Gone.');
  expect(
    followedRunStatus({ ...open, connectionState: 'connecting', problem }, listed('running'), true),
  ).toBe('running');
  expect(followedRunStatus({ ...open, problem }, listed('error'), false)).toBe('failed');
  // It may wait for an answer.
  expect(followedRunStatus({ ...open, problem }, listed('success'), false)).toBe('unknown');
  expect(followedRunStatus({ ...open, problem }, listed('interrupted', 'cancel'), false)).toBe('cancelled');
  expect(followedRunStatus({ ...open, problem }, listed('interrupted'), false)).toBe('unknown');
});

it('the summary says that a run starts as long as the run state does, although the list already has it as a success', () => {
  render(
    <RpcContext value={{} as StudioRpc}>
      <RunStatusSummary
        connectionId="c"
        threadId={null}
        runId="r"
        log={{ ...open, frames: new FrameList() } as RunLogSnapshot}
        run={listed('success')}
        running={false}
        runState={{ ...initialRunState, phase: 'starting' }}
      />
    </RpcContext>,
  );
  expect(screen.getByTestId('run-status').title).toBe('starting');
});
