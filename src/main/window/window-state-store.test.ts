import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WindowState } from './window-state.ts';
import { persistWindowState } from './window-state-store.ts';

const bounds = { x: 10, y: 20, width: 1000, height: 700 };

class FakeWindow extends EventEmitter {
  destroyed = false;
  minimized = false;
  maximized = false;
  isDestroyed = (): boolean => this.destroyed;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  getNormalBounds = () => bounds;
}

function setUp() {
  const window = new FakeWindow();
  const written: WindowState[] = [];
  const timers = new Set<() => void>();
  const visibility = { value: true };
  const write = persistWindowState(window, {
    file: { read: () => null, write: (state) => void written.push(state) },
    isShown: () => visibility.value,
    after(_ms, act) {
      timers.add(act);
      return () => timers.delete(act);
    },
  });
  const settle = (): void => {
    for (const act of timers) act();
  };
  return { window, written, timers, shown: visibility, settle, write };
}

it('the position survives a kill: it is written shortly after changes, once for many', () => {
  const { window, written, timers, settle } = setUp();
  window.maximized = true;
  for (const event of ['resize', 'move', 'resize', 'maximize']) window.emit(event);
  expect([timers.size, written]).toEqual([1, []]);
  settle();
  expect(written).toEqual([{ bounds, maximized: true }]);
});

it('the position is written at once on close, and when a window is destroyed', () => {
  const { window, written, timers, write } = setUp();
  window.emit('move');
  window.emit('close');
  expect([timers.size, written]).toEqual([0, [{ bounds, maximized: false }]]);
  write();
  expect(written).toHaveLength(2);
});

it('a window that closes before it was shown keeps the stored state', () => {
  const { window, written, shown } = setUp();
  shown.value = false;
  window.emit('close');
  expect(written).toEqual([]);
});

it('a minimized window keeps the stored state: it does not know that it was maximized', () => {
  const { window, written } = setUp();
  window.minimized = true;
  window.emit('close');
  expect(written).toEqual([]);
});

it('a timer that fires after the end does nothing', () => {
  const { window, written, settle } = setUp();
  window.emit('move');
  window.destroyed = true;
  settle();
  expect(written).toEqual([]);
});
