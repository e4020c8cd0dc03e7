import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createWindowList } from './window-list.ts';

function open() {
  const current: (EventEmitter | null)[] = [];
  const windows = createWindowList<EventEmitter>(() => current.push(windows.current));
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  windows.add(one);
  windows.add(other);
  return { windows, current, one, other };
}

it('the current window is the one that was opened or focused last', () => {
  const { windows, current, one, other } = open();
  expect(windows.current).toBe(other);
  one.emit('focus');
  one.emit('focus');
  expect(windows.current).toBe(one);
  expect(current).toEqual([one, other, one]);
});

it('a closed window leaves its place to the one that was used before it', () => {
  const { windows, current, one, other } = open();
  other.emit('closed');
  expect(windows.current).toBe(one);
  expect(windows.size).toBe(1);
  // Its last event may come late.
  other.emit('focus');
  expect(windows.current).toBe(one);
  one.emit('closed');
  expect(windows.current).toBeNull();
  expect(current.at(-1)).toBeNull();
});
