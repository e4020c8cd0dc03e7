import { describe, expect, it } from 'vitest';
import type { Run } from '../../../shared/model/runs/run.ts';
import { buildFrames, taskResult, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { buildRunBatch } from '../../../testing/renderer/run-batches.ts';
import { createRunLogStore } from '../log/run-log-store.ts';
import { createPassTasks } from './pass/pass-tasks.ts';
import type { PassRun } from './pass/use-pass.ts';
import { tellStory } from './use-story.ts';

const runOf = (runId: string, createdAt: string | null, durationMs: number | null): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status: durationMs === null ? 'running' : 'success',
  createdAt,
  durationMs,
  hasLog: true,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
});

/** A run with one task, which its studio saw 300 ms after its creation. */
function seen(run: Run, running = false): PassRun {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: run.runId });
  const frames = buildFrames(taskStart(`${run.runId} task`, 'work'), taskResult(`${run.runId} task`, 'work'));
  const end = running ? null : ({ outcome: 'finished', error: null, incomplete: false } as const);
  store.take({ ...buildRunBatch(frames, end), firstFrameMs: 300 });
  return { runId: run.runId, run, log: store.get(), isReading: false, running };
}
const unseen = (run: Run | undefined, isReading = false): PassRun => ({
  runId: run?.runId ?? 'unlisted',
  run,
  log: null,
  isReading,
  running: false,
});
const tell = (...runs: readonly PassRun[]) => tellStory(runs, false, createPassTasks());

const noon = '2026-11-22T12:00:00Z';
const later = '2026-11-22T12:01:00Z';

describe('tellStory', () => {
  it('tells one run on its own clock, and since when its first tasks were queued', () => {
    const { rows, queuedSinceMs, unseen: unknown } = tell(seen(runOf('1', noon, 400)));
    expect(rows.map(({ startMs }) => startMs)).toEqual([0]);
    expect(queuedSinceMs).toBe(-300);
    expect(unknown).toEqual([]);
  });

  it('R-5: does not call it queued what was not seen', () => {
    const late = { ...runOf('1', noon, 400), joinedLate: true };
    expect(tell(seen(late)).queuedSinceMs).toBe(0);
    const [, task] = tell(seen(runOf('0', noon, 400)), seen({ ...late, createdAt: later })).rows;
    expect(task?.readyMs).toBe(task?.startMs);
  });

  it('T-1: says of a run without known events only what the server says', () => {
    const { unseen: unknown, rows } = tell(unseen(runOf('1', noon, 2000)), seen(runOf('2', later, 400)));
    expect(unknown).toMatchObject([
      {
        unseenRunId: '1',
        label: 'run 1',
        startMs: 0,
        endMs: 2000,
        facts: ['its events are not kept here', 'status success', '2.0 s'],
      },
    ]);
    expect(rows).toHaveLength(1);
    expect(tell(unseen(undefined), seen(runOf('2', later, 400))).unseen[0]?.facts).toEqual([
      'its events are not kept here',
      'end unknown',
    ]);
    expect(tell(unseen(runOf('1', noon, 9), true), seen(runOf('2', later, 4))).unseen[0]?.facts[0]).toBe(
      'reading its events',
    );
  });

  it('has the clock of the run that is active', () => {
    const { clock, layout } = tell(seen(runOf('1', noon, 400)), seen(runOf('2', later, null), true));
    expect(clock).toMatchObject({ running: true, lastMs: (layout.runs[1]?.eventsMs ?? 0) + 100 });
    expect(tell(seen(runOf('1', noon, 400))).clock.running).toBe(false);
  });
});
