import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

// Where a dragged row would go.
export interface DropTarget {
  readonly group: string;
  // `data-drag-id` of the row that it would come before; `null` for the end of the list.
  readonly before: string | null;
}

export interface Drag {
  readonly id: string;
  readonly target: DropTarget;
  readonly top: number;
}

// A press becomes a drag after this distance in pixels; before, it is a click.
const threshold = 5;
// Near the upper and lower edge the container scrolls, in pixels.
const edge = 28;
const scrollStep = 8;

/**
 * Reorders rows of one or more lists in a scrollable container by dragging them. Lists have `data-drag-group`, rows
 * that can be dragged have `data-drag-id`. Escape ends a drag without a change. There must be another way for the
 * keyboard.
 */
export function useDragOrder(
  container: RefObject<HTMLElement | null>,
  onDrop: (id: string, target: DropTarget) => void,
): {
  readonly drag: Drag | null;
  readonly onPointerDown: (event: PointerEvent) => void;
} {
  const [drag, setDrag] = useState<Drag | null>(null);
  const release = useRef<(() => void) | null>(null);
  useEffect(() => () => release.current?.(), []);

  const onPointerDown = (event: PointerEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag-id]') : null;
    const id = row?.dataset['dragId'];
    if (id === undefined || event.button !== 0 || event.pointerType === 'touch') return;
    const { pointerId, clientX, clientY } = event;
    let current: Drag | null = null;
    let pointerY = clientY;
    let frame = 0;

    const update = (): void => {
      const list = container.current;
      const target = list && findTarget(list, pointerY);
      current = list && target ? { id, ...target } : null;
      setDrag(current);
    };
    const scroll = (): void => {
      const list = container.current;
      if (!list || current === null) return;
      const { top, bottom } = list.getBoundingClientRect();
      const by = pointerY < top + edge ? -scrollStep : pointerY > bottom - edge ? scrollStep : 0;
      if (by !== 0) {
        list.scrollTop += by;
        update();
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = (): void => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKey, true);
      release.current = null;
      current = null;
      setDrag(null);
    };
    const onMove = (move: globalThis.PointerEvent): void => {
      if (move.pointerId !== pointerId) return;
      pointerY = move.clientY;
      const isStarted = current !== null;
      if (!isStarted && Math.hypot(move.clientX - clientX, move.clientY - clientY) < threshold) return;
      update();
      if (!isStarted) frame = requestAnimationFrame(scroll);
    };
    const onUp = (up: globalThis.PointerEvent): void => {
      if (up.pointerId !== pointerId) return;
      const dropped = current;
      end();
      if (dropped === null) return;
      // The release also is a click on what is there.
      addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stop, true), 0);
      onDrop(dropped.id, dropped.target);
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape' || current === null) return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    release.current?.();
    release.current = end;
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKey, true);
  };
  return { drag, onPointerDown };
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function findTarget(container: HTMLElement, y: number): Omit<Drag, 'id'> | null {
  const lists = [...container.querySelectorAll<HTMLElement>('[data-drag-group]')];
  const list = lists.findLast((one) => one.getBoundingClientRect().top <= y) ?? lists[0];
  if (list === undefined) return null;
  const group = list.dataset['dragGroup'] ?? '';
  const rows = [...list.querySelectorAll<HTMLElement>('[data-drag-id]')]
    .map((row) => ({ id: row.dataset['dragId'] ?? null, box: row.getBoundingClientRect() }))
    .toSorted((one, other) => one.box.top - other.box.top);
  const offset = container.scrollTop - container.getBoundingClientRect().top;
  const next = rows.find(({ box }) => y < box.top + box.height / 2);
  if (next) return { target: { group, before: next.id }, top: next.box.top + offset };
  const bottom = rows.at(-1)?.box.bottom ?? list.getBoundingClientRect().bottom;
  return { target: { group, before: null }, top: bottom + offset };
}
