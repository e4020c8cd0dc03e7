import { describe, expect, it } from 'vitest';
import { buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { runDuration, runDurationLabel } from './run-duration.ts';
import { createRunLogStore } from './run-log-store.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';

const frames = buildFrames(['metadata', {}], taskStart('t1', 'plan'));
const seenMs = frames.at(-1)?.atMs ?? 0;

/** A run of which the last frame came at once. */
function logWith(ageAtFirstFrameMs: number | null, outcome: 'finished' | 'lost' | null = null) {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  const end = outcome === null ? null : { outcome, error: null, incomplete: false };
  store.take({ ...buildRunBatch(frames, end), ageAtFirstFrameMs });
  return store.get();
}

describe('the duration of a run', () => {
  it('is what was seen here while it goes on, and the server’s when it is over', () => {
    const log = logWith(null);
    expect(runDuration(undefined, log, log.touchedAt + 5000)).toEqual({
      ms: seenMs + 5000,
      by: 'here',
      bound: 'exact',
    });
    expect(runDuration({ durationMs: 5200 }, logWith(null, 'finished'), null)).toEqual({
      ms: 5200,
      by: 'server',
      bound: 'atMost',
    });
  });

  it('counts from its creation by the server’s clock when it was joined later, also before its record is read again', () => {
    const log = logWith(60_000);
    const live = runDuration(undefined, log, log.touchedAt + 5000);
    expect(live).toEqual({ ms: 65_000 + seenMs, by: 'server', bound: 'exact' });
    expect(live && runDurationLabel(live)).toBe('1 min 5 s on the server');
    expect(runDuration({ durationMs: null }, logWith(60_000, 'finished'), null)).toEqual({
      ms: 60_000 + seenMs,
      by: 'server',
      bound: 'atMost',
    });
  });

  it('is unknown for a run whose end is unknown, unless the server knows it', () => {
    expect(runDuration({ durationMs: null }, logWith(60_000, 'lost'), null)).toBeNull();
    expect(runDuration({ durationMs: 7 }, logWith(60_000, 'lost'), null)).toEqual({
      ms: 7,
      by: 'server',
      bound: 'atMost',
    });
  });

  it('is not known before the first event', () => {
    const empty = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' }).get();
    expect(runDuration({ durationMs: null }, empty, 0)).toBeNull();
  });
});
