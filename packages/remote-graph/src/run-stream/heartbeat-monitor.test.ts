import { describe, expect, it } from 'vitest';
import { type Clock } from '../async/clock.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';

/** A clock that moves on demand. */
class HandClock implements Clock {
  #now = 0;
  #alarms: { readonly at: number; readonly call: () => void }[] = [];

  get alarms(): number {
    return this.#alarms.length;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const alarm = { at: this.#now + ms, call };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const { at, call } of this.#alarms.filter((alarm) => alarm.at <= this.#now)) {
      this.#alarms = this.#alarms.filter((alarm) => alarm.at > this.#now);
      call();
      if (at > this.#now) throw new Error('An alarm rang too early.');
    }
  }
}

function beating(everyMs: number, beats: number): { watch: HeartbeatMonitor; clock: HandClock } {
  const clock = new HandClock();
  const watch = new HeartbeatMonitor(clock);
  for (let beat = 1; beat <= beats; beat += 1) {
    clock.pass(everyMs);
    watch.recordBytes(beat);
  }
  return { watch, clock };
}

describe('HeartbeatMonitor', () => {
  it.each([
    [500, 6_000],
    [2_000, 6_000],
    [5_000, 15_000],
    [9_000, 27_000],
    [15_000, 30_000],
    [120_000, 30_000],
  ])('a heartbeat every %i ms allows a silence of %i ms', (every, limit) => {
    expect(beating(every, 2).watch.limitMs).toBe(limit);
    expect(beating(every, 7).watch.limitMs).toBe(limit);
  });

  it('is not armed before the second heartbeat, whatever else comes', async () => {
    for (const beats of [0, 1]) {
      const { watch, clock } = beating(5_000, beats);
      for (let bytes = 0; bytes < 50; bytes += 1) {
        clock.pass(40_000);
        watch.recordBytes(beats);
      }
      let lost = false;
      const reading = watch.whileReading(new Promise<void>(() => {}), () => (lost = true));
      clock.pass(10 ** 9);
      expect([watch.limitMs, lost, clock.alarms]).toEqual([null, false, 0]);
      void reading;
    }
  });

  it('reports a silence when it is too long, not earlier', () => {
    const { watch, clock } = beating(5_000, 3);
    const calls: number[] = [];
    void watch.whileReading(new Promise<void>(() => {}), () => calls.push(clock.now()));
    clock.pass(14_999);
    expect(calls).toEqual([]);
    clock.pass(1);
    expect(calls).toEqual([30_000]);
    clock.pass(60_000);
    expect(calls).toHaveLength(1);
  });

  it('a timer that fires late because this program was busy lets pending bytes be read first', async () => {
    const { watch, clock } = beating(5_000, 3);
    let lost = 0;
    let arrive = (): void => {};
    const reading = watch.whileReading(new Promise<void>((resolve) => (arrive = resolve)), () => (lost += 1));
    // This program did not run for 20 s; the timer fires first.
    clock.pass(20_000);
    expect([lost, clock.alarms]).toEqual([0, 1]);
    arrive();
    await reading;
    expect([lost, clock.alarms]).toEqual([0, 0]);

    void watch.whileReading(new Promise<void>(() => {}), () => (lost += 1));
    clock.pass(20_000);
    clock.pass(1_000);
    expect(lost).toBe(1);
  });

  it('any bytes restart the silence, and no timer is left', async () => {
    const { watch, clock } = beating(5_000, 2);
    let lost = false;
    for (let part = 0; part < 10; part += 1) {
      let arrive = (): void => {};
      const reading = watch.whileReading(
        new Promise<void>((resolve) => (arrive = resolve)),
        () => (lost = true),
      );
      expect(clock.alarms).toBe(1);
      clock.pass(14_000);
      expect(watch.silenceMs).toBe(14_000);
      arrive();
      await reading;
      watch.recordBytes(2);
      expect(clock.alarms).toBe(0);
    }
    expect(lost).toBe(false);
  });

  it('a slow reader is not a silence', () => {
    const { watch, clock } = beating(5_000, 2);
    clock.pass(10 ** 7);
    expect(clock.alarms).toBe(0);
    watch.recordBytes(3);
    expect(watch.limitMs).toBe(30_000);
  });

  it('the longest interval counts, and heartbeats that arrive together count as one', () => {
    const { watch, clock } = beating(4_000, 2);
    expect(watch.limitMs).toBe(12_000);
    clock.pass(8_000);
    watch.recordBytes(3);
    expect(watch.limitMs).toBe(24_000);
    clock.pass(2_000);
    watch.recordBytes(5);
    expect(watch.limitMs).toBe(24_000);
  });
});
