import { useState, type KeyboardEvent } from 'react';
import { walk, type Direction } from './graph-walk.ts';
import type { Camera } from './use-camera.ts';
import type { LaidOut } from './use-layout.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export interface CanvasKeyboard {
  /** The node that the keyboard is on; `null` before the first arrow. */
  readonly currentId: string | null;
  readonly moveTo: (nodeId: string | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Arrow keys walk over the graph, Enter and Space select, F fits, Escape selects nothing. */
export function useKeyboard(
  { visible, layout }: LaidOut,
  camera: Camera,
  selectedId: string | null,
  onSelect: (nodeId: string | null) => void,
): CanvasKeyboard {
  const [movedTo, moveTo] = useState<string | null>(null);
  const isThere = movedTo !== null && layout.nodes.has(movedTo);
  const currentId = isThere ? movedTo : null;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (direction) {
      const next = walk(layout.nodes, visible.edges, currentId ?? selectedId, direction);
      if (next !== null) {
        moveTo(next);
        camera.reveal(next);
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && currentId !== null) {
      onSelect(currentId);
    } else if (event.key === 'f' || event.key === 'F') {
      camera.fit();
    } else if (event.key === 'Escape' && selectedId !== null) {
      onSelect(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { currentId, moveTo, onKeyDown };
}
