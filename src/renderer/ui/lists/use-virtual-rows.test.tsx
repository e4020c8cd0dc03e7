import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RowOffsets } from './row-offsets.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const rowHeight = 24;
const viewHeight = 240;

/** A scroll container that rounds to whole pixels, as browsers do. */
function scrollBox(count: () => number) {
  const element = document.createElement('div');
  let top = 0;
  const limit = (): number => Math.max(0, new RowOffsets(count(), rowHeight).height - viewHeight);
  const scrollTo = (next: number): void => {
    top = Math.round(Math.max(0, Math.min(next, limit())));
  };
  Object.defineProperties(element, {
    clientHeight: { value: viewHeight },
    scrollHeight: { get: () => new RowOffsets(count(), rowHeight).height },
    scrollTop: { get: () => Math.min(top, limit()), set: scrollTo },
    scrollTo: { value: (_left: number, next: number) => scrollTo(next) },
  });
  return element;
}

function show(rows: number) {
  let count = rows;
  const element = scrollBox(() => count);
  const box = { current: element };
  const { result, rerender } = renderHook(() => useVirtualRows(box, count, rowHeight, { follow: true }));
  return {
    element,
    list: () => result.current,
    grow: (to: number) => {
      count = to;
      rerender();
    },
    scroll: (top: number) => {
      element.scrollTop = top;
      act(() => result.current.onScroll());
    },
    firstRow: () => new RowOffsets(count, rowHeight).offsetAt(element.scrollTop, viewHeight) / rowHeight,
  };
}

it('a reader keeps the place while rows are added to more than a browser can draw', () => {
  const { grow, scroll, firstRow } = show(600_000);
  scroll(1_000_000);
  const before = firstRow();
  for (let count = 600_000; count <= 900_000; count += 777) grow(count);
  expect(Math.abs(firstRow() - before)).toBeLessThan(1);
  // A scroll event that has not been dispatched yet is not undone by new rows.
  scroll(2_000_000);
  const next = firstRow();
  grow(910_000);
  expect(Math.abs(firstRow() - next)).toBeLessThan(1);
});

it('follows the end until somebody reads further up, and again at the end', () => {
  const { element, list, grow, scroll } = show(100);
  expect(element.scrollTop).toBe(2400 - viewHeight);
  scroll(500);
  grow(200);
  expect(element.scrollTop).toBe(500);
  const position = list().position();
  act(() => list().centre(150));
  expect(element.scrollTop).toBe(150.5 * rowHeight - viewHeight / 2);
  act(() => list().restore(position));
  expect(element.scrollTop).toBe(500);
  scroll(4800 - viewHeight);
  grow(300);
  expect(element.scrollTop).toBe(7200 - viewHeight);
  // The user jumps to the last row, and rows arrive before the scroll event.
  scroll(500);
  act(() => list().scrollTo(299));
  grow(400);
  act(() => list().onScroll());
  grow(500);
  expect(element.scrollTop).toBe(12_000 - viewHeight);
  scroll(12_000 - viewHeight - 100);
  grow(600);
  expect(element.scrollTop).toBe(12_000 - viewHeight - 100);
});

it('uses the elements of rows that left the view again, and gives no two rows in view the same', () => {
  const { list, scroll } = show(10_000);
  const slots = (): readonly number[] => {
    const { from, to, slotOf } = list();
    return Array.from({ length: to - from }, (_, index) => slotOf(from + index));
  };
  scroll(100_000);
  const before = { rows: list(), slots: slots() };
  expect(new Set(before.slots).size).toBe(before.slots.length);
  // A row that stays in view keeps its element.
  scroll(100_000 + 2 * rowHeight);
  const stays = before.rows.from + 5;
  expect(list().slotOf(stays)).toBe(before.rows.slotOf(stays));
  // Far away, nearly all elements are used again.
  for (const top of [0, 7777, 123_456, 10_000 * rowHeight]) {
    scroll(top);
    const now = slots();
    expect(new Set(now).size).toBe(now.length);
    const newSlots = now.filter((slot) => !before.slots.includes(slot));
    expect(newSlots.length).toBeLessThanOrEqual(1);
  }
});

it('says which rows are drawn', () => {
  const { list, scroll } = show(1000);
  scroll(12_000);
  const { from, to, isDrawn } = list();
  expect(from).toBeGreaterThan(0);
  expect([from - 1, from, to - 1, to, -1].map(isDrawn)).toEqual([false, true, true, false, false]);
});
