import { describe, expect, it } from 'vitest';
import { layoutPass, workTimeAt, type RunTimes } from './pass-layout.ts';

const run = (more: Partial<RunTimes>): RunTimes => ({
  createdAt: null,
  firstEventMs: null,
  seenMs: null,
  durationMs: null,
  ...more,
});
const first = run({ createdAt: 1000, firstEventMs: 200, seenMs: 3800, durationMs: 4000 });

describe('layoutPass', () => {
  it('puts one run where it was: queued before the axis starts', () => {
    expect(layoutPass([first])).toEqual({
      runs: [{ createdMs: -200, eventsMs: 0, endMs: 3800 }],
      waits: [],
      fromMs: -200,
      toMs: 3800,
    });
  });

  it('starts one run of which nobody knows when it was created at its first event', () => {
    expect(layoutPass([run({ seenMs: 500 })])).toMatchObject({ fromMs: 0, toMs: 500 });
  });

  it('draws a short wait as long as it was', () => {
    const { runs, waits } = layoutPass([
      first,
      run({ createdAt: 5100, firstEventMs: 50, seenMs: 900, durationMs: 1000 }),
    ]);
    expect(waits).toEqual([{ before: 1, fromMs: 3800, toMs: 3900, ms: 100, isShortened: false }]);
    expect(runs[1]).toEqual({ createdMs: 3900, eventsMs: 3950, endMs: 4900 });
  });

  it('shortens a long wait, so that the work keeps most of the axis, and tells its true length', () => {
    const { waits, toMs } = layoutPass([
      first,
      run({ createdAt: 3_605_000, firstEventMs: 0, seenMs: 900, durationMs: 1000 }),
    ]);
    expect(waits).toMatchObject([{ ms: 3_600_000, isShortened: true }]);
    expect(toMs).toBeLessThan(6000);
  });

  it('keeps room for the work between forty waits', () => {
    const many = Array.from({ length: 41 }, (_, at) =>
      run({ createdAt: at * 60_000, firstEventMs: 0, seenMs: 100, durationMs: 100 }),
    );
    const { waits, toMs } = layoutPass(many);
    expect(waits).toHaveLength(40);
    expect(4100 / toMs).toBeGreaterThan(0.4);
  });

  it('says of a wait that the server does not time that its length is unknown', () => {
    const { waits } = layoutPass([run({ seenMs: 100 }), run({ seenMs: 100 })]);
    expect(waits).toMatchObject([{ ms: null, isShortened: false }]);
  });

  it('knows no wait before a run that was queued behind the one before', () => {
    const { runs, waits } = layoutPass([first, run({ createdAt: 2000, firstEventMs: 3000, seenMs: 500 })]);
    expect(waits).toEqual([]);
    expect(runs[1]).toEqual({ createdMs: 800, eventsMs: 3800, endMs: 4300 });
  });

  it('keeps the bars of a live run where they are while it grows', () => {
    const places = [500, 600, 700, 900].map((seenMs) => {
      const live = run({ createdAt: 900_000, firstEventMs: 0, seenMs });
      return layoutPass([first, live]).runs[1]?.eventsMs;
    });
    expect(new Set(places).size).toBe(1);
  });
});

describe('workTimeAt', () => {
  it('leaves out the waits', () => {
    const { waits } = layoutPass([first, run({ createdAt: 605_000, firstEventMs: 0, seenMs: 900 })]);
    const wait = waits[0];
    expect(workTimeAt(waits, 1000)).toBe(1000);
    expect(workTimeAt(waits, ((wait?.fromMs ?? 0) + (wait?.toMs ?? 0)) / 2)).toBe(3800);
    expect(workTimeAt(waits, (wait?.toMs ?? 0) + 100)).toBe(3900);
  });
});
