import { describe, expect, it } from 'vitest';
import type { TimelineRow } from '../../../shared/run-events/timeline-row.ts';
import { recordedExecution } from '../../../testing/thread-records.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { createRunModel } from '../model/run-model.ts';
import { inputSource, outputSource } from './value-source.ts';

const none = { log: null, isLoading: false, row: null, update: null };
const rowOf = (...entries: readonly FrameEntry[]): TimelineRow | null => {
  const model = createRunModel();
  for (const frame of buildFrames(...entries)) model.add(frame);
  return model.timeline.rowOf('t1');
};
const log = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r1' });
const events = { ...none, log, row: rowOf(taskStart('t1', 'plan'), taskResult('t1', 'plan')) };
const plan = recordedExecution('plan', 'a', 'b');

describe('where an input is read', () => {
  it('is the checkpoint before it, with events or without', () => {
    expect(inputSource(plan, 't', none)).toEqual({ from: 'state' });
    expect(inputSource(plan, 't', events)).toEqual({ from: 'state' });
  });

  it('is the event of its start for a Send, which no checkpoint stores', () => {
    const sent = { ...plan, isSent: true };
    expect(inputSource(sent, 't', events)).toEqual({ from: 'event', seq: 0, member: 'input' });
    expect(inputSource(sent, 't', none)).toEqual({ from: 'nowhere', why: 'send-input' });
    expect(inputSource(sent, 't', { ...none, log, isLoading: true })).toEqual({
      from: 'nowhere',
      why: 'loading',
    });
  });

  it('is the event of its start without checkpoints, and unknown if reading began later', () => {
    const unlisted = recordedExecution('plan', null, null, { status: 'finished' });
    expect(inputSource(unlisted, 't', events)).toMatchObject({ from: 'event' });
    expect(inputSource(plan, null, events)).toMatchObject({ from: 'event' });
    const late = { ...none, log, row: rowOf(taskResult('t1', 'plan')) };
    expect(inputSource(unlisted, 't', late)).toEqual({ from: 'nowhere', why: 'events-missing' });
    expect(inputSource(unlisted, 't', none)).toEqual({ from: 'nowhere', why: 'no-events' });
  });
});

describe('where an output is read', () => {
  it('is the result that the checkpoint before it stores, else the event of its end', () => {
    expect(outputSource(plan, 't', events)).toEqual({ from: 'checkpoint' });
    const silent = { ...plan, hasResult: false };
    expect(outputSource(silent, 't', events)).toEqual({ from: 'event', seq: 1, member: 'result' });
    expect(outputSource(silent, 't', none)).toEqual({ from: 'nowhere', why: 'not-reported' });
    const updated = { ...none, log, update: { seq: 7, atMs: 0 } };
    expect(outputSource(plan, null, updated)).toEqual({ from: 'event', seq: 7, member: 'plan' });
  });

  it.each([
    ['next', 'not-started'],
    ['queued', 'not-started'],
    ['running', 'running'],
    ['interrupted', 'not-reported'],
    ['aborted', 'not-reported'],
    ['cancelled', 'not-reported'],
  ] as const)('is nowhere for one that is %s', (status, why) => {
    expect(outputSource(recordedExecution('plan', 'a', null, { status }), 't', events)).toEqual({
      from: 'nowhere',
      why,
    });
  });
});
