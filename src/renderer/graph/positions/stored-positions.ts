import type { Point } from '../model/layout-types.ts';
import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../../storage/drafts.ts';

/**
 * Where nodes were dragged to: by node id, the upper left corner from that of the container around it (from the graph's
 * at the top level), as the automatic layout places that container's own. So what lies in a container goes with it.
 */
export type NodePositions = ReadonlyMap<string, Point>;

export const noPositions: NodePositions = new Map();

/** Farther away than this nothing is dragged; such a number was not written by the canvas. */
const farthest = 1_000_000;

/** Kept text as moves. What can't be read is left out: it only means that a node is where the layout puts it. */
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
  for (const [id, place] of Object.entries(value)) {
    if (!Array.isArray(place)) continue;
    const [x, y]: unknown[] = place;
    if (isPlace(x) && isPlace(y)) moves.set(id, { x, y });
  }
  return moves;
}

/** Moves as text to keep; `null` when there are none. */
export function serializePositions(moves: NodePositions): string | null {
  if (moves.size === 0) return null;
  return JSON.stringify(
    Object.fromEntries([...moves].map(([id, { x, y }]) => [id, [Math.round(x), Math.round(y)]])),
  );
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= farthest;
}

export interface StoredPositions {
  readonly moves: NodePositions;
  readonly setMoves: (moves: NodePositions) => void;
  /** Everything back to where the layout puts it. */
  readonly reset: () => void;
}

/** Where nodes were dragged to, kept for each version of an assistant, x-ray level and direction. */
export function useStoredPositions(parts: readonly string[]): StoredPositions {
  const [text, write] = useDraft(draftKey('graph-places', ...parts));
  const moves = useMemo(() => parsePositions(text), [text]);
  const setMoves = useCallback((next: NodePositions) => write(serializePositions(next)), [write]);
  const reset = useCallback(() => write(serializePositions(noPositions)), [write]);
  return { moves, setMoves, reset };
}
