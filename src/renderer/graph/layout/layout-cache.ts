import type { ContainerOrder, OrderCache } from './order-nodes.ts';
import { border, type Container, type EdgeSegment } from './hierarchy.ts';
import type { FlowDirection, LayoutNode } from '../model/layout-types.ts';
import type { PlacedContainer } from './place-container.ts';

export interface LayoutCache {
  readonly orders: OrderCache;
  readonly containers: Map<string | null, CachedContainer>;
}

export interface CachedContainer {
  readonly orders: CachedOrder[];
  readonly placements: CachedPlacement[];
}

export interface CachedOrder {
  readonly children: number;
  readonly segments: readonly EdgeSegment[];
  readonly backEdgeFlags: Uint8Array;
  readonly ranks: Int32Array | null;
  readonly order: ContainerOrder;
  // The order of edges at the children that are containers.
  readonly inner: ReadonlyMap<number, Int32Array>;
}

export interface CachedPlacement {
  readonly direction: FlowDirection;
  readonly node: LayoutNode | null;
  readonly children: readonly LayoutNode[];
  readonly inside: readonly (PlacedContainer | null)[];
  readonly segments: readonly EdgeSegment[];
  readonly order: ContainerOrder;
  readonly placement: PlacedContainer;
}

const maxVersions = 4;
// Limits the cached containers; a larger graph caches only its own.
const maxContainers = 4000;

export function createLayoutCache(): LayoutCache {
  return { orders: new Map(), containers: new Map() };
}

export function evictLayouts(cache: LayoutCache): void {
  if (cache.containers.size > maxContainers) cache.containers.clear();
  if (cache.orders.size > maxContainers) cache.orders.clear();
}

export function cachedContainerOf({ containers }: LayoutCache, { node }: Container): CachedContainer {
  const id = node?.id ?? null;
  let cached = containers.get(id);
  if (!cached) containers.set(id, (cached = { orders: [], placements: [] }));
  return cached;
}

// Returns the cached version that matches the inputs, moved to the front, or computes one.
export function reuseOrCompute<Version>(
  versions: Version[],
  isLike: (version: Version) => boolean,
  make: () => Version,
): Version {
  const first = versions[0];
  if (first && isLike(first)) return first;
  const position = versions.findIndex((version, index) => index > 0 && isLike(version));
  const cachedVersion = position > 0 ? versions.splice(position, 1)[0] : undefined;
  const version = cachedVersion ?? make();
  versions.unshift(version);
  if (versions.length > maxVersions) versions.pop();
  return version;
}

export function hasSameOrder(
  cached: CachedOrder,
  { children, segments }: Container,
  backEdgeFlags: Uint8Array,
  ranks: Int32Array | null,
): boolean {
  if (cached.children !== children.length || cached.segments.length !== segments.length) return false;
  for (let index = 0; index < segments.length; index += 1) {
    const cachedSegment = cached.segments[index];
    const segment = segments[index];
    if (
      !cachedSegment ||
      !segment ||
      !leadsAlike(cachedSegment, segment) ||
      (cachedSegment.label === null) !== (segment.label === null)
    )
      return false;
    if (segment.from.child !== border && segment.to.child !== border) continue;
    if (
      cached.backEdgeFlags[index] !== backEdgeFlags[segment.edge] ||
      (cached.ranks?.[index] ?? 0) !== (ranks?.[index] ?? 0)
    )
      return false;
  }
  return true;
}

function leadsAlike({ from, to }: EdgeSegment, other: EdgeSegment): boolean {
  return (
    (from === other.from || (from.child === other.from.child && from.inner === other.from.inner)) &&
    (to === other.to || (to.child === other.to.child && to.inner === other.to.inner))
  );
}

// Whether a container would get the same placement: same order, with boxes and labels of the same sizes.
export function hasSamePlacement(
  cached: CachedPlacement,
  { node, children, segments }: Container,
  { direction, order, inside }: Pick<CachedPlacement, 'direction' | 'order' | 'inside'>,
): boolean {
  if (cached.order !== order || cached.direction !== direction) return false;
  if (
    !isAsLarge(cached.node, node) ||
    cached.node?.title !== node?.title ||
    cached.children.length !== children.length
  )
    return false;
  for (let index = 0; index < children.length; index += 1) {
    const placedContainer = inside[index] ?? null;
    if (
      placedContainer !== cached.inside[index] ||
      (placedContainer === null && !isAsLarge(cached.children[index], children[index]))
    )
      return false;
  }
  for (let index = 0; index < segments.length; index += 1) {
    if (!isAsLarge(cached.segments[index]?.label, segments[index]?.label)) return false;
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
