import type { Box, Point } from '../model/layout-types.ts';

// How far a route may overlap a box's border.
const tolerance = 1;

export function routeIntersectsBox(points: readonly Point[], { x, y, width, height }: Box): boolean {
  for (let index = 1; index < points.length; index += 1) {
    const a = points[index - 1];
    const b = points[index];
    if (!a || !b) continue;
    if (
      Math.max(a.x, b.x) > x + tolerance &&
      Math.min(a.x, b.x) < x + width - tolerance &&
      Math.max(a.y, b.y) > y + tolerance &&
      Math.min(a.y, b.y) < y + height - tolerance
    ) {
      return true;
    }
  }
  return false;
}

// An orthogonal segment: its position across, and its extent along.
export interface RouteSegment {
  readonly upright: boolean;
  readonly across: number;
  readonly from: number;
  readonly to: number;
}

// Closer parallel segments look like one line.
const near = 5;

// Offsets to try, in order.
const asides = [8, -8, 16, -16, 24, -24, 32, -32];

// Minimum length of the adjacent segments after a move; the last one needs room for an arrow head.
const minPieceLength = 6;
const minLastLength = 12;

export function segmentsOf(points: readonly Point[]): RouteSegment[] {
  return points.slice(1).map((b, index) => pieceBetween(points[index] ?? b, b));
}

// Moves overlapping segments of a route apart, as far as there is room between the walls. The first and last
// segments stay.
export function separateSegments(
  points: readonly Point[],
  otherSegments: readonly RouteSegment[],
  walls: readonly Box[],
): readonly Point[] {
  let route = points;
  for (let index = 1; index + 2 < points.length; index += 1) {
    if (!isTaken(route, index, otherSegments)) continue;
    const free = asides
      .map((by) => movedAside(route, index, by))
      .find(
        (moved) =>
          keepsShape(route, moved, index) &&
          !isTaken(moved, index, otherSegments) &&
          !walls.some((wall) => routeIntersectsBox(moved.slice(index - 1, index + 3), wall)),
      );
    if (free) route = free;
  }
  return route;
}

function pieceBetween(a: Point, b: Point): RouteSegment {
  const upright = Math.abs(a.x - b.x) < Math.abs(a.y - b.y);
  const [start, end] = upright ? [a.y, b.y] : [a.x, b.x];
  return { upright, across: upright ? a.x : a.y, from: Math.min(start, end), to: Math.max(start, end) };
}

function isTaken(route: readonly Point[], index: number, otherSegments: readonly RouteSegment[]): boolean {
  const a = route[index];
  const b = route[index + 1];
  if (!a || !b) return false;
  const piece = pieceBetween(a, b);
  return otherSegments.some(
    (other) =>
      other.upright === piece.upright &&
      Math.abs(other.across - piece.across) < near &&
      other.from < piece.to - 1 &&
      piece.from < other.to - 1,
  );
}

function movedAside(route: readonly Point[], position: number, by: number): readonly Point[] {
  const a = route[position];
  const b = route[position + 1];
  if (!a || !b) return route;
  const { upright } = pieceBetween(a, b);
  return route.map((point, index) => {
    if (index !== position && index !== position + 1) return point;
    return upright ? { x: point.x + by, y: point.y } : { x: point.x, y: point.y + by };
  });
}

// Whether the adjacent segments keep their directions and are long enough.
function keepsShape(route: readonly Point[], moved: readonly Point[], at: number): boolean {
  return [at - 1, at + 1].every((index) => {
    const directionBefore = vector(route[index], route[index + 1]);
    const directionAfter = vector(moved[index], moved[index + 1]);
    const along = directionBefore.x * directionAfter.x + directionBefore.y * directionAfter.y;
    const min = index + 2 === route.length ? minLastLength : minPieceLength;
    return along > 0 && Math.abs(directionAfter.x) + Math.abs(directionAfter.y) >= min;
  });
}

function vector(a: Point | undefined, b: Point | undefined): Point {
  return { x: (b?.x ?? 0) - (a?.x ?? 0), y: (b?.y ?? 0) - (a?.y ?? 0) };
}
