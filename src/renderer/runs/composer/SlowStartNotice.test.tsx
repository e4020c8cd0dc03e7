import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowStartMs, SlowStartNotice } from './SlowStartNotice.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

it('a start without an answer for 15 s is reported, until there is one', () => {
  const { rerender } = render(<SlowStartNotice starting />);
  pass(slowStartMs - 1);
  expect(screen.queryByRole('status')).toBeNull();
  pass(1);
  expect(screen.getByRole('status').textContent).toContain('has not responded for 15 seconds');
  rerender(<SlowStartNotice starting={false} />);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(<SlowStartNotice starting />);
  expect(screen.queryByRole('status')).toBeNull();
  pass(slowStartMs);
  expect(screen.getByRole('status')).toBeTruthy();
});
