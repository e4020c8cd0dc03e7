import { border, type Container, type EdgeSegment } from './hierarchy.ts';
import { reduceCrossings } from './crossing-reduction.ts';
import { buildLayerGraph, type LayerGraph, type UnlayeredGraph } from './layer-graph.ts';
import type { Link } from './layering.ts';
import { flowRanks } from './cycle-removal.ts';
import { connectedComponents } from './connected-components.ts';

/** A link of a part, and the strands that go along it from its upper to its lower end. */
export interface EdgeBundle {
  readonly segments: readonly number[];
  /** The strands lead upwards: they close a loop. */
  readonly back: boolean;
  readonly labelled: boolean;
}

/** Children of a container that are connected, in the order of their layers. */
export interface ConnectedComponent {
  /** The container's children, by the part's item. */
  readonly children: readonly number[];
  /** The strand at each port. */
  readonly ports: readonly number[];
  readonly bundles: readonly EdgeBundle[];
  readonly graph: LayerGraph;
}

export type OrderCache = Map<string, LayerGraph>;

/** How one container is arranged, without any sizes. */
export interface ContainerOrder {
  readonly components: readonly ConnectedComponent[];
  /** Strands from a child to itself. */
  readonly loops: readonly number[];
}

/**
 * Brings the children of a container into layers and into an order. `back` says, by edge, whether it leads upwards;
 * it is known for edges that come from outside, and set for those that lie here. `ranks` orders the strands that cross
 * the border as they come. Nothing here depends on what the children are inside, so that folding one changes nothing.
 */
export function orderNodes(
  container: Container,
  back: Uint8Array,
  ranks: Int32Array | null,
  cache: OrderCache,
): ContainerOrder {
  const { segments } = container;
  const count = container.children.length;
  const loops: number[] = [];
  const between: number[] = [];
  const crossing: number[] = [];
  for (const [at, { from, to }] of segments.entries()) {
    if (from.child === border || to.child === border) crossing.push(at);
    else if (from.child === to.child) loops.push(at);
    else between.push(at);
  }
  const entered = new Set(crossing.map((at) => segments[at]?.to.child ?? border));
  const pairs = between.map((at) => ({
    from: segments[at]?.from.child ?? 0,
    to: segments[at]?.to.child ?? 0,
  }));
  const rank = flowRanks(count, pairs, entered);
  for (const at of between) {
    const strand = segments[at];
    if (strand) back[strand.edge] = (rank[strand.from.child] ?? 0) > (rank[strand.to.child] ?? 0) ? 1 : 0;
  }
  const components = connectedComponents(
    count,
    pairs,
    crossing.map((at) => innerEndpoint(segments[at])),
  ).map((children) => arrangePart({ container, back, ranks, cache, rank }, children, between, crossing));
  return { components, loops };
}

interface Setting {
  readonly container: Container;
  readonly back: Uint8Array;
  readonly ranks: Int32Array | null;
  readonly cache: OrderCache;
  readonly rank: Int32Array;
}

function arrangePart(
  { container: { segments }, back, ranks, cache, rank }: Setting,
  children: readonly number[],
  between: readonly number[],
  crossing: readonly number[],
): ConnectedComponent {
  const itemOf = new Map(children.map((child, item) => [child, item]));
  const ports = crossing.filter((at) => itemOf.has(innerEndpoint(segments[at])));
  const bundles = new Map<
    number,
    { upper: number; lower: number; segments: number[]; back: boolean; labelled: boolean }
  >();
  for (const at of between) {
    const strand = segments[at];
    const from = itemOf.get(strand?.from.child ?? border);
    const to = itemOf.get(strand?.to.child ?? border);
    if (!strand || from === undefined || to === undefined) continue;
    const known = bundles.get(from * children.length + to);
    if (known) {
      known.segments.push(at);
      known.labelled ||= strand.label !== null;
    } else {
      const isBack = back[strand.edge] === 1;
      bundles.set(from * children.length + to, {
        upper: isBack ? to : from,
        lower: isBack ? from : to,
        segments: [at],
        back: isBack,
        labelled: strand.label !== null,
      });
    }
  }
  const links = [...bundles.values()];
  for (const [port, at] of ports.entries()) {
    const strand = segments[at];
    if (!strand) continue;
    const item = itemOf.get(innerEndpoint(strand)) ?? 0;
    const outside = children.length + port;
    const isTop = comesFromTop(strand, back);
    links.push({
      upper: isTop ? outside : item,
      lower: isTop ? item : outside,
      segments: [at],
      back: back[strand.edge] === 1,
      labelled: strand.label !== null,
    });
  }
  const tops: number[] = [];
  const bottoms: number[] = [];
  const sketchPorts = ports.map((at, port) => {
    const strand = segments[at];
    const top = strand !== undefined && comesFromTop(strand, back);
    (top ? tops : bottoms).push(children.length + port);
    return { top, rank: ranks?.[at] ?? 0 };
  });
  const inFlow = children
    .map((_, item) => item)
    .toSorted((a, b) => (rank[children[a] ?? 0] ?? 0) - (rank[children[b] ?? 0] ?? 0));
  const sketch: UnlayeredGraph = {
    nodes: children.length,
    ports: sketchPorts,
    links: withSpans(links),
    order: [...tops, ...inFlow, ...bottoms],
  };
  const key = keyOf(sketch);
  let graph = cache.get(key);
  if (!graph) {
    graph = buildLayerGraph(sketch);
    reduceCrossings(graph);
    cache.set(key, graph);
  }
  return { children, ports, bundles: links, graph };
}

/**
 * A label needs a layer of its own between two nodes. Where one branch of a node has a label, the others are as long, so
 * that they end beside each other.
 */
function withSpans(
  links: readonly (EdgeBundle & { readonly upper: number; readonly lower: number })[],
): Link[] {
  const branching = new Set(links.flatMap(({ upper, back, labelled }) => (labelled && !back ? [upper] : [])));
  return links.map(({ upper, lower, labelled }) => ({
    upper,
    lower,
    span: labelled || branching.has(upper) ? 2 : 1,
  }));
}

function keyOf({ nodes, ports, links, order }: UnlayeredGraph): string {
  const words = [nodes, ports.length];
  for (const port of ports) words.push(port.top ? 1 : 0, port.rank);
  for (const link of links) words.push(link.upper, link.lower, link.span);
  return `${words.join(',')};${order.join(',')}`;
}

/** Which child a strand that crosses the border meets. */
export function innerEndpoint(strand: EdgeSegment | undefined): number {
  if (!strand) return border;
  return strand.from.child === border ? strand.to.child : strand.from.child;
}

/** An edge that leads down enters at the top and leaves at the bottom; one that leads up the other way around. */
function comesFromTop({ edge, from }: EdgeSegment, back: Uint8Array): boolean {
  return (from.child === border) === (back[edge] !== 1);
}
