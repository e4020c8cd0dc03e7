import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { crashWindowMs, maxCrashes, hangTimeoutMs, installCrashRecovery } from './crash-recovery.ts';

class FakeContents extends EventEmitter {
  destroyed = false;
  readonly done: string[] = [];
  isDestroyed = (): boolean => this.destroyed;
  reload = (): void => void this.done.push('reload');
  forcefullyCrashRenderer = (): void => {
    this.done.push('crash');
    this.crash();
  };
  crash(reason = 'crashed'): void {
    this.emit('render-process-gone', {}, { reason, exitCode: 1 });
  }
}

function recovering() {
  const contents = new FakeContents();
  const clock = { now: 0 };
  const timers: { ms: number; act: () => void }[] = [];
  installCrashRecovery(contents, {
    now: () => clock.now,
    after(ms, act) {
      const timer = { ms, act };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onGiveUp: () => void contents.done.push('ask'),
    log: () => undefined,
  });
  return { contents, clock, timers };
}

describe('a page that crashed', () => {
  it.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'memory-eviction'])('is reloaded (%s)', (reason) => {
    const { contents } = recovering();
    contents.crash(reason);
    expect(contents.done).toEqual(['reload']);
  });

  it('is not reloaded if it ended by itself or with its window', () => {
    const { contents } = recovering();
    contents.crash('clean-exit');
    contents.destroyed = true;
    contents.crash();
    expect(contents.done).toEqual([]);
  });

  it('is not reloaded endlessly if it crashes each time', () => {
    const { contents } = recovering();
    for (let n = 0; n < maxCrashes; n += 1) contents.crash();
    expect(contents.done).toEqual([...Array.from({ length: maxCrashes - 1 }, () => 'reload'), 'ask']);
    contents.crash();
    expect(contents.done.at(-1)).toBe('reload');
  });

  it('is reloaded 20 times if the crashes are far apart', () => {
    const { contents, clock } = recovering();
    for (let n = 0; n < 20; n += 1) {
      contents.crash();
      clock.now += crashWindowMs / 2;
    }
    expect(contents.done).toEqual(Array.from({ length: 20 }, () => 'reload'));
  });
});

describe('a page that hangs', () => {
  it('is killed and reloaded if it does not respond again', () => {
    const { contents, timers } = recovering();
    contents.emit('unresponsive');
    expect(timers.map(({ ms }) => ms)).toEqual([hangTimeoutMs]);
    timers[0]?.act();
    expect(contents.done).toEqual(['crash', 'reload']);
    expect(timers).toEqual([]);
  });

  it.each(['responsive', 'destroyed'])('is not killed once it is %s', (event) => {
    const { contents, timers } = recovering();
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    expect(timers).toHaveLength(1);
    contents.emit(event);
    expect(timers).toEqual([]);
    expect(contents.done).toEqual([]);
  });
});
