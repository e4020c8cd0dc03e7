import type { Box, FlowDirection } from '../model/layout-types.ts';
import type { VisibleEdge } from '../model/visible-graph.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

// Tolerance to the side: keys along the flow reach wide, because edges fan out; keys across it don't.
const slack = { along: 0.35, across: 1.2 };

function slackOf(direction: Direction, flow: FlowDirection): number {
  const isVertical = direction === 'up' || direction === 'down';
  return isVertical === (flow === 'down') ? slack.along : slack.across;
}

export type Boxes = ReadonlyMap<string, Box>;

// The target of an arrow key: along an edge in that direction if there is one, else the nearest node on that
// side. Without a current node, the one where the flow starts. `null` if there is none.
export function nodeInDirection(
  boxes: Boxes,
  edges: readonly VisibleEdge[],
  from: string | null,
  direction: Direction,
  flow: FlowDirection = 'down',
): string | null {
  const start = from === null ? undefined : boxes.get(from);
  if (from === null || !start) return firstInFlow(boxes, edges);
  const neighbours = new Set<string>();
  for (const { source, target } of edges) {
    if (source === from) neighbours.add(target);
    if (target === from) neighbours.add(source);
  }
  neighbours.delete(from);
  return (
    nearest(boxes, start, direction, flow, [...neighbours]) ??
    nearest(
      boxes,
      start,
      direction,
      flow,
      [...boxes.keys()].filter((id) => id !== from),
    )
  );
}

// The topmost node that nothing leads to, or in a graph without such a node, the topmost one.
function firstInFlow(boxes: Boxes, edges: readonly VisibleEdge[]): string | null {
  const entered = new Set(edges.map(({ target }) => target));
  const left = new Set(edges.map(({ source }) => source));
  const starts = [...boxes].filter(([id]) => left.has(id) && !entered.has(id));
  let best: string | null = null;
  for (const [id, box] of starts.length > 0 ? starts : boxes)
    if (best === null || box.y < (boxes.get(best)?.y ?? 0)) best = id;
  return best;
}

function nearest(
  boxes: Boxes,
  start: Box,
  direction: Direction,
  flow: FlowDirection,
  ids: readonly string[],
): string | null {
  let best: { id: string; cost: number } | null = null;
  for (const id of ids) {
    const box = boxes.get(id);
    if (!box) continue;
    const { ahead, aside } = offset(start, box, direction);
    if (ahead <= aside * slackOf(direction, flow)) continue;
    const cost = ahead + aside * 2;
    if (best === null || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}

function offset(from: Box, to: Box, direction: Direction): { ahead: number; aside: number } {
  const dx = to.x + to.width / 2 - from.x - from.width / 2;
  const dy = to.y + to.height / 2 - from.y - from.height / 2;
  if (direction === 'up') return { ahead: -dy, aside: Math.abs(dx) };
  if (direction === 'down') return { ahead: dy, aside: Math.abs(dx) };
  if (direction === 'left') return { ahead: -dx, aside: Math.abs(dy) };
  return { ahead: dx, aside: Math.abs(dy) };
}
