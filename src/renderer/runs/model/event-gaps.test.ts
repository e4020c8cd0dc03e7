import { describe, expect, it } from 'vitest';
import { buildFrames, taskResult, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import type { RunOutcome } from '../../../shared/model/run.ts';
import { describeEventGaps } from './event-gaps.ts';
import { createRunModel } from './run-model.ts';

function gapsOf(frames: ReturnType<typeof buildFrames>, outcome: RunOutcome = 'finished'): string | null {
  const model = createRunModel();
  for (const frame of frames) model.add(frame);
  model.end({ outcome, error: null, incomplete: false });
  return describeEventGaps(model.eventGaps.snapshot());
}

describe('gaps in the events of a run', () => {
  it('are none where each task has ended', () => {
    const frames = buildFrames(
      taskStart('t1', 'plan'),
      ['updates', { plan: { text: 'x' } }],
      taskResult('t1', 'plan', { result: { text: 'x' } }),
    );
    expect(gapsOf(frames)).toBeNull();
  });

  it('are reported if nodes wrote something and no task was named', () => {
    expect(gapsOf(buildFrames(['updates', { plan: { text: 'x' } }]))).toContain('no events about tasks');
  });

  it('are none in a run in which no node ran', () => {
    expect(gapsOf(buildFrames(['values', {}], ['updates', { __interrupt__: [] }]))).toBeNull();
  });

  it.each([
    ['without an id', { name: 'plan', input: {} }],
    ['without a name', { id: 't1', input: {} }],
    ['that is a list', []],
  ])('are reported for a task %s', (_, payload) => {
    expect(gapsOf(buildFrames(['tasks', payload]))).toContain("can't be read");
  });

  it('are reported if a run finished and a task of it did not', () => {
    const frames = buildFrames(taskStart('t1', 'plan'));
    expect(gapsOf(frames)).toContain('did not report how one task ended');
    expect(gapsOf(frames, 'cancelled')).toBeNull();
  });

  it('are reported for a run that asks something in no task', () => {
    const question = { __interrupt__: [{ id: 'i', value: 'Go on?' }] };
    expect(
      gapsOf(
        buildFrames(taskStart('t1', 'ask'), taskResult('t1', 'ask', { result: {} }), ['updates', question]),
        'interrupted',
      ),
    ).toContain('do not say which node is asking');
  });

  it('are none where a task waits inside an open one', () => {
    const waits = { interrupts: [{ id: 'i', value: 'Go on?' }] };
    const frames = buildFrames(
      taskStart('t1', 'write'),
      taskStart('t2', 'ask', 'write:t1'),
      taskResult('t2', 'ask', waits, 'write:t1'),
    );
    expect(gapsOf(frames, 'interrupted')).toBeNull();
  });
});
