import { useRef, useState, type KeyboardEvent } from 'react';
import { isCommandKey } from '../../commands/is-command-key.ts';
import { sequenceMs } from '../../commands/keymap.ts';
import type { CommandId } from '../../commands/palette-commands.ts';
import { nodeInDirection, type Direction } from './keyboard-navigation.ts';
import type { Point } from '../model/layout-types.ts';
import type { BreakpointSide } from '../../../shared/model/breakpoint.ts';
import type { Camera } from './use-camera.ts';
import type { LaidOut } from '../layout/use-layout.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export interface CanvasKeyboard {
  readonly currentId: string | null;
  readonly moveTo: (nodeId: string | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface CanvasKeyboardOptions {
  readonly laidOut: LaidOut;
  readonly camera: Camera;
  readonly selectedId: string | null;
  readonly onSelect: (nodeId: string | null) => void;
  readonly onNudge: (nodeId: string, by: Point) => void;
  readonly onReset: () => void;
  readonly onMenu: ((nodeId: string | null) => void) | null;
  readonly onBreak: ((nodeId: string, side: BreakpointSide) => void) | null;
}

const nudge = 10;
const nudges: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -nudge },
  down: { x: 0, y: nudge },
  left: { x: -nudge, y: 0 },
  right: { x: nudge, y: 0 },
};

// Commands with keys of the canvas, which does the same.
const ownCommands: readonly CommandId[] = ['graph.fit', 'graph.show-all'];

/**
 * Arrow keys navigate, with Shift they move a node; Enter and Space select, F fits (Shift+F shows the whole graph),
 * Shift+R resets all positions, B sets a breakpoint (Shift+B one after the node), the menu key or Shift+F10 opens the menu,
 * Escape clears the selection. A key that runs a command of the window, alone or after the key before it, is left to the window.
 */
export function useCanvasKeyboard({
  laidOut: { visible, layout, direction: flow },
  camera,
  selectedId,
  onSelect,
  onNudge,
  onReset,
  onMenu,
  onBreak,
}: CanvasKeyboardOptions): CanvasKeyboard {
  const [movedTo, moveTo] = useState<string | null>(null);
  const isThere = movedTo !== null && layout.nodes.has(movedTo);
  const currentId = isThere ? movedTo : null;

  const previous = useRef<{ readonly keys: string; readonly at: number } | null>(null);

  const isLeftToWindow = ({ key, shiftKey, timeStamp }: KeyboardEvent): boolean => {
    const keys = shiftKey && key.length > 1 ? `Shift+${key}` : key;
    const first = previous.current;
    previous.current = { keys, at: timeStamp };
    return (
      isCommandKey(keys, ownCommands) ||
      (first !== null && timeStamp - first.at < sequenceMs && isCommandKey(`${first.keys} ${keys}`))
    );
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
    if (isLeftToWindow(event)) return;
    const direction = directions[event.key];
    if (direction && event.shiftKey) {
      const moved = currentId ?? selectedId;
      if (moved === null) return;
      onNudge(moved, nudges[direction]);
    } else if (direction) {
      const next = nodeInDirection(layout.nodes, visible.edges, currentId ?? selectedId, direction, flow);
      if (next !== null) {
        moveTo(next);
        camera.reveal(next);
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && currentId !== null) {
      onSelect(currentId);
    } else if (event.key === 'f' || event.key === 'F') {
      if (event.shiftKey) camera.showAll();
      else camera.fit();
    } else if (event.shiftKey && (event.key === 'r' || event.key === 'R')) {
      onReset();
    } else if ((event.key === 'b' || event.key === 'B') && (currentId ?? selectedId) !== null) {
      onBreak?.(currentId ?? selectedId ?? '', event.shiftKey ? 'after' : 'before');
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      onMenu?.(currentId ?? selectedId);
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
