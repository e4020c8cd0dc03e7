import type { ContainerOrder, OrderCache } from './ordering/order-nodes.ts';
import { border, type Container, type EdgeSegment } from './ordering/hierarchy.ts';
import type { FlowDirection, LayoutNode } from '../model/layout-types.ts';
import type { PlacedContainer } from './placement/place-container.ts';

/** What is kept from one layout to the next: a container that did not change is not laid out again. */
export interface LayoutCache {
  readonly orders: OrderCache;
  /** By the container's id; `null` is the whole graph. */
  readonly containers: Map<string | null, CachedContainer>;
}

/** A container as it was the last times, the latest first: what was folded may be unfolded again. */
export interface CachedContainer {
  readonly orders: CachedOrder[];
  readonly placements: CachedPlacement[];
}

/** What decided how a container was arranged, and what came of it. */
export interface CachedOrder {
  readonly children: number;
  readonly segments: readonly EdgeSegment[];
  /** Whether each strand leads upwards. */
  readonly back: Uint8Array;
  readonly ranks: Int32Array | null;
  readonly order: ContainerOrder;
  /** In which order edges come to the children that are containers. */
  readonly inner: ReadonlyMap<number, Int32Array>;
}

/** What decided the places in a container, and what came of it. */
export interface CachedPlacement {
  readonly direction: FlowDirection;
  readonly node: LayoutNode | null;
  readonly children: readonly LayoutNode[];
  readonly inside: readonly (PlacedContainer | null)[];
  readonly segments: readonly EdgeSegment[];
  readonly order: ContainerOrder;
  readonly placement: PlacedContainer;
}

const mostVersions = 4;
/** More containers than this are not kept; a graph that has more uses only its own. */
const mostKept = 4000;

export function createLayoutCache(): LayoutCache {
  return { orders: new Map(), containers: new Map() };
}

/** Lets go of everything when it became much. */
export function evictLayouts(cache: LayoutCache): void {
  if (cache.containers.size > mostKept) cache.containers.clear();
  if (cache.orders.size > mostKept) cache.orders.clear();
}

export function cachedContainerOf({ containers }: LayoutCache, { node }: Container): CachedContainer {
  const id = node?.id ?? null;
  let kept = containers.get(id);
  if (!kept) containers.set(id, (kept = { orders: [], placements: [] }));
  return kept;
}

/** The kept version that is like what is asked for now, which becomes the latest; else one that is made. */
export function reuseOrCompute<Version>(
  versions: Version[],
  isLike: (version: Version) => boolean,
  make: () => Version,
): Version {
  const first = versions[0];
  if (first && isLike(first)) return first;
  const at = versions.findIndex((version, index) => index > 0 && isLike(version));
  const found = at > 0 ? versions.splice(at, 1)[0] : undefined;
  const version = found ?? make();
  versions.unshift(version);
  if (versions.length > mostVersions) versions.pop();
  return version;
}

/** Whether a container would be arranged as it was: the same strands, which cross its border as they did. */
export function hasSameOrder(
  kept: CachedOrder,
  { children, segments }: Container,
  back: Uint8Array,
  ranks: Int32Array | null,
): boolean {
  if (kept.children !== children.length || kept.segments.length !== segments.length) return false;
  for (let at = 0; at < segments.length; at += 1) {
    const was = kept.segments[at];
    const is = segments[at];
    if (!was || !is || !leadsAlike(was, is) || (was.label === null) !== (is.label === null)) return false;
    if (is.from.child !== border && is.to.child !== border) continue;
    if (kept.back[at] !== back[is.edge] || (kept.ranks?.[at] ?? 0) !== (ranks?.[at] ?? 0)) return false;
  }
  return true;
}

function leadsAlike({ from, to }: EdgeSegment, other: EdgeSegment): boolean {
  return (
    (from === other.from || (from.child === other.from.child && from.inner === other.from.inner)) &&
    (to === other.to || (to.child === other.to.child && to.inner === other.to.inner))
  );
}

/** Whether everything in a container would lie where it lay: the same arrangement of boxes and labels of the same sizes. */
export function hasSamePlacement(
  kept: CachedPlacement,
  { node, children, segments }: Container,
  { direction, order, inside }: Pick<CachedPlacement, 'direction' | 'order' | 'inside'>,
): boolean {
  if (kept.order !== order || kept.direction !== direction) return false;
  if (
    !isAsLarge(kept.node, node) ||
    kept.node?.title !== node?.title ||
    kept.children.length !== children.length
  )
    return false;
  for (let at = 0; at < children.length; at += 1) {
    const own = inside[at] ?? null;
    if (own !== kept.inside[at] || (own === null && !isAsLarge(kept.children[at], children[at])))
      return false;
  }
  for (let at = 0; at < segments.length; at += 1) {
    if (!isAsLarge(kept.segments[at]?.label, segments[at]?.label)) return false;
  }
  return true;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

function isAsLarge(a: Extent | null | undefined, b: Extent | null | undefined): boolean {
  return a === b || (a?.width === b?.width && a?.height === b?.height);
}
