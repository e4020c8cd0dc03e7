import type { ConnectedComponent } from './order-nodes.ts';
import { spacing, type ChildSize, type FixedPort } from './spacing.ts';
import type { EdgeLanes } from './edge-lanes.ts';

// The positions of segments at each item of their chain, and which segments share an end.
export interface PortPlacement {
  // The positions of a segment at the items of its chain, from the upper to the lower end.
  positionsOf(link: number, segment: number): readonly number[];
  // An id for the end that a step shares; `null` if it is alone.
  sharedBy(link: number, atUpper: boolean, atLower: boolean): number | null;
}

interface FreeEnd {
  readonly link: number;
  readonly lane: number;
  readonly isUpper: boolean;
}

export function placePorts(
  component: ConnectedComponent,
  lanes: ReadonlyMap<number, EdgeLanes>,
  xs: Float64Array,
  sizes: readonly ChildSize[],
  fixed: FixedPort,
): PortPlacement {
  const { chains } = component.graph;
  const free = new Map<number, FreeEnd[]>();
  const positions = chains.map((chain, link) => {
    const bundle = component.bundles[link];
    return (bundle?.segments ?? []).map((segment, lane) =>
      chain.map((item, index) => {
        const middle = xs[item] ?? 0;
        if (index > 0 && index < chain.length - 1) return middle + (lanes.get(item)?.offsets[lane] ?? 0);
        if (item >= sizes.length) return middle;
        const isUpper = index === 0;
        const offset = fixed(segment, isUpper === (bundle?.isBack ?? false) ? 'to' : 'from');
        if (offset !== null) return middle + offset;
        const side = item * 2 + (isUpper ? 1 : 0);
        const freeEnds = free.get(side);
        if (freeEnds) freeEnds.push({ link, lane, isUpper });
        else free.set(side, [{ link, lane, isUpper }]);
        return middle;
      }),
    );
  });

  const shared = new Map<string, number>();
  const sides = [...free.entries()];
  // Sides with several ends first: a single end then aligns with the other end of its edge.
  for (const wantsOne of [false, true]) {
    for (const [side, ends] of sides) {
      if ((ends.length === 1) !== wantsOne) continue;
      const item = side >> 1;
      const middle = xs[item] ?? 0;
      const spread = spreadPorts(
        ends.map(({ link, lane, isUpper }) => {
          const lanePositions = positions[link]?.[lane] ?? [];
          const towards = (isUpper ? lanePositions[1] : lanePositions.at(-2)) ?? middle;
          return { towards: towards + lane * 1e-3, back: component.bundles[link]?.isBack ?? false };
        }),
        middle,
        sizes[item]?.width ?? 0,
      );
      for (const [index, { link, lane, isUpper }] of ends.entries()) {
        const lanePositions = positions[link]?.[lane];
        const offset = spread.offsets[index] ?? 0;
        if (lanePositions)
          lanePositions[isUpper ? 0 : lanePositions.length - 1] =
            middle + (Math.abs(offset) < 0.01 ? 0 : offset);
        if (spread.shared) shared.set(`${link},${isUpper}`, side);
      }
    }
  }
  for (const [link, lanesOfLink] of positions.entries()) {
    const item = chains[link]?.at(-1) ?? 0;
    const movable = item < sizes.length && free.has(item * 2);
    for (const lanePositions of lanesOfLink) straighten(lanePositions, movable);
  }
  return {
    positionsOf: (link, segment) =>
      positions[link]?.[component.bundles[link]?.segments.indexOf(segment) ?? 0] ?? [],
    sharedBy: (link, atUpper, atLower) =>
      (atUpper ? shared.get(`${link},true`) : undefined) ??
      (atLower ? shared.get(`${link},false`) : undefined) ??
      null,
  };
}

// Removes bends too small to see. A fixed last position keeps its bend.
function straighten(positions: number[], lastIsFree: boolean): void {
  for (let index = 1; index < positions.length; index += 1) {
    const before = positions[index - 1] ?? 0;
    const isMovable = index < positions.length - 1 || lastIsFree;
    if (isMovable && Math.abs((positions[index] ?? 0) - before) < 0.5) positions[index] = before;
  }
}

interface SidePort {
  readonly towards: number;
  // Part of a back edge, which leaves the middle to the others.
  readonly back: boolean;
}

// How far an end may be moved along the node's side to make its edge straight.
const snap = 24;

// The offsets from `middle` of edge ends on a side of a node. Edges that can be straight stay in the middle
// with the others beside them; otherwise all are spread evenly. More than fit share the middle.
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
