import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { detectSilence } from './record-stream.ts';
import { createRunLog, type RunLog } from './run-log.ts';

let log: RunLog;
let heardAt: number;
let stop: () => void;
const stream = {
  get silenceMs() {
    return performance.now() - heardAt;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  heardAt = performance.now();
  const openFile = (): never => {
    throw new Error('Nothing is written.');
  };
  log = createRunLog({
    id: 'l',
    openFile,
    memoryLimit: 1000,
    now: () => performance.now(),
    onLoss: () => {},
  });
  stop = detectSilence(stream, log);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('a connection without a byte for 15 s is silent until the first event', async () => {
  await vi.advanceTimersByTimeAsync(14_999);
  expect(log.connectionState).toBe('live');
  await vi.advanceTimersByTimeAsync(1);
  expect(log.connectionState).toBe('silent');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.connectionState).toBe('silent');
  stop();
  expect([log.connectionState, vi.getTimerCount()]).toEqual(['live', 0]);
});

it('heartbeats count as bytes', async () => {
  for (let beats = 0; beats < 12; beats += 1) {
    await vi.advanceTimersByTimeAsync(5000);
    heardAt = performance.now();
  }
  expect(log.connectionState).toBe('live');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(log.connectionState).toBe('silent');
});

it('a reconnecting stream is not silent, and is timed again afterwards', async () => {
  log.setConnectionState('reconnecting');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.connectionState).toBe('reconnecting');
  log.setConnectionState('live');
  heardAt = performance.now();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(log.connectionState).toBe('live');
  await vi.advanceTimersByTimeAsync(16_000);
  expect(log.connectionState).toBe('silent');
});
