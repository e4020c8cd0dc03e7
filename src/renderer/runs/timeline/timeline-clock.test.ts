import { expect, it } from 'vitest';
import { projectTimeline } from '../../../shared/thread-record/timeline.ts';
import { buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../../testing/thread-records.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { clockOf } from './use-timeline.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';

const createdAt = 1_000_000;
/** A run whose newest checkpoint is of its twelfth second. */
const timeline = projectTimeline(
  threadRecord({
    checkpoints: [
      checkpoint('i', null, { createdAt }),
      checkpoint('a', 'i', { createdAt: createdAt + 12_000 }),
    ],
    executions: [
      execution('plan', 'i', 'a', { spans: [span('r1', createdAt, createdAt + 12_000)] }),
      execution('write', 'a', null, {
        status: 'running',
        spans: [{ ...span('r1', createdAt + 12_000), endedAt: null }],
      }),
    ],
    runs: [run('r1', { createdAt, status: 'running', ending: null })],
  }),
  { kind: 'run', runId: 'r1' },
);
const key = { connectionId: 'c', threadId: 't', runId: 'r1' };
const touched = () => 7000;

it('the axis of a run of which no event arrived ends with the time by the clock of its server', () => {
  const log = createRunLogStore(key).get();
  const server = { serverMs: createdAt + 25_000, at: 5000 };
  expect(clockOf(timeline, { eventMs: null, log, server, touched })).toEqual({
    running: true,
    lastMs: timeline.layout.toMs + 13_000,
    touchedAt: 5000,
  });
  // Without it, all that is known is that the run goes on since the newest time.
  expect(clockOf(timeline, { eventMs: null, log, server: null, touched })).toEqual({
    running: true,
    lastMs: timeline.layout.toMs,
    touchedAt: 7000,
  });
});

it('the axis of a followed run goes on since its newest event', () => {
  const store = createRunLogStore(key);
  store.take(buildRunBatch(buildFrames(taskStart('t', 'write'))));
  const log = { ...store.get(), touchedAt: 6000 };
  const server = { serverMs: createdAt + 25_000, at: 5000 };
  expect(clockOf(timeline, { eventMs: createdAt + 12_500, log, server, touched })).toEqual({
    running: true,
    lastMs: timeline.layout.toMs + 500,
    touchedAt: 6000,
  });
});
