import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAxisSpan } from './TimelineAxis.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('grows while a run goes on and says nothing, begins anew with each event, and ends with the run', () => {
  const { result, rerender } = renderHook(
    ({ running, lastMs, touchedAt }) => useAxisSpan(running, lastMs, touchedAt),
    { initialProps: { running: true, lastMs: 100, touchedAt: performance.now() } },
  );
  expect(result.current).toBe(100);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(result.current).toBeGreaterThan(15_000);
  const first = result.current;
  act(() => void vi.advanceTimersByTime(1000));
  // A long span is not made anew for every moment.
  expect(result.current).toBe(first);
  rerender({ running: true, lastMs: 21_000, touchedAt: performance.now() });
  expect(result.current).toBe(21_000);
  rerender({ running: false, lastMs: 22_000, touchedAt: performance.now() });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(22_000);
});
