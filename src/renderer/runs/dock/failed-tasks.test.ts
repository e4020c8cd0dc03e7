import { describe, expect, it } from 'vitest';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { taskResult, buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { createRunModel } from '../model/run-model.ts';
import { failedTasks } from './failed-tasks.ts';

function rowsOf(more: Readonly<Record<string, unknown>>) {
  const model = createRunModel();
  for (const frame of buildFrames(
    taskStart('1', 'plan'),
    taskResult('1', 'plan'),
    taskStart('2', 'boom'),
    taskResult('2', 'boom', more),
  )) {
    model.add(frame);
  }
  model.end({ outcome: 'failed', error: 'Error: it broke', incomplete: false });
  return model.timeline.rows();
}
const state = (error: string): Pick<ThreadState, 'tasks'> => ({
  tasks: [{ id: '2', nodeId: 'boom', error, waiting: false }],
});

describe('failedTasks', () => {
  it.each([
    ['its own event', { result: undefined, error: 'ValueError: no' }, null, 'ValueError: no'],
    ['its own event, wrapped', { error: '{"name":"BoomError","message":"no"}' }, null, 'BoomError: no'],
    ['the state', { result: {} }, state('BoomError: no'), 'BoomError: no'],
    ['the run', { result: {} }, state('Error: it broke'), 'failed with this error.'],
    ['the run, without its kind', { result: {} }, state('it broke'), 'failed with this error.'],
    ['the state, where the run says more', { result: {} }, state('broke'), 'broke'],
    ['nobody', { result: {} }, null, 'failed with this error.'],
  ])('takes the words of %s', (_, more, reported, message) => {
    expect(failedTasks(rowsOf(more), reported as ThreadState | null, 'Error: it broke')).toEqual([
      { nodeId: 'boom', message: message },
    ]);
  });
});
