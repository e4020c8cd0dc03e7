import type { Box, EdgeRoute, Point } from '../model/layout-types.ts';

export interface RerouteOptions {
  readonly atSource: Point;
  readonly atTarget: Point;
  readonly from: Box;
  readonly to: Box;
  readonly grown: boolean;
}

// Minimum length of the straight end at a node.
const stub = 14;

// Reroutes an edge after its ends moved: shifted if both moved alike, else routed anew.
export function rerouteEdge(
  route: EdgeRoute,
  { atSource, atTarget, from, to, grown }: RerouteOptions,
): EdgeRoute {
  const isAlike = atSource.x === atTarget.x && atSource.y === atTarget.y;
  if (isAlike && !grown) {
    if (atSource.x === 0 && atSource.y === 0) return route;
    return {
      points: route.points.map((point) => shifted(point, atSource)),
      label: route.label && { ...route.label, ...shifted(route.label, atSource) },
    };
  }
  const points = routeBetween(from, to);
  return { points, label: route.label && placeLabelOn(points, route.label, []) };
}

// From border to border: vertically if one box is below the other, else horizontally, with one bend each.
export function routeBetween(from: Box, to: Box): Point[] {
  const a = middleOf(from);
  const b = middleOf(to);
  const gapBelow = to.y - (from.y + from.height);
  const gapAbove = from.y - (to.y + to.height);
  if (gapBelow >= 2 * stub || (gapBelow >= 0 && gapBelow >= gapAbove)) {
    return bent({ x: a.x, y: from.y + from.height }, { x: b.x, y: to.y }, 'y');
  }
  if (gapAbove >= 2 * stub) return bent({ x: a.x, y: from.y }, { x: b.x, y: to.y + to.height }, 'y');
  const right = to.x >= from.x + from.width;
  if (right || to.x + to.width <= from.x) {
    return bent(
      { x: right ? from.x + from.width : from.x, y: a.y },
      { x: right ? to.x : to.x + to.width, y: b.y },
      'x',
    );
  }
  // Overlapping or nested boxes: around the right side.
  const out = Math.max(from.x + from.width, to.x + to.width) + stub;
  return [
    { x: from.x + from.width, y: a.y },
    { x: out, y: a.y },
    { x: out, y: b.y },
    { x: to.x + to.width, y: b.y },
  ];
}

function bent(start: Point, end: Point, along: 'x' | 'y'): Point[] {
  const half = (start[along] + end[along]) / 2;
  if (along === 'y') {
    return Math.abs(start.x - end.x) < 1
      ? [start, { x: start.x, y: end.y }]
      : [start, { x: start.x, y: half }, { x: end.x, y: half }, end];
  }
  return Math.abs(start.y - end.y) < 1
    ? [start, { x: end.x, y: start.y }]
    : [start, { x: half, y: start.y }, { x: half, y: end.y }, end];
}

// Places a label on the middle of the longest segment, preferably where it covers no wall.
export function placeLabelOn(points: readonly Point[], label: Box, walls: readonly Box[]): Box {
  const candidates = points.slice(1).map((b, index) => {
    const a = points[index] ?? b;
    const box = {
      ...label,
      x: (a.x + b.x - label.width) / 2,
      y: (a.y + b.y - label.height) / 2,
    };
    return { box, length: Math.abs(a.x - b.x) + Math.abs(a.y - b.y) };
  });
  const byLength = candidates.toSorted((a, b) => b.length - a.length);
  const free = byLength.find(({ box }) => !walls.some((wall) => liesOn(box, wall)));
  return (free ?? byLength[0])?.box ?? label;
}

function liesOn(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function shifted({ x, y }: Point, by: Point): Point {
  return { x: x + by.x, y: y + by.y };
}
