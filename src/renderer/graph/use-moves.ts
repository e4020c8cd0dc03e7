import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../client/drafts.ts';
import { movesText, noMoves, parseMoves, type Moves } from './moves.ts';

export interface KeptMoves {
  readonly moves: Moves;
  readonly setMoves: (moves: Moves) => void;
  /** Everything back to where the layout puts it. */
  readonly reset: () => void;
}

/** Where nodes were dragged to, kept for each version of an assistant, x-ray level and direction. */
export function useMoves(parts: readonly string[]): KeptMoves {
  const [text, write] = useDraft(draftKey('graph-places', ...parts));
  const moves = useMemo(() => parseMoves(text), [text]);
  const setMoves = useCallback((next: Moves) => write(movesText(next)), [write]);
  const reset = useCallback(() => write(movesText(noMoves)), [write]);
  return { moves, setMoves, reset };
}
