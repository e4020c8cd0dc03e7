import type { Point } from '../model/layout-types.ts';
import { useCallback, useMemo } from 'react';
import { draftKey, readDraft, useDraft, writeDraft } from '../../storage/drafts.ts';
import { showToast } from '../../ui/popups/toast-store.ts';

// Positions of dragged nodes by id: the top left corner relative to the container's (at the top level, the
// graph's), so that contents move with their container.
export type NodePositions = ReadonlyMap<string, Point>;

export const noPositions: NodePositions = new Map();

// Larger coordinates are invalid: the canvas never writes them.
const maxCoordinate = 1_000_000;

// Parses stored positions. Skips invalid entries, whose nodes keep their automatic positions.
export function parsePositions(text: string | null): NodePositions {
  if (text === null) return noPositions;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return noPositions;
  }
  if (typeof value !== 'object' || value === null) return noPositions;
  const moves = new Map<string, Point>();
  for (const [id, position] of Object.entries(value)) {
    if (!Array.isArray(position)) continue;
    const [x, y]: unknown[] = position;
    if (isCoordinate(x) && isCoordinate(y)) moves.set(id, { x, y });
  }
  return moves;
}

export function serializePositions(moves: NodePositions): string | null {
  if (moves.size === 0) return null;
  return JSON.stringify(
    Object.fromEntries([...moves].map(([id, { x, y }]) => [id, [Math.round(x), Math.round(y)]])),
  );
}

function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxCoordinate;
}

export interface StoredPositions {
  readonly moves: NodePositions;
  readonly setMoves: (moves: NodePositions) => void;
  readonly reset: () => void;
}

/** The positions of dragged nodes (saved layout), stored per assistant version, x-ray level and direction. */
export function useStoredNodePositions(parts: readonly string[]): StoredPositions {
  const key = draftKey('graph-places', ...parts);
  const [text, write] = useDraft(key);
  const moves = useMemo(() => parsePositions(text), [text]);
  const setMoves = useCallback((next: NodePositions) => write(serializePositions(next)), [write]);
  const reset = useCallback(() => resetPositions(key), [key]);
  return { moves, setMoves, reset };
}

// One key resets all positions, so that it can be undone. Nodes that were dragged since then stay where they are.
function resetPositions(key: string): void {
  const before = parsePositions(readDraft(key));
  if (before.size === 0) return;
  writeDraft(key, serializePositions(noPositions));
  showToast('All nodes are back at their automatic positions.', 'mute', {
    label: 'Undo',
    run: () => writeDraft(key, serializePositions(new Map([...before, ...parsePositions(readDraft(key))]))),
  });
}
