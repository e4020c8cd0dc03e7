import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { afterFirstPaint } from './show-window.ts';

function setUp() {
  const window = new EventEmitter();
  const act = vi.fn<() => void>();
  const timers = new Set<() => void>();
  const cancel = afterFirstPaint(
    window,
    (_ms, ring) => {
      timers.add(ring);
      return () => timers.delete(ring);
    },
    act,
  );
  return { window, act, timers, cancel };
}

it('acts once, at the first paint', () => {
  const { window, act, timers } = setUp();
  expect(act).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  window.emit('ready-to-show');
  expect(act).toHaveBeenCalledOnce();
  expect(timers.size).toBe(0);
});

it('acts once if the first paint takes long', () => {
  const { window, act, timers } = setUp();
  for (const ring of timers) ring();
  window.emit('ready-to-show');
  expect(act).toHaveBeenCalledOnce();
});

it('does nothing after it was cancelled', () => {
  const { window, act, timers, cancel } = setUp();
  cancel();
  window.emit('ready-to-show');
  expect([act.mock.calls.length, timers.size]).toEqual([0, 0]);
});
