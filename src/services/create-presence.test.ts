import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence, type Presence } from './create-presence.ts';

const minute = 60_000;
let attention: Presence;
let reported: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  attention = createPresence();
  reported = [];
  attention.onChange((away) => reported.push(away));
});
afterEach(() => {
  attention.stop();
  vi.useRealTimers();
});

function visibleWindow(): () => Promise<void> {
  const abort = new AbortController();
  const reading = (async () => {
    const items: unknown[] = [];
    for await (const item of attention.streams['app.presence']({}, abort.signal)) items.push(item);
    expect(items).toEqual([{}]);
  })();
  return () => {
    abort.abort();
    return reading;
  };
}

describe('whether a window is visible', () => {
  it('turns false ten minutes after the last window was visible, and true when one is', async () => {
    const hide = visibleWindow();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(attention.away).toBe(false);
    await hide();
    await vi.advanceTimersByTimeAsync(10 * minute - 1);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([attention.away, reported]).toEqual([true, [true]]);
    const hideAgain = visibleWindow();
    await vi.advanceTimersByTimeAsync(0);
    expect([attention.away, reported]).toEqual([false, [true, false]]);
    await hideAgain();
  });

  it('needs one visible window of several, which restarts the ten minutes', async () => {
    const [hide, hideOther] = [visibleWindow(), visibleWindow()];
    await vi.advanceTimersByTimeAsync(0);
    await hide();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(reported).toEqual([]);
    await hideOther();
    await vi.advanceTimersByTimeAsync(9 * minute);
    await visibleWindow()();
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(reported).toEqual([true]);
  });
});
