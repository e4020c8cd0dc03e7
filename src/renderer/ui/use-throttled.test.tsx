import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a value that changes a hundred times a second is shown a few times a second, and the last one is not missed', () => {
  const values = new Set<number>();
  const { result, rerender } = renderHook(
    ({ value }) => {
      const throttled = useThrottled(value, 250);
      values.add(throttled);
      return throttled;
    },
    { initialProps: { value: 0 } },
  );
  for (let value = 1; value <= 100; value += 1) {
    rerender({ value });
    act(() => void vi.advanceTimersByTime(10));
  }
  expect(values.size).toBeGreaterThan(3);
  expect(values.size).toBeLessThanOrEqual(7);
  act(() => void vi.advanceTimersByTime(300));
  expect(result.current).toBe(100);
});
