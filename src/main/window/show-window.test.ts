import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { showAfterLoadMs, maxHiddenMs, showWhenReady } from './show-window.ts';

class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly done: string[] = [];
  destroyed = false;
  isDestroyed = (): boolean => this.destroyed;
  show = (): void => void this.done.push('show');
  maximize = (): void => void this.done.push('maximize');
}

function setUp(isMaximized = false) {
  const window = new FakeWindow();
  const timers = new Map<number, () => void>();
  const isShown = showWhenReady(window, isMaximized, (ms, act) => {
    timers.set(ms, act);
    return () => timers.delete(ms);
  });
  return { window, timers, isShown, ring: (ms: number) => timers.get(ms)?.() };
}

it('a window is shown when it is ready, once', () => {
  const { window, timers, isShown } = setUp();
  expect([window.done, isShown()]).toEqual([[], false]);
  window.emit('ready-to-show');
  window.webContents.emit('did-finish-load');
  expect([window.done, isShown(), timers.size]).toEqual([['show'], true, 0]);
});

it('a window that is never ready is shown after its page was loaded', () => {
  const { window, ring, timers } = setUp();
  window.webContents.emit('did-finish-load');
  expect(window.done).toEqual([]);
  ring(showAfterLoadMs);
  window.emit('ready-to-show');
  expect([window.done, timers.size]).toEqual([['show'], 0]);
});

it('a window whose page never finishes loading is shown anyway', () => {
  const { window, ring } = setUp();
  ring(maxHiddenMs);
  expect(window.done).toEqual(['show']);
});

it('a maximized window is not shown empty, but maximized when it is shown', () => {
  const { window } = setUp(true);
  expect(window.done).toEqual([]);
  window.emit('ready-to-show');
  expect(window.done).toEqual(['maximize', 'show']);
});

it('a window that was closed before is not shown', () => {
  const { window, timers, ring } = setUp();
  window.webContents.emit('did-finish-load');
  window.destroyed = true;
  const late = timers.get(maxHiddenMs);
  window.emit('closed');
  late?.();
  ring(showAfterLoadMs);
  expect([window.done, timers.size]).toEqual([[], 0]);
});
