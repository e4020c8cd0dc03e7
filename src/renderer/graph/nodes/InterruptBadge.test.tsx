import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPendingInterrupts, setPlayedInterrupts } from '../../domain/pending-interrupts.ts';
import { InterruptBadge } from './InterruptBadge.tsx';

afterEach(() => {
  cleanup();
  setPendingInterrupts([]);
  setPlayedInterrupts(null);
});

it('a playback shows what its run had asked instead of what the thread asks now', () => {
  render(<InterruptBadge nodeId="review" open={false} />);
  const shown = () => screen.queryByRole('button')?.getAttribute('aria-label') ?? null;
  act(() => setPendingInterrupts([{ nodeId: 'review', line: 'Publish?' }]));
  expect(shown()).toBe('Answer review: Publish?');
  act(() => setPlayedInterrupts([]));
  expect(shown()).toBeNull();
  act(() => setPlayedInterrupts([{ nodeId: 'review', line: 'Draft?' }]));
  expect(shown()).toBe('review asked: Draft?');
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  act(() => setPlayedInterrupts(null));
  expect(shown()).toBe('Answer review: Publish?');
});
