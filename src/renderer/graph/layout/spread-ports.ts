import { spacing } from './spacing.ts';

export interface SidePort {
  readonly towards: number;
  /** Part of a back edge, which leaves the middle to the others. */
  readonly back: boolean;
}

// How far an end may be moved along the node's side to make its edge straight.
const snap = 24;

/**
 * The offsets from `middle` of edge ends on a side of a node. Edges that can be straight stay in the middle
 * with the others beside them; otherwise all are spread evenly. More than fit share the middle.
 */
export function spreadPorts(
  ends: readonly SidePort[],
  middle: number,
  width: number,
): { offsets: number[]; shared: boolean } {
  const [only] = ends;
  const room = Math.max(0, width / 2 - spacing.corner);
  if (only && ends.length === 1) {
    const aside = only.towards - middle;
    return { offsets: [Math.abs(aside) <= Math.min(snap, room) ? aside : 0], shared: false };
  }
  const apart = Math.min(spacing.ends, (2 * room) / Math.max(1, ends.length - 1));
  if (apart < spacing.minEnds) return { offsets: ends.map(() => 0), shared: true };
  const order = ends
    .map((_, index) => index)
    .toSorted((a, b) => (ends[a]?.towards ?? 0) - (ends[b]?.towards ?? 0));
  const straight = (index: number): boolean => Math.abs((ends[index]?.towards ?? 0) - middle) < 1;
  const middleIndex = order.findIndex((index) => straight(index) && ends[index]?.back !== true);
  const centre = middleIndex >= 0 ? middleIndex : order.findIndex((at) => straight(at));
  const zero = centre >= 0 ? centre : (order.length - 1) / 2;
  const reach = Math.max(zero, order.length - 1 - zero) * apart;
  const scale = reach > room ? room / reach : 1;
  const offsets = ends.map(() => 0);
  for (const [index, position] of order.entries()) offsets[position] = (index - zero) * apart * scale;
  return { offsets, shared: false };
}
