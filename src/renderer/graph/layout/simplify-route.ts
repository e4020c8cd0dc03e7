import type { Point } from '../model/layout-types.ts';

export function simplifyRoute(route: readonly Point[]): readonly Point[] {
  const points: Point[] = [];
  for (const point of route) addPoint(points, point);
  return points;
}

// Appends a point and removes the previous one if it is collinear.
export function addPoint(points: Point[], point: Point): void {
  const last = points[points.length - 1];
  if (last && same(last.x, point.x) && same(last.y, point.y)) return;
  const before = points[points.length - 2];
  if (
    last &&
    before &&
    ((same(before.x, last.x) && same(last.x, point.x)) || (same(before.y, last.y) && same(last.y, point.y)))
  ) {
    points.pop();
  }
  points.push(point);
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.01;
}
