import { describe, expect, it } from 'vitest';
import { createAxis, workTimeAt, type RunWindow } from './timeline-axis.ts';

const run = (fromMs: number | null, toMs: number | null): RunWindow => ({ fromMs, toMs });
const first = run(1000, 5000);
const layoutOf = (runs: readonly RunWindow[], firstWorkMs: number | null = 1200) =>
  createAxis(runs, firstWorkMs).layout;

describe('the axis of runs', () => {
  it('has one run where it was: queued before the axis starts', () => {
    expect(layoutOf([first])).toEqual({
      runs: [{ createdMs: -200, endMs: 3800 }],
      waits: [],
      fromMs: -200,
      toMs: 3800,
    });
  });

  it('draws a short wait as long as it was', () => {
    const { runs, waits } = layoutOf([first, run(5100, 6100)]);
    expect(waits).toEqual([{ before: 1, fromMs: 3800, toMs: 3900, ms: 100, isShortened: false }]);
    expect(runs[1]).toEqual({ createdMs: 3900, endMs: 4900 });
  });

  it('shortens a long wait, so that the work keeps most of the axis, and tells its true length', () => {
    const { waits, toMs } = layoutOf([first, run(3_605_000, 3_606_000)]);
    expect(waits).toMatchObject([{ ms: 3_600_000, isShortened: true }]);
    expect(toMs).toBeLessThan(6000);
  });

  it('keeps room for the work between forty waits', () => {
    const many = Array.from({ length: 41 }, (_, index) => run(index * 60_000, index * 60_000 + 100));
    const { waits, toMs } = layoutOf(many, 0);
    expect(waits).toHaveLength(40);
    expect(4100 / toMs).toBeGreaterThan(0.4);
  });

  it('has no wait before a run that was queued behind the one before', () => {
    const { runs, waits } = layoutOf([first, run(2000, 5500)]);
    expect(waits).toEqual([]);
    expect(runs[1]).toEqual({ createdMs: 800, endMs: 4300 });
  });

  it('keeps the bars of a live run where they are while it grows', () => {
    const places = [900_500, 900_600, 900_700, 900_900].map(
      (toMs) => layoutOf([first, run(900_000, toMs)]).runs[1]?.createdMs,
    );
    expect(new Set(places).size).toBe(1);
  });

  it('puts a run of which no time is known behind the one before', () => {
    const { runs, waits, toMs } = layoutOf([first, run(null, null)]);
    expect([runs[1], waits, toMs]).toEqual([{ createdMs: 3800, endMs: 3800 }, [], 3800]);
  });

  it('places what happened in a shortened wait inside it', () => {
    const { placeOf, layout } = createAxis([first, run(605_000, 606_000)], 1200);
    const [wait] = layout.waits;
    expect(placeOf(5000 + 300_000)).toBeCloseTo(((wait?.fromMs ?? 0) + (wait?.toMs ?? 0)) / 2);
  });
});

describe('workTimeAt', () => {
  it('leaves out the waits', () => {
    const { waits } = layoutOf([first, run(605_000, 606_000)]);
    const wait = waits[0];
    expect(workTimeAt(waits, 1000)).toBe(1000);
    expect(workTimeAt(waits, ((wait?.fromMs ?? 0) + (wait?.toMs ?? 0)) / 2)).toBe(3800);
    expect(workTimeAt(waits, (wait?.toMs ?? 0) + 100)).toBe(3900);
  });
});
