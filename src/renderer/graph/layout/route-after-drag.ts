import type { Box, Point } from '../model/layout-types.ts';
import { simplifyRoute } from './simplify-route.ts';

// The distance from boxes, and the length of the straight ends, which need room for an arrow head.
const clearance = 10;
const stub = 16;
// The cost of a bend, in px.
const bend = 40;

// Directions, so that the opposite one is at distance two.
const steps = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: -1, y: 0 },
] as const;

// The shortest orthogonal route with few bends between two boxes around others, or `null`.
export function routeOrthogonally(from: Box, to: Box, otherBoxes: readonly Box[]): readonly Point[] | null {
  const walls = [from, to, ...otherBoxes].map(inflated);
  const starts = steps.map((_, side) => portAt(from, side));
  const targetPorts = steps.map((_, side) => portAt(to, side));
  const grid = gridOf(
    walls,
    [...starts, ...targetPorts].map(({ out }) => out),
  );
  const { xs, ys } = grid;
  const stateOf = ({ x, y }: Point, direction: number): number =>
    (ys.indexOf(y) * xs.length + xs.indexOf(x)) * 4 + direction;

  const costs = new Float64Array(xs.length * ys.length * 4).fill(Infinity);
  const before = new Int32Array(costs.length).fill(-1);
  const open = new Set<number>();
  const reach = (state: number, cost: number, by: number): void => {
    if (cost >= (costs[state] ?? 0)) return;
    costs[state] = cost;
    before[state] = by;
    open.add(state);
  };
  for (const [side, { out }] of starts.entries()) if (isFree(out, walls)) reach(stateOf(out, side), 0, -1);

  let best = { state: -1, cost: Infinity, side: 0 };
  for (let state = cheapest(open, costs); state >= 0; state = cheapest(open, costs)) {
    open.delete(state);
    const cost = costs[state] ?? Infinity;
    if (cost >= best.cost) break;
    const direction = state % 4;
    const currentPoint = pointOf(grid, state);
    for (const [side, { out }] of targetPorts.entries()) {
      if (out.x !== currentPoint.x || out.y !== currentPoint.y || direction === side) continue;
      const totalCost = cost + (direction === (side + 2) % 4 ? 0 : bend);
      if (totalCost < best.cost) best = { state, cost: totalCost, side };
    }
    for (let next = 0; next < 4; next += 1) {
      if (next === (direction + 2) % 4) continue;
      const point = neighbour(grid, state, next);
      if (!point || !isFree(midpointOf(currentPoint, point), walls) || !isFree(point, walls)) continue;
      const length = Math.abs(point.x - currentPoint.x) + Math.abs(point.y - currentPoint.y);
      reach(stateOf(point, next), cost + length + (next === direction ? 0 : bend), state);
    }
  }
  if (best.state < 0) return null;
  const end = targetPorts[best.side];
  const points: Point[] = end ? [end.port] : [];
  let first = best.state;
  for (let state = best.state; state >= 0; state = before[state] ?? -1) {
    points.push(pointOf(grid, state));
    first = state;
  }
  const start = starts[first % 4];
  if (start) points.push(start.port);
  return simplifyRoute(points.toReversed());
}

interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

function gridOf(walls: readonly Box[], points: readonly Point[]): Grid {
  const sorted = (all: readonly number[]): number[] => [...new Set(all)].toSorted((a, b) => a - b);
  return {
    xs: sorted([...walls.flatMap(({ x, width }) => [x, x + width]), ...points.map(({ x }) => x)]),
    ys: sorted([...walls.flatMap(({ y, height }) => [y, y + height]), ...points.map(({ y }) => y)]),
  };
}

function pointOf({ xs, ys }: Grid, state: number): Point {
  const cell = Math.floor(state / 4);
  return { x: xs[cell % xs.length] ?? 0, y: ys[Math.floor(cell / xs.length)] ?? 0 };
}

function neighbour({ xs, ys }: Grid, state: number, direction: number): Point | null {
  const cell = Math.floor(state / 4);
  const step = steps[direction];
  const x = xs[(cell % xs.length) + (step?.x ?? 0)];
  const y = ys[Math.floor(cell / xs.length) + (step?.y ?? 0)];
  return x === undefined || y === undefined ? null : { x, y };
}

// The middle of a box's side, and the point straight out of it.
function portAt({ x, y, width, height }: Box, side: number): { readonly port: Point; readonly out: Point } {
  const step = steps[side] ?? steps[0];
  const port = {
    x: x + width / 2 + (step.x * width) / 2,
    y: y + height / 2 + (step.y * height) / 2,
  };
  return { port, out: { x: port.x + step.x * stub, y: port.y + step.y * stub } };
}

function inflated({ x, y, width, height }: Box): Box {
  return {
    x: x - clearance,
    y: y - clearance,
    width: width + 2 * clearance,
    height: height + 2 * clearance,
  };
}

function isFree({ x, y }: Point, walls: readonly Box[]): boolean {
  return walls.every(
    (wall) => x <= wall.x || x >= wall.x + wall.width || y <= wall.y || y >= wall.y + wall.height,
  );
}

function midpointOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

// The cheapest open state, the first among equals. A linear scan, because few are open at a time.
function cheapest(open: ReadonlySet<number>, costs: Float64Array): number {
  let best = -1;
  for (const state of open) if (best < 0 || (costs[state] ?? 0) < (costs[best] ?? 0)) best = state;
  return best;
}
