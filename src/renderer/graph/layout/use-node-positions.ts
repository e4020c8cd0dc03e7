import { useCallback, useMemo, useState } from 'react';
import { applyDraggedPositions, moveNodeBy } from './apply-dragged-positions.ts';
import type { Point } from '../model/layout-types.ts';
import { type NodePositions, useStoredNodePositions } from './stored-node-positions.ts';
import type { LaidOut } from './use-layout.ts';
import { avoidNodes } from './avoid-nodes.ts';

export interface PositionedLayout {
  readonly laidOut: LaidOut | null;
  readonly onDrag: (nodeId: string, by: Point, done: boolean) => void;
  readonly moved: boolean;
  readonly reset: () => void;
}

/** Applies and stores dragged positions. A drag is stored only when it ends. */
export function useNodePositions(laidOut: LaidOut | null, keyParts: readonly string[]): PositionedLayout {
  const { moves: stored, setMoves, reset } = useStoredNodePositions(keyParts);
  const [dragged, setDragged] = useState<NodePositions | null>(null);
  const moves = dragged ?? stored;
  const isDragged = dragged !== null;
  const placed = useMemo(() => {
    if (laidOut === null) return null;
    const { visible, layout } = laidOut;
    const moved = applyDraggedPositions(visible, layout, moves);
    // During a drag, edges follow without rerouting.
    const isFinal = moved === layout || isDragged;
    return { ...laidOut, layout: isFinal ? moved : avoidNodes(visible, layout, moved) };
  }, [laidOut, moves, isDragged]);
  const onDrag = useCallback(
    (nodeId: string, by: Point, done: boolean) => {
      if (laidOut === null) return;
      const isStill = by.x === 0 && by.y === 0;
      const next = isStill ? moves : moveNodeBy(laidOut.visible, laidOut.layout, moves, nodeId, by);
      setDragged(done ? null : next);
      if (done) setMoves(next);
    },
    [laidOut, moves, setMoves],
  );
  const moved = useMemo(
    () => laidOut?.visible.nodes.some(({ id }) => stored.has(id)) ?? false,
    [laidOut, stored],
  );
  return { laidOut: placed, onDrag, moved, reset };
}
