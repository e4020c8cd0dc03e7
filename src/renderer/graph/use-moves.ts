import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { serializePositions, noPositions, parsePositions, type NodePositions } from './moves.ts';

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
