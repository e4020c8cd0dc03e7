import { expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { Run } from '../../shared/model/run.ts';
import type { RecordedRun } from '../../shared/model/thread-record.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  threadRecord,
} from '../../testing/thread-records.ts';
import { displayRun } from './run-display.ts';

const failing = recordedExecution('write:draft', 'a', null, { status: 'failed', error: 'no model' });
const recordWith = (...runs: readonly RecordedRun[]) =>
  threadRecord({ checkpoints: [recordedCheckpoint('a', null)], executions: [failing], runs: [...runs] });
const listed = (status: Run['status'], interruptedBy?: Run['interruptedBy']) => ({
  runId: 'r',
  status,
  ...(interruptedBy && { interruptedBy }),
});
const asked = { record: null, error: null };
const unreadable = { record: null, error: new AppError('unsupported', 'No history.') };

it('says of a run how its thread’s record says that it ended, and where', () => {
  const failed = { kind: 'failed', executionId: failing.executionId, error: 'no model' } as const;
  const state = (ending: RecordedRun['ending']) => ({
    record: recordWith(recordedRun('r', { ending })),
    error: null,
  });
  expect(displayRun('r', listed('error'), state({ ...failed, isRecursionLimit: false }))).toEqual({
    status: 'failed',
    text: 'failed in write › draft',
  });
  expect(
    displayRun('r', listed('success'), state({ kind: 'paused', place: 'before', nodes: ['b'] })),
  ).toEqual({
    status: 'paused',
    text: 'paused before b',
  });
  expect(displayRun('r', listed('error'), state({ kind: 'cancelled', isKept: false })).status).toBe(
    'cancelled',
  );
  expect(displayRun('r', undefined, state({ kind: 'finished' }))?.status).toBe('finished');
});

it('waits for the record, where the list only reports that a run has ended', () => {
  const running = { record: recordWith(recordedRun('r', { status: 'running', ending: null })), error: null };
  expect(displayRun('r', listed('success'), asked).status).toBe('reading');
  expect(displayRun('r', listed('success'), running).status).toBe('reading');
  expect(displayRun('r', listed('running'), asked).status).toBe('running');
  expect(displayRun('r', listed('pending'), asked).status).toBe('pending');
  expect(displayRun('r', undefined, asked)).toBeNull();
});

it('says no more than the list does, where the record can not be read', () => {
  expect(displayRun('r', listed('success'), unreadable).status).toBe('unknown');
  expect(displayRun('r', listed('error'), unreadable).status).toBe('failed');
  const running = {
    ...unreadable,
    record: recordWith(recordedRun('r', { status: 'running', ending: null })),
  };
  expect(displayRun('r', listed('error'), running).status).toBe('failed');
  expect(displayRun('r', listed('timeout'), unreadable).status).toBe('timeout');
  expect(displayRun('r', listed('interrupted', 'cancel'), unreadable).status).toBe('cancelled');
  expect(displayRun('r', listed('interrupted', 'question'), unreadable).status).toBe('waiting');
  expect(displayRun('r', listed('interrupted', 'unknown'), unreadable).status).toBe('unknown');
});
