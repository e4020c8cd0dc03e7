import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttled', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('acts at once, and makes up for the rest at the end of the pause', () => {
    const act = vi.fn<() => void>();
    const { call } = throttle(1000, act);
    call();
    call();
    call();
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(act).toHaveBeenCalledTimes(2);
    call();
    expect(act).toHaveBeenCalledTimes(3);
  });

  it('asks after each call how long it pauses', () => {
    let ms = 1000;
    const act = vi.fn<() => void>(() => {
      ms *= 3;
    });
    const { call } = throttle(() => ms, act);
    call();
    call();
    vi.advanceTimersByTime(2999);
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(2);
    call();
    vi.advanceTimersByTime(8999);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('does nothing more once it is cancelled', () => {
    const act = vi.fn<() => void>();
    const { call, cancel } = throttle(1000, act);
    call();
    call();
    cancel();
    vi.advanceTimersByTime(5000);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
