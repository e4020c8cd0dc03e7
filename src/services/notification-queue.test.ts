import { expect, it } from 'vitest';
import { fc } from '../testing/fast-check.ts';
import { scaled } from '../testing/test-scale.ts';
import {
  addRestedRun,
  emptyNotificationQueue,
  debounceMs,
  maxGathered,
  minIntervalMs,
  takeDueRuns,
  type SettledRun,
} from './notification-queue.ts';

const away = { isInFront: false, isOn: true };
const run = (threadId: string, outcome: SettledRun['outcome'] = 'finished'): SettledRun => ({
  connectionId: 'demo',
  threadId,
  runId: `run of ${threadId}`,
  outcome,
  error: null,
});

it('a run that rests while nobody looks gives a notification a second later', () => {
  const queue = addRestedRun(emptyNotificationQueue, run('a'), { ...away, now: 5000 });
  expect(takeDueRuns(queue, 5000 + debounceMs - 1).runs).toEqual([]);
  const { runs, queue: rest } = takeDueRuns(queue, 5000 + debounceMs);
  expect(runs).toEqual([run('a')]);
  expect(takeDueRuns(rest, 1e9).runs).toEqual([]);
  expect(rest.unseen.size).toBe(1);
});

it('nothing is shown or counted while a window is in front, or once notifications are off', () => {
  for (const circumstances of [
    { isInFront: true, isOn: true },
    { isInFront: false, isOn: false },
  ]) {
    expect(addRestedRun(emptyNotificationQueue, run('a'), { ...circumstances, now: 0 })).toBe(
      emptyNotificationQueue,
    );
  }
});

it('many runs that rest in one second are one notification', () => {
  let queue = emptyNotificationQueue;
  for (let index = 0; index < 40; index += 1)
    queue = addRestedRun(queue, run(`thread ${index}`), { ...away, now: index * 20 });
  const { runs, queue: rest } = takeDueRuns(queue, debounceMs);
  expect(runs).toHaveLength(40);
  expect(rest.unseen.size).toBe(40);
});

it('a thread is shown once, with its last run', () => {
  const first = addRestedRun(emptyNotificationQueue, run('a', 'interrupted'), { ...away, now: 0 });
  const queue = addRestedRun(first, run('a', 'failed'), { ...away, now: 500 });
  expect(takeDueRuns(queue, debounceMs).runs).toEqual([run('a', 'failed')]);
  expect(queue.unseen.size).toBe(1);
});

it('runs that keep ending give at most one notification in ten seconds, and none is left out', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
  const property = fc.property(gaps, (waits) => {
    let queue = emptyNotificationQueue;
    let now = 0;
    const shownAt: number[] = [];
    let shownRuns = 0;
    // A clock that looks as often as the real one would.
    const passUntil = (end: number): void => {
      while (queue.dueAt !== null && queue.dueAt <= end) {
        const { dueAt } = queue;
        const taken = takeDueRuns(queue, dueAt);
        queue = taken.queue;
        shownRuns += taken.runs.length;
        shownAt.push(dueAt);
      }
    };
    for (const [index, wait] of waits.entries()) {
      now += wait;
      passUntil(now);
      queue = addRestedRun(queue, run(`thread ${index}`), { ...away, now });
    }
    passUntil(Number.POSITIVE_INFINITY);
    const isApart = shownAt.every(
      (time, index) => index === 0 || time - (shownAt[index - 1] ?? 0) >= minIntervalMs,
    );
    return isApart && shownRuns === waits.length;
  });
  expect(() => fc.assert(property, { numRuns: scaled(2000) })).not.toThrow();
});

it('the queue is bounded, however many threads rest', () => {
  let queue = emptyNotificationQueue;
  for (let index = 0; index < maxGathered + 50; index += 1)
    queue = addRestedRun(queue, run(`thread ${index}`), { ...away, now: 0 });
  expect(queue.runs.size).toBe(maxGathered);
  expect(queue.unseen.size).toBe(maxGathered);
});
