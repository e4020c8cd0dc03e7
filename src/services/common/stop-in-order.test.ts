import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopInOrder, type StopStage } from './stop-in-order.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function stopping(stages: readonly StopStage[]) {
  const logged: string[] = [];
  const ending = stopInOrder({ stages, log: (_level, line) => logged.push(line), limitMs: 3_000 });
  return { logged, ending };
}

const never = (): Promise<void> => new Promise(() => undefined);

it('stops one stage after the other, and each part once', async () => {
  const steps: string[] = [];
  let finish = (): void => undefined;
  const { ending, logged } = stopping([
    { first: () => void steps.push('first'), slow: () => new Promise<void>((resolve) => (finish = resolve)) },
    { second: async () => steps.push('second') },
  ]);
  const stopped = Promise.all([ending.stop(), ending.stop()]);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(steps).toEqual(['first']);
  expect(ending.unfinished()).toEqual(['slow']);
  finish();
  await stopped;
  expect(steps).toEqual(['first', 'second']);
  expect(ending.unfinished()).toEqual([]);
  expect(logged).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a part that never stops is named, and the parts after it are stopped nonetheless', async () => {
  const steps: string[] = [];
  const { ending, logged } = stopping([
    { 'the demo server': never, runs: () => void steps.push('runs') },
    { connections: () => void steps.push('connections') },
  ]);
  const stopped = ending.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  await stopped;
  expect(steps).toEqual(['runs', 'connections']);
  expect(logged).toEqual(['Quitting: the demo server did not stop within 3 s.']);
  expect(ending.unfinished()).toEqual(['the demo server']);
});

it('a part that fails, at once or later, is named, and the parts after it are stopped nonetheless', async () => {
  const steps: string[] = [];
  const { ending, logged } = stopping([
    {
      experiments: () => {
        throw new Error('no disk');
      },
      runs: () => Promise.reject(new Error('no log')),
    },
    { connections: () => void steps.push('connections') },
  ]);
  await ending.stop();
  expect(steps).toEqual(['connections']);
  expect(logged).toEqual([
    'Quitting: experiments did not stop cleanly: Error: no disk',
    'Quitting: runs did not stop cleanly: Error: no log',
  ]);
});
