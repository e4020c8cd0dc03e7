import type { Box, Point } from '../model/layout-types.ts';

export const cornerRadius = 8;

/** An SVG path through the points, with corners rounded by up to `radius`, at most half of a segment. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const last = rest.at(-1);
  if (!last) return `M${at(first)}`;
  const parts = [`M${at(first)}`];
  for (const [index, corner] of points.entries()) {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) continue;
    const reach = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    if (reach < 0.5) parts.push(`L${at(corner)}`);
    else
      parts.push(`L${at(towards(corner, before, reach))}Q${at(corner)} ${at(towards(corner, after, reach))}`);
  }
  return `${parts.join('')}L${at(last)}`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / distance(from, to);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A straight line between two boxes, centre to centre, cut at their borders; a loop on the right side for one box. */
export function straightRoute(from: Box, to: Box): Point[] {
  const start = centre(from);
  const end = centre(to);
  if (start.x === end.x && start.y === end.y) return loopRoute(from);
  return [borderPoint(from, end), borderPoint(to, start)];
}

function loopRoute({ x, y, width, height }: Box): Point[] {
  const right = x + width;
  const out = right + 16;
  const upper = y + height / 4;
  const lower = y + (height * 3) / 4;
  return [
    { x: right, y: upper },
    { x: out, y: upper },
    { x: out, y: lower },
    { x: right, y: lower },
  ];
}

function centre({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

// Where the line from a box's centre to a point leaves the box; the centre if the point is inside.
function borderPoint(box: Box, to: Point): Point {
  const from = centre(box);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const share = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return share >= 1 ? from : { x: from.x + dx * share, y: from.y + dy * share };
}
