import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PausableDelay } from './pausable-delay.ts';
import { backoffMs } from '../http/retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A wait, and whether it is over. */
function waiting(gate: PausableDelay, ms: number, signal?: AbortSignal) {
  const wait = { passed: false, failed: null as unknown };
  gate.wait(ms, signal).then(
    () => (wait.passed = true),
    (error: unknown) => (wait.failed = error),
  );
  return wait;
}

describe('waiting to reconnect', () => {
  it('waits a random time up to 1 s, 2 s, 4 s, ... at most 30 s', () => {
    const max = (failures: number): number => backoffMs(failures, 1000, 30_000);
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect([1, 2, 3, 4, 5, 6, 50, 2000].map(max)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect([1, 50].map(max)).toEqual([0, 0]);
  });

  it('ends after its time, or when skipped', async () => {
    const gate = new PausableDelay();
    const [one, other] = [waiting(gate, 1000), waiting(gate, 2000)];
    await vi.advanceTimersByTimeAsync(999);
    expect([one.passed, other.passed]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([one.passed, other.passed]).toEqual([true, false]);
    gate.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.passed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends no wait while paused, and all of them afterwards', async () => {
    const gate = new PausableDelay();
    const before = waiting(gate, 1000);
    gate.setPaused(true);
    const atOnce = waiting(gate, 0);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([before.passed, atOnce.passed]).toEqual([false, false]);
    gate.setPaused(false);
    await vi.advanceTimersByTimeAsync(0);
    expect([before.passed, atOnce.passed]).toEqual([true, true]);
    gate.setPaused(true);
    const pending = waiting(gate, 1000);
    gate.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(pending.passed).toBe(true);
  });

  it('an abort ends any wait, also a paused one', async () => {
    const gate = new PausableDelay();
    gate.setPaused(true);
    const abort = new AbortController();
    const wait = waiting(gate, 0, abort.signal);
    const why = new Error('left');
    abort.abort(why);
    const late = waiting(gate, 0, abort.signal);
    await vi.advanceTimersByTimeAsync(0);
    expect([wait.failed, late.failed]).toEqual([why, why]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
