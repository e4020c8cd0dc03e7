import type { Box, Point } from '../model/layout-types.ts';

/** Ways may come this near to a box without running through it. */
const tolerance = 1;

/** Whether an upright or level way runs through a box. */
export function routeIntersectsBox(points: readonly Point[], { x, y, width, height }: Box): boolean {
  for (let at = 1; at < points.length; at += 1) {
    const a = points[at - 1];
    const b = points[at];
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
