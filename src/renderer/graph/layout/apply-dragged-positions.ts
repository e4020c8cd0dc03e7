import { rerouteEdge } from './reroute.ts';
import type { Box, EdgeRoute, LayoutResult, Point } from '../model/layout-types.ts';
import type { VisibleGraph, VisibleNode } from '../model/visible-graph.ts';
import type { NodePositions } from './stored-node-positions.ts';

// The margin a container keeps around dragged nodes.
const margin = { side: 18, top: 36 };

// Applies positions to a layout: containers grow to hold their contents, and edges follow.
export function applyDraggedPositions(
  visible: VisibleGraph,
  layout: LayoutResult,
  moves: NodePositions,
): LayoutResult {
  if (!visible.nodes.some(({ id }) => moves.has(id))) return layout;
  const { boxes, shifts } = movedBoxes(visible, layout, moves);
  const edges = new Map<string, EdgeRoute>();
  for (const { id, source, target } of visible.edges) {
    const route = layout.edges.get(id);
    const from = boxes.get(source);
    const to = boxes.get(target);
    if (!route || !from || !to) continue;
    const atSource = shifts.get(source) ?? still;
    const atTarget = shifts.get(target) ?? still;
    const grown = isGrown(layout.nodes.get(source), from) || isGrown(layout.nodes.get(target), to);
    edges.set(id, rerouteEdge(route, { atSource, atTarget, from, to, grown }));
  }
  let right = layout.width;
  let bottom = layout.height;
  for (const box of boxes.values()) {
    right = Math.max(right, box.x + box.width + 16);
    bottom = Math.max(bottom, box.y + box.height + 16);
  }
  return { nodes: boxes, edges, width: right, height: bottom };
}

export function moveNodeBy(
  visible: VisibleGraph,
  layout: LayoutResult,
  moves: NodePositions,
  id: string,
  distance: Point,
): NodePositions {
  const { shifts } = movedBoxes(visible, layout, moves);
  const parent = visible.nodes.find((node) => node.id === id)?.parent ?? null;
  const box = layout.nodes.get(id);
  const shift = shifts.get(id) ?? still;
  if (!box) return moves;
  const containerBox = parent === null ? still : (layout.nodes.get(parent) ?? still);
  const containerShift = parent === null ? still : (shifts.get(parent) ?? still);
  return new Map(moves).set(id, {
    x: box.x + shift.x + distance.x - containerBox.x - containerShift.x,
    y: box.y + shift.y + distance.y - containerBox.y - containerShift.y,
  });
}

const still: Point = { x: 0, y: 0 };

// The new boxes, and the distance each node moved (growth of a container doesn't count).
function movedBoxes(
  { nodes }: VisibleGraph,
  layout: LayoutResult,
  moves: NodePositions,
): { boxes: Map<string, Box>; shifts: Map<string, Point> } {
  const boxes = new Map<string, Box>();
  const shifts = new Map<string, Point>();
  // Containers are listed before their contents.
  for (const { id, parent } of nodes) {
    const box = layout.nodes.get(id);
    if (!box) continue;
    const containerShift = parent === null ? still : (shifts.get(parent) ?? still);
    const containerBox = parent === null ? still : (layout.nodes.get(parent) ?? still);
    const move = moves.get(id);
    const shift = move
      ? {
          x: containerBox.x + containerShift.x + move.x - box.x,
          y: containerBox.y + containerShift.y + move.y - box.y,
        }
      : containerShift;
    shifts.set(id, shift);
    boxes.set(id, shift === still ? box : { ...box, x: box.x + shift.x, y: box.y + shift.y });
  }
  for (const node of nodes.toReversed()) grow(node, boxes);
  return { boxes, shifts };
}

function grow({ id, parent }: VisibleNode, boxes: Map<string, Box>): void {
  const box = boxes.get(id);
  const containerBox = parent === null ? undefined : boxes.get(parent);
  if (parent === null || !box || !containerBox) return;
  const x = Math.min(containerBox.x, box.x - margin.side);
  const y = Math.min(containerBox.y, box.y - margin.top);
  const right = Math.max(containerBox.x + containerBox.width, box.x + box.width + margin.side);
  const bottom = Math.max(containerBox.y + containerBox.height, box.y + box.height + margin.side);
  if (
    x === containerBox.x &&
    y === containerBox.y &&
    right === containerBox.x + containerBox.width &&
    bottom === containerBox.y + containerBox.height
  ) {
    return;
  }
  boxes.set(parent, { x, y, width: right - x, height: bottom - y });
}

function isGrown(before: Box | undefined, now: Box): boolean {
  return before !== undefined && (before.width !== now.width || before.height !== now.height);
}
