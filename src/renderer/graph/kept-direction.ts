import type { FlowDirection } from './layout-types.ts';

/** Where the direction in which graphs are drawn is remembered, for all of them. */
const key = 'studio.graph-direction';

/** The remembered direction; down when there is none, or storage can't be read. */
export function readDirection(): FlowDirection {
  try {
    return localStorage.getItem(key) === 'right' ? 'right' : 'down';
  } catch {
    return 'down';
  }
}

/** Remembers a direction. Storage that is full or switched off only means that it is forgotten. */
export function keepDirection(direction: FlowDirection): void {
  try {
    localStorage.setItem(key, direction);
  } catch {
    // It holds for as long as the window is open.
  }
}
