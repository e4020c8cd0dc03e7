import { useCallback, useMemo, useState } from 'react';
import { applyMoves, moveBy } from './apply-moves.ts';
import type { Point } from './layout-types.ts';
import type { Moves } from './moves.ts';
import type { LaidOut } from './use-layout.ts';
import { useMoves } from './use-moves.ts';
import { keepClear } from './ways/keep-clear.ts';

export interface Places {
  /** The layout with all nodes where they were dragged to. */
  readonly placed: LaidOut | null;
  readonly onDrag: (nodeId: string, by: Point, done: boolean) => void;
  /** Whether any node that is shown is not in its automatic place. */
  readonly moved: boolean;
  readonly reset: () => void;
}

/** Keeps nodes where a person put them. What is dragged now is kept only when it is let go. */
export function usePlaces(laidOut: LaidOut | null, keptUnder: readonly string[]): Places {
  const { moves: kept, setMoves, reset } = useMoves(keptUnder);
  const [dragged, setDragged] = useState<Moves | null>(null);
  const moves = dragged ?? kept;
  const isDragged = dragged !== null;
  const placed = useMemo(() => {
    if (laidOut === null) return null;
    const { visible, layout } = laidOut;
    const moved = applyMoves(visible, layout, moves);
    // While a node is dragged its edges only follow.
    const isFinal = moved === layout || isDragged;
    return { ...laidOut, layout: isFinal ? moved : keepClear(visible, layout, moved) };
  }, [laidOut, moves, isDragged]);
  const onDrag = useCallback(
    (nodeId: string, by: Point, done: boolean) => {
      if (laidOut === null) return;
      const isStill = by.x === 0 && by.y === 0;
      const next = isStill ? moves : moveBy(laidOut.visible, laidOut.layout, moves, nodeId, by);
      setDragged(done ? null : next);
      if (done) setMoves(next);
    },
    [laidOut, moves, setMoves],
  );
  const moved = useMemo(
    () => laidOut?.visible.nodes.some(({ id }) => kept.has(id)) ?? false,
    [laidOut, kept],
  );
  return { placed, onDrag, moved, reset };
}
