import type { LayoutEdge, LayoutInput, LayoutNode } from '../layout-types.ts';

/** One end of a strand: a child of the container, or its border (`child` is `border`). */
export interface StrandEnd {
  readonly child: number;
  /** The strand inside of the child that goes on with the edge; `none` when the edge ends at the child itself. */
  readonly inner: number;
}

export const border = -1;
export const none = -1;

/** The piece of an edge that lies directly in one container, in the direction of the edge. */
export interface Strand {
  readonly edge: number;
  readonly from: StrandEnd;
  readonly to: StrandEnd;
  /** An edge has one label, on the piece that lies outermost. */
  readonly label: LayoutEdge['label'];
}

export interface Container {
  /** `null` is the whole graph. */
  readonly node: LayoutNode | null;
  readonly parent: Container | null;
  /** Which child of its parent it is. */
  readonly index: number;
  readonly depth: number;
  readonly children: LayoutNode[];
  /** The children that are containers themselves, by index. */
  readonly inside: Map<number, Container>;
  readonly strands: Strand[];
}

/** Where the pieces of an edge lie, from its source to its target. */
export type EdgePath = readonly { readonly container: Container; readonly strand: number }[];

export interface ContainerTree {
  readonly root: Container;
  /** By index of the edge in the input; empty for an edge whose ends are not there. */
  readonly paths: readonly EdgePath[];
}

/** Cuts a graph into its containers, and each edge into the pieces that lie in them. */
export function containerTree(input: LayoutInput): ContainerTree {
  const nodes = new Map(input.nodes.map((node) => [node.id, node]));
  const containers = new Map<string | null, Container>();
  const root = newContainer(null, null, 0);
  containers.set(null, root);
  const places = new Map<string, Place>();
  const place = (node: LayoutNode): Place => {
    const known = places.get(node.id);
    if (known) return known;
    const parent = parentOf(node, nodes);
    if (parent) place(parent);
    const around = containers.get(parent?.id ?? null) ?? root;
    const index = around.children.push(node) - 1;
    const made = { container: around, index, inner: none };
    places.set(node.id, made);
    if (node.container) {
      const own = newContainer(node, around, index);
      containers.set(node.id, own);
      around.inside.set(index, own);
    }
    return made;
  };
  for (const node of nodes.values()) place(node);

  const paths = input.edges.map((edge, at): EdgePath => {
    const from = places.get(edge.source);
    const to = places.get(edge.target);
    if (!from || !to) return [];
    return cut(
      at,
      edge,
      { ...from, own: containers.get(edge.source) },
      { ...to, own: containers.get(edge.target) },
    );
  });
  return { root, paths };
}

interface Place {
  readonly container: Container;
  readonly index: number;
  readonly inner: number;
}

function newContainer(node: LayoutNode | null, parent: Container | null, index: number): Container {
  const depth = parent === null ? 0 : parent.depth + 1;
  return { node, parent, index, depth, children: [], inside: new Map(), strands: [] };
}

/** The container around a node; none when it is not there, is no container, or lies inside of the node. */
function parentOf(node: LayoutNode, nodes: ReadonlyMap<string, LayoutNode>): LayoutNode | null {
  const first = node.parent === null ? undefined : nodes.get(node.parent);
  if (!first?.container) return null;
  const seen = new Set([node.id]);
  for (
    let up: LayoutNode | undefined = first;
    up;
    up = up.parent === null ? undefined : nodes.get(up.parent)
  ) {
    if (seen.has(up.id)) return null;
    seen.add(up.id);
  }
  return first;
}

/** Cuts an edge at the borders that it crosses: out of the source's containers, then into those of the target. */
function cut(
  edge: number,
  { label }: LayoutEdge,
  source: Place & { readonly own: Container | undefined },
  target: Place & { readonly own: Container | undefined },
): EdgePath {
  const out: { container: Container; strand: number }[] = [];
  const into: { container: Container; strand: number }[] = [];
  const climbOut = (at: Place, held: LayoutEdge['label']): Place => {
    const strand = { edge, from: endAt(at), to: endAt(null), label: held };
    const inner = at.container.strands.push(strand) - 1;
    out.push({ container: at.container, strand: inner });
    return { container: at.container.parent ?? at.container, index: at.container.index, inner };
  };
  const climbInto = (at: Place, held: LayoutEdge['label']): Place => {
    const strand = { edge, from: endAt(null), to: endAt(at), label: held };
    const inner = at.container.strands.push(strand) - 1;
    into.unshift({ container: at.container, strand: inner });
    return { container: at.container.parent ?? at.container, index: at.container.index, inner };
  };

  let from: Place = source;
  let to: Place = target;
  if (source.own && isAround(source.own, target.container)) {
    while (to.container !== source.own) to = climbInto(to, null);
    climbInto(to, label);
    return into;
  }
  if (target.own && isAround(target.own, source.container)) {
    while (from.container !== target.own) from = climbOut(from, null);
    climbOut(from, label);
    return out;
  }
  while (from.container !== to.container) {
    if (from.container.depth >= to.container.depth) from = climbOut(from, null);
    else to = climbInto(to, null);
  }
  const strand = from.container.strands.push({ edge, from: endAt(from), to: endAt(to), label }) - 1;
  return [...out, { container: from.container, strand }, ...into];
}

function endAt(place: Place | null): StrandEnd {
  return place === null ? { child: border, inner: none } : { child: place.index, inner: place.inner };
}

function isAround(outer: Container, inner: Container): boolean {
  for (let up: Container | null = inner; up !== null; up = up.parent) if (up === outer) return true;
  return false;
}
