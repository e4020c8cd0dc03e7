import { border, type Container, type EdgeSegment } from './hierarchy.ts';
import { reduceCrossings } from './crossing-reduction.ts';
import { buildLayerGraph, type LayerGraph, type UnlayeredGraph } from './layer-graph.ts';
import type { Link } from './layering.ts';
import { flowRanks } from './cycle-removal.ts';
import { connectedComponents } from './connected-components.ts';

export interface EdgeBundle {
  readonly segments: readonly number[];
  readonly isBack: boolean;
  readonly isLabelled: boolean;
}

export interface ConnectedComponent {
  readonly children: readonly number[];
  readonly ports: readonly number[];
  readonly bundles: readonly EdgeBundle[];
  readonly graph: LayerGraph;
}

export type OrderCache = Map<string, LayerGraph>;

export interface ContainerOrder {
  readonly components: readonly ConnectedComponent[];
  readonly loops: readonly number[];
}

// Assigns a container's children to layers and orders them. `backEdgeFlags[edge]` is 1 for a back edge; it is known for
// edges from outside and set for those inside. `ranks` orders the segments that cross the border. Nothing
// here depends on the contents of the children, so that collapsing one keeps the order of the rest.
export function orderNodes(
  container: Container,
  backEdgeFlags: Uint8Array,
  ranks: Int32Array | null,
  cache: OrderCache,
): ContainerOrder {
  const { segments } = container;
  const count = container.children.length;
  const loops: number[] = [];
  const between: number[] = [];
  const crossing: number[] = [];
  for (const [index, { from, to }] of segments.entries()) {
    if (from.child === border || to.child === border) crossing.push(index);
    else if (from.child === to.child) loops.push(index);
    else between.push(index);
  }
  const entered = new Set(crossing.map((index) => segments[index]?.to.child ?? border));
  const pairs = between.map((index) => ({
    from: segments[index]?.from.child ?? 0,
    to: segments[index]?.to.child ?? 0,
  }));
  const rank = flowRanks(count, pairs, entered);
  for (const index of between) {
    const segment = segments[index];
    if (segment)
      backEdgeFlags[segment.edge] = (rank[segment.from.child] ?? 0) > (rank[segment.to.child] ?? 0) ? 1 : 0;
  }
  const components = connectedComponents(
    count,
    pairs,
    crossing.map((index) => innerEndpoint(segments[index])),
  ).map((children) =>
    arrangePart({ container, backEdgeFlags, ranks, cache, rank }, children, between, crossing),
  );
  return { components, loops };
}

interface Setting {
  readonly container: Container;
  readonly backEdgeFlags: Uint8Array;
  readonly ranks: Int32Array | null;
  readonly cache: OrderCache;
  readonly rank: Int32Array;
}

function arrangePart(
  { container: { segments }, backEdgeFlags, ranks, cache, rank }: Setting,
  children: readonly number[],
  between: readonly number[],
  crossing: readonly number[],
): ConnectedComponent {
  const itemOf = new Map(children.map((child, item) => [child, item]));
  const ports = crossing.filter((index) => itemOf.has(innerEndpoint(segments[index])));
  const bundles = new Map<
    number,
    { upper: number; lower: number; segments: number[]; isBack: boolean; isLabelled: boolean }
  >();
  for (const index of between) {
    const segment = segments[index];
    const from = itemOf.get(segment?.from.child ?? border);
    const to = itemOf.get(segment?.to.child ?? border);
    if (!segment || from === undefined || to === undefined) continue;
    const existing = bundles.get(from * children.length + to);
    if (existing) {
      existing.segments.push(index);
      existing.isLabelled ||= segment.label !== null;
    } else {
      const isBack = backEdgeFlags[segment.edge] === 1;
      bundles.set(from * children.length + to, {
        upper: isBack ? to : from,
        lower: isBack ? from : to,
        segments: [index],
        isBack,
        isLabelled: segment.label !== null,
      });
    }
  }
  const links = [...bundles.values()];
  for (const [port, index] of ports.entries()) {
    const segment = segments[index];
    if (!segment) continue;
    const item = itemOf.get(innerEndpoint(segment)) ?? 0;
    const portItem = children.length + port;
    const isTop = comesFromTop(segment, backEdgeFlags);
    links.push({
      upper: isTop ? portItem : item,
      lower: isTop ? item : portItem,
      segments: [index],
      isBack: backEdgeFlags[segment.edge] === 1,
      isLabelled: segment.label !== null,
    });
  }
  const tops: number[] = [];
  const bottoms: number[] = [];
  const sketchPorts = ports.map((index, port) => {
    const segment = segments[index];
    const top = segment !== undefined && comesFromTop(segment, backEdgeFlags);
    (top ? tops : bottoms).push(children.length + port);
    return { top, rank: ranks?.[index] ?? 0 };
  });
  const inFlow = children
    .map((_, item) => item)
    .toSorted((a, b) => (rank[children[a] ?? 0] ?? 0) - (rank[children[b] ?? 0] ?? 0));
  const unlayered: UnlayeredGraph = {
    nodes: children.length,
    ports: sketchPorts,
    links: withSpans(links),
    order: [...tops, ...inFlow, ...bottoms],
  };
  const key = keyOf(unlayered);
  let graph = cache.get(key);
  if (!graph) {
    graph = buildLayerGraph(unlayered);
    reduceCrossings(graph);
    cache.set(key, graph);
  }
  return { children, ports, bundles: links, graph };
}

function withSpans(
  links: readonly (EdgeBundle & { readonly upper: number; readonly lower: number })[],
): Link[] {
  const branching = new Set(
    links.flatMap(({ upper, isBack, isLabelled }) => (isLabelled && !isBack ? [upper] : [])),
  );
  return links.map(({ upper, lower, isLabelled }) => ({
    upper,
    lower,
    span: isLabelled || branching.has(upper) ? 2 : 1,
  }));
}

function keyOf({ nodes, ports, links, order }: UnlayeredGraph): string {
  const keyParts = [nodes, ports.length];
  for (const port of ports) keyParts.push(port.top ? 1 : 0, port.rank);
  for (const link of links) keyParts.push(link.upper, link.lower, link.span);
  return `${keyParts.join(',')};${order.join(',')}`;
}

// The child at the inner end of a segment that crosses the border.
export function innerEndpoint(segment: EdgeSegment | undefined): number {
  if (!segment) return border;
  return segment.from.child === border ? segment.to.child : segment.from.child;
}

// A downward edge enters at the top and leaves at the bottom; a back edge the other way around.
function comesFromTop({ edge, from }: EdgeSegment, backEdgeFlags: Uint8Array): boolean {
  return (from.child === border) === (backEdgeFlags[edge] !== 1);
}
