import type { FlowDirection, LayoutInput, LayoutNode, LayoutResult } from '../model/layout-types.ts';
import { orderNodes, innerEndpoint, type ContainerOrder } from './order-nodes.ts';
import { type ChildSize, type FixedPort, downPadding, rightPadding, rootPadding } from './spacing.ts';
import { composeContainers } from './compose-containers.ts';
import { border, buildHierarchy, none, type Container } from './hierarchy.ts';
import {
  hasSameOrder,
  hasSamePlacement,
  cachedContainerOf,
  reuseOrCompute,
  createLayoutCache,
  evictLayouts,
  type CachedOrder,
  type LayoutCache,
} from './layout-cache.ts';
import { loopHeight, loopRoom, placeContainer, type PlacedContainer } from './place-container.ts';
import { portRanks } from './port-ranks.ts';

// Auto layout of the graph: places its nodes and routes its edges. The layout is layered (Sugiyama-style, as in dagre
// and ELK), container by container: first the order, from the outside in and independent of sizes, then the placement,
// from the inside out. It is deterministic, whatever the cache contains.
export function layoutWithCache(input: LayoutInput, cache: LayoutCache = createLayoutCache()): LayoutResult {
  evictLayouts(cache);
  const tree = buildHierarchy(input);
  const backEdgeFlags = new Uint8Array(input.edges.length);
  const ranks = new Map<Container, Int32Array>();
  const orders: ContainerOrder[] = [];
  for (const container of tree.all) {
    const { order, inner } = cachedOrder(container, backEdgeFlags, ranks.get(container) ?? null, cache);
    orders.push(order);
    for (const [index, child] of container.inside) {
      const childRanks = inner.get(index);
      if (childRanks) ranks.set(child, childRanks);
    }
  }
  const placements: PlacedContainer[] = [];
  for (let index = tree.all.length - 1; index >= 0; index -= 1) {
    const container = tree.all[index];
    const order = orders[index];
    if (container && order) {
      placements[index] = cachedPlacement(container, order, input.direction, placements, cache);
    }
  }
  return composeContainers(input, tree, placements, backEdgeFlags);
}

// The order of a container, and (in `backEdgeFlags`) which of its edges are back edges: 1 for each.
function cachedOrder(
  container: Container,
  backEdgeFlags: Uint8Array,
  ranks: Int32Array | null,
  cache: LayoutCache,
): CachedOrder {
  const { children, segments } = container;
  const version = reuseOrCompute(
    cachedContainerOf(cache, container).orders,
    (cached) => hasSameOrder(cached, container, backEdgeFlags, ranks),
    () => {
      const order = orderNodes(container, backEdgeFlags, ranks, cache.orders);
      return {
        children: children.length,
        segments,
        backEdgeFlags: Uint8Array.from(segments, ({ edge }) => backEdgeFlags[edge] ?? 0),
        ranks,
        order,
        inner: portRanks(container, order),
      };
    },
  );
  for (let index = 0; index < segments.length; index += 1)
    backEdgeFlags[segments[index]?.edge ?? 0] = version.backEdgeFlags[index] ?? 0;
  return version;
}

function cachedPlacement(
  container: Container,
  order: ContainerOrder,
  direction: FlowDirection,
  placements: readonly PlacedContainer[],
  cache: LayoutCache,
): PlacedContainer {
  const { node, children, segments } = container;
  const placedChildren = children.map((_, index) => {
    const childContainer = container.inside.get(index);
    return (childContainer && placements[childContainer.at]) ?? null;
  });
  return reuseOrCompute(
    cachedContainerOf(cache, container).placements,
    (cached) => hasSamePlacement(cached, container, { direction, order, inside: placedChildren }),
    () => {
      const placement = computePlacement(container, order, direction, placedChildren);
      return { direction, node, children, inside: placedChildren, segments, order, placement };
    },
  ).placement;
}

function computePlacement(
  container: Container,
  order: ContainerOrder,
  direction: FlowDirection,
  placedChildren: readonly (PlacedContainer | null)[],
): PlacedContainer {
  const { segments, children, node } = container;
  const isRight = direction === 'right';
  const rotated = isRight
    ? {
        ...container,
        segments: segments.map((segment) => ({ ...segment, label: rotatedLabel(segment.label) })),
      }
    : container;
  const widths = equalWidths(children, order);
  const sizes = children.map((child, index): ChildSize => {
    const width = widths[index] ?? child.width;
    const size =
      placedChildren[index] ??
      (isRight ? { width: child.height, height: width } : { width, height: child.height });
    return {
      width: size.width,
      height: size.height,
      loops: loopRoom(rotated.segments, order.loops, index),
      loopHeight: loopHeight(rotated.segments, order.loops, index),
    };
  });
  const fixedEnds = segments.map(({ from, to }) => ({
    from: fixedAt(container, placedChildren, from),
    to: fixedAt(container, placedChildren, to),
  }));
  const fixed: FixedPort = (segment, end) => fixedEnds[segment]?.[end] ?? null;
  const frame =
    node === null
      ? { padding: rootPadding, minWidth: 0, minHeight: 0, title: 0 }
      : isRight
        ? { padding: rightPadding, minWidth: node.height, minHeight: node.width, title: 0 }
        : { padding: downPadding, minWidth: node.width, minHeight: node.height, title: node.title ?? 0 };
  return placeContainer(rotated, order, sizes, fixed, frame);
}

// Widths of plain children: all in a layer, and all without edges, are as wide as the widest of them.
function equalWidths(children: readonly LayoutNode[], { components }: ContainerOrder): readonly number[] {
  const widths = children.map(({ width }) => width);
  const isPlain = (child: LayoutNode | undefined): boolean => child?.container === false && !child.fixedWidth;
  const equalize = (layer: readonly number[]): void => {
    const plain = layer.filter((child) => isPlain(children[child]));
    const widest = plain.reduce((max, child) => Math.max(max, children[child]?.width ?? 0), 0);
    for (const child of plain) widths[child] = widest;
  };
  const single = new Set(components.filter((one) => one.children.length === 1 && one.ports.length === 0));
  equalize([...single].flatMap((one) => one.children));
  for (const component of components) {
    if (single.has(component)) continue;
    // Items beyond the children are ports and passing edges.
    for (const layer of component.graph.layers)
      equalize(layer.flatMap((item) => component.children[item] ?? []));
  }
  return widths;
}

function rotatedLabel(label: { readonly width: number; readonly height: number } | null) {
  return label && { width: label.height, height: label.width };
}

// Where a segment meets a placed child container: at the port where it continues.
function fixedAt(
  container: Container,
  placedChildren: readonly (PlacedContainer | null)[],
  end: { readonly child: number; readonly inner: number },
): number | null {
  if (end.child === border || end.inner === none) return null;
  const placedContainer = placedChildren[end.child];
  const segment = container.inside.get(end.child)?.segments[end.inner];
  const route = placedContainer?.routes[end.inner];
  if (!placedContainer || !segment || !route || innerEndpoint(segment) === border) return null;
  const onBorder = [route[0], route.at(-1)].find(
    (point) => point && (point.y === 0 || point.y === placedContainer.height),
  );
  return onBorder ? onBorder.x - placedContainer.width / 2 : null;
}

const cache = createLayoutCache();

/** Lays out a graph: positions of its nodes and routes of its edges. Containers that have not changed come from a cache. */
export function layoutGraph(input: LayoutInput): LayoutResult {
  return layoutWithCache(input, cache);
}
