import { describe, expect, it } from 'vitest';
import type { RunEnd } from '../../../shared/model/run.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { projectTimeline } from '../../../shared/thread-record/timeline.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../../testing/thread-records.ts';
import { createRunModel } from '../model/run-model.ts';

interface Story {
  readonly createdAt?: number | null;
  readonly end?: RunEnd;
  /** All events arrived at once. */
  readonly together?: boolean;
}

function eventsOf(entries: readonly FrameEntry[], { createdAt = 1000, end, together = false }: Story = {}) {
  const model = createRunModel();
  for (const frame of buildFrames(...entries)) model.add(together ? { ...frame, atMs: 100 } : frame);
  if (end) model.end(end);
  const origin = { kind: 'unknown', checkpointId: null } as const;
  return [model.events({ runId: 'r1', origin, createdAt, firstFrameMs: 50 })];
}
const nothing = emptyRecord('t');
const described = (record: ThreadRecord) =>
  projectTimeline(record, { kind: 'turn', runId: 'r1' }).tasks.map(
    ({ depth, label, startMs, endMs, status }) =>
      `${'  '.repeat(depth)}${label} ${startMs}-${endMs ?? ''} ${status}`,
  );
const finished: RunEnd = { outcome: 'finished', error: null, incomplete: false };
const plan = [taskStart('p', 'plan'), taskResult('p', 'plan')];

describe('the events of a run on the timeline', () => {
  it('is all that is known of a run without a thread', () => {
    const entries = [
      ...plan,
      taskStart('w', 'write'),
      taskStart('d', 'draft', 'write:w'),
      taskResult('d', 'draft', {}, 'write:w'),
    ];
    const live = mergeEvents(nothing, eventsOf(entries, { createdAt: null }));
    expect(described(live)).toEqual([
      'plan 0-100 finished',
      'write 200- running',
      '  draft 300-400 finished',
    ]);
    const ended = mergeEvents(nothing, eventsOf(plan, { createdAt: null, end: finished }));
    expect(projectTimeline(ended, { kind: 'run', runId: 'r1' })).toMatchObject({
      isActive: false,
      layout: { fromMs: -50, toMs: 100 },
    });
  });

  it('has a visit of a node in each superstep, and tasks beside one another in the same', () => {
    const entries = [
      ...plan,
      taskStart('p2', 'plan'),
      taskStart('p3', 'plan'),
      taskResult('p2', 'plan'),
      taskResult('p3', 'plan'),
    ];
    const record = mergeEvents(nothing, eventsOf(entries, { createdAt: null, end: finished }));
    const { tasks, supersteps } = projectTimeline(record, { kind: 'run', runId: 'r1' });
    expect(tasks.map(({ siblings: { count, visit, visits } }) => [count, visit, visits])).toEqual([
      [1, 1, 2],
      [2, 2, 2],
      [2, 2, 2],
    ]);
    expect(supersteps).toBe(2);
  });

  it('does not say that a task took no time because its events arrived together', () => {
    const record = mergeEvents(nothing, eventsOf(plan, { createdAt: null, together: true }));
    expect(projectTimeline(record, { kind: 'run', runId: 'r1' }).tasks[0]?.time).toBeNull();
  });

  it('adds to the record what it does not have yet, and ends what it has as running', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 1040 })],
      executions: [
        execution('plan', 's', null, {
          taskId: 'p',
          status: 'running',
          spans: [{ ...span('r1', 1042), endedAt: null }],
        }),
      ],
      runs: [run('r1', { createdAt: 1000, status: 'running', ending: null })],
    });
    const merged = mergeEvents(record, eventsOf([...plan, taskStart('w', 'write')]));
    expect(described(merged)).toEqual(['plan 0-108 finished', 'write 208- running']);
  });

  it('takes up a question that its run answers', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 10, runId: 'r0' })],
      executions: [
        execution('ask', 's', null, { taskId: 'a', status: 'interrupted', spans: [span('r0', 10, 20)] }),
      ],
      runs: [
        run('r0', { createdAt: 0, endedAt: 20 }),
        run('r1', {
          createdAt: 1000,
          status: 'running',
          ending: null,
          origin: { kind: 'resume', checkpointId: null },
        }),
      ],
    });
    const merged = mergeEvents(record, eventsOf([taskStart('a', 'ask')]));
    expect(merged.executions[0]).toMatchObject({
      status: 'running',
      spans: [{ runId: 'r0' }, { runId: 'r1' }],
    });
  });

  it('leaves a record alone that knows how the run ended: what it says is better than arrival', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 0 }), checkpoint('e', 's', { createdAt: 800 })],
      executions: [execution('plan', 's', 'e', { taskId: 'p', spans: [span('r1', 0, 800)] })],
    });
    const merged = mergeEvents(record, eventsOf(plan, { end: finished }));
    expect(merged.executions).toEqual(record.executions);
    expect(merged.runs).toEqual(record.runs);
  });
});
