import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSnapshotPublisher } from './snapshot-publisher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let value = 0;
  const watched: boolean[] = [];
  const feed = createSnapshotPublisher({
    snapshot: () => value,
    minIntervalMs: 100,
    onWatched: (now) => void watched.push(now),
  });
  const change = (next: number): void => {
    value = next;
    feed.changed();
  };
  const read = (leave: AbortController) => {
    const seen: number[] = [];
    const done = (async () => {
      for await (const snapshot of feed.watch(leave.signal)) seen.push(snapshot);
    })();
    return { seen, done };
  };
  return { feed, change, read, watched };
}

describe('a snapshot publisher', () => {
  it('yields a snapshot at once, then the latest one after the interval, and nothing without a change', async () => {
    const { change, read } = setUp();
    const leave = new AbortController();
    const { seen, done } = read(leave);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([0]);
    for (let value = 1; value <= 50; value += 1) change(value);
    await vi.advanceTimersByTimeAsync(99);
    expect(seen).toEqual([0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual([0, 50]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen).toEqual([0, 50]);
    // After a pause, a change is published at once.
    change(51);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([0, 50, 51]);
    leave.abort();
    await done;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports the first subscriber and the end of the last one', async () => {
    const { read, watched } = setUp();
    const [one, two] = [new AbortController(), new AbortController()];
    const reads = [read(one), read(two)];
    await vi.advanceTimersByTimeAsync(0);
    expect(watched).toEqual([true]);
    one.abort();
    await reads[0]?.done;
    expect(watched).toEqual([true]);
    two.abort();
    await reads[1]?.done;
    expect(watched).toEqual([true, false]);
  });

  it('releases a subscriber that leaves its loop', async () => {
    const { feed, watched } = setUp();
    for await (const snapshot of feed.watch(new AbortController().signal)) {
      expect(snapshot).toBe(0);
      break;
    }
    expect(watched).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('yields nothing to a subscriber that has already left', async () => {
    const { read } = setUp();
    const leave = new AbortController();
    leave.abort();
    const { seen, done } = read(leave);
    await done;
    expect(seen).toEqual([]);
  });
});
