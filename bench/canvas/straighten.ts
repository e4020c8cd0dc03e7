import type { Point } from '../../src/renderer/graph/model/layout-types.ts';

/** A sidestep of up to this many px at an end of a route is left over from the layout, not a detour. */
const sidestep = 6;

/**
 * Removes small sidesteps at the ends of an orthogonal route by moving its first or last segment along the
 * node's border. Sidesteps in the middle stay, because they may avoid something.
 */
export function straightened(points: readonly Point[]): readonly Point[] {
  return fromStart(fromStart(points).toReversed()).toReversed();
}

function fromStart(points: readonly Point[]): readonly Point[] {
  const [first, bend, next, after, ...rest] = points;
  if (!first || !bend || !next || !after) return points;
  const isSidestep =
    near(first.x, bend.x) &&
    near(bend.y, next.y) &&
    near(next.x, after.x) &&
    Math.abs(bend.x - next.x) <= sidestep;
  return isSidestep ? [{ x: next.x, y: first.y }, after, ...rest] : points;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.01;
}
