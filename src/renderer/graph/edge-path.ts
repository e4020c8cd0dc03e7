import type { Point } from './layout-types.ts';

/** An SVG path through the points, with corners rounded by up to `radius`, and never more than half of a segment. */
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
