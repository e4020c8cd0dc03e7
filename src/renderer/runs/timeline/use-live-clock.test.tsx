import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLiveClock } from './use-live-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Bars({ running, touchedAt }: { readonly running: boolean; readonly touchedAt: number }) {
  const box = useRef<HTMLDivElement>(null);
  useLiveClock(box, { running, lastMs: 1000, touchedAt }, -200, null);
  return <div ref={box} data-testid="bars" />;
}

/** Draws bars for a second. Returns how many frames that took, and the element. */
function drawForOneSecond({ reducedMotion }: { readonly reducedMotion: boolean }) {
  const { matches: _, ...query } = matchMedia('(prefers-reduced-motion: reduce)');
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...query, matches: reducedMotion } as MediaQueryList);
  const request = vi.spyOn(window, 'requestAnimationFrame');
  const { getByTestId, rerender } = render(<Bars running touchedAt={performance.now()} />);
  vi.advanceTimersByTime(1000);
  return { frames: request.mock.calls.length, box: getByTestId('bars'), rerender };
}

it('moves the ends of running bars 25 times a second at most, and asks for no other frame', () => {
  const { frames, box } = drawForOneSecond({ reducedMotion: false });
  expect(frames).toBeGreaterThan(10);
  expect(frames).toBeLessThanOrEqual(25);
  expect(Number(box.style.getPropertyValue('--now'))).toBeGreaterThan(1900);
  expect(box.style.getPropertyValue('--view-from')).toBe('-200');
  expect(Number(box.style.getPropertyValue('--whole'))).toBeGreaterThan(2100);
});

it('moves them in steps where the user asks for reduced motion', () => {
  const { frames, box } = drawForOneSecond({ reducedMotion: true });
  expect(frames).toBeGreaterThanOrEqual(3);
  expect(frames).toBeLessThanOrEqual(4);
  expect(Number(box.style.getPropertyValue('--now'))).toBeGreaterThan(1700);
});

it('asks for no more frames when the run is over', () => {
  const { frames, box, rerender } = drawForOneSecond({ reducedMotion: false });
  rerender(<Bars running={false} touchedAt={performance.now()} />);
  vi.advanceTimersByTime(1000);
  expect(window.requestAnimationFrame).toHaveBeenCalledTimes(frames);
  expect(box.style.getPropertyValue('--now')).toBe('1000');
});
