import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast, toastStore } from './toast-store.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  toastStore.setState({ toasts: [] });
});

it('a toast whose action is offered elsewhere goes by itself, one with the only way to it stays', () => {
  render(<Toasts />);
  const run = (): void => undefined;
  act(() => {
    showToast('Pinned.', 'mute', { label: 'Unpin', isElsewhere: true, run });
    showToast('Gone.', 'wait', { label: 'Copy the edit', run });
  });
  expect(screen.getByRole('button', { name: 'Unpin' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(7000));
  expect(screen.queryByRole('button', { name: 'Unpin' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy the edit' })).toBeTruthy();
});
