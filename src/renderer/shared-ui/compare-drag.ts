import type { DragEvent } from 'react';
import { setDragging, TrayEntry } from './compare-tray.ts';

// Only rows of this studio have data of this type: other pages can't fill the tray by a drop.
const dragType = 'application/x-studio-compare';

/** Props that make a row draggable onto the compare tray. Its menu does the same by key. */
export function compareDragProps(entryOf: () => TrayEntry) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(dragType, JSON.stringify(entryOf()));
      event.dataTransfer.effectAllowed = 'copy';
      // Chromium ends a drag whose page moves while it starts.
      setTimeout(() => {
        setDragging(true);
        // A row that is removed meanwhile sends no `dragend`; while it is dragged, pointers send nothing.
        window.addEventListener('pointermove', () => setDragging(false), { once: true });
      });
    },
    onDragEnd: () => setDragging(false),
  };
}

export function hasEntry({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(dragType);
}

/** The dropped entry; `null` if it is none. */
export function droppedEntry({ dataTransfer }: DragEvent): TrayEntry | null {
  try {
    return TrayEntry.safeParse(JSON.parse(dataTransfer.getData(dragType))).data ?? null;
  } catch {
    return null;
  }
}
