import type { LayoutEdge, LayoutInput, LayoutNode } from '../../model/layout-types.ts';

/** One end of a strand: a child of the container, or its border (`child` is `border`). */
export interface EdgeSegmentEnd {
  readonly child: number;
  /** The strand inside of the child that goes on with the edge; `none` when the edge ends at the child itself. */
  readonly inner: number;
}

export const border = -1;
export const none = -1;

/** The piece of an edge that lies directly in one container, in the direction of the edge. */
export interface EdgeSegment {
  readonly edge: number;
  readonly from: EdgeSegmentEnd;
  readonly to: EdgeSegmentEnd;
  /** An edge has one label, on the piece that lies outermost. */
  readonly label: LayoutEdge['label'];
}

export interface Container {
  /** Which container of the tree it is; those around it come before it. */
  readonly at: number;
  /** `null` is the whole graph. */
  readonly node: LayoutNode | null;
  readonly parent: Container | null;
  /** Which child of its parent it is. */
  readonly index: number;
  readonly depth: number;
  readonly children: LayoutNode[];
  /** The children that are containers themselves, by index. */
  readonly inside: Map<number, Container>;
  readonly segments: EdgeSegment[];
}

export interface Hierarchy {
  readonly all: readonly Container[];
  /**
   * Where the outermost piece of each edge lies, by index of the edge in the input; `null` for an edge whose ends are not
   * there. The pieces inside are found from its ends.
   */
  readonly outermost: readonly (Container | null)[];
  /** Which strand of that container it is. */
  readonly segmentAt: Int32Array;
}

/** Cuts a graph into its containers, and each edge into the pieces that lie in them. */
export function buildHierarchy(input: LayoutInput): Hierarchy {
  const all = [newContainer(0, null, null, 0)];
  const places = placesOf(input.nodes, all);
  const segmentAt = new Int32Array(input.edges.length);
  const outermost = input.edges.map((edge, at): Container | null => {
    const from = places.get(edge.source);
    const to = places.get(edge.target);
    if (!from || !to) return null;
    const container = from.container === to.container ? from.container : cut(at, edge, from, to);
    // Most edges have both ends in one container. A piece that was cut is the last one that its container got.
    if (from.container === to.container) {
      const strand = { edge: at, from: endAt(from), to: endAt(to), label: edge.label };
      container.segments.push(strand);
    }
    segmentAt[at] = container.segments.length - 1;
    return container;
  });
  return { all, outermost, segmentAt };
}

/** Where a node lies, and what it is as a container; or where a piece of an edge goes on. */
interface Place {
  readonly container: Container;
  readonly index: number;
  readonly inner: number;
  readonly own: Container | null;
}

function newContainer(
  at: number,
  node: LayoutNode | null,
  parent: Container | null,
  index: number,
): Container {
  const depth = parent === null ? 0 : parent.depth + 1;
  return { at, node, parent, index, depth, children: [], inside: new Map(), segments: [] };
}

/** Puts every node into its container; makes the containers. */
function placesOf(nodes: readonly LayoutNode[], all: Container[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let byId: ReadonlyMap<string, LayoutNode> | null = null;
  /** Mostly containers are listed before what lies in them, so that they have their places already. */
  const placeOfParent = (node: LayoutNode): Place | undefined => {
    if (node.parent === null) return undefined;
    const known = places.get(node.parent);
    if (known) return known;
    byId ??= new Map(nodes.map((one) => [one.id, one]));
    const parent = parentOf(node, byId);
    return parent ? place(parent) : undefined;
  };
  const place = (node: LayoutNode): Place => {
    const known = places.get(node.id);
    if (known) return known;
    const around = placeOfParent(node)?.own ?? all[0];
    if (!around) throw new Error('A tree has a root.');
    const index = around.children.push(node) - 1;
    let own: Container | null = null;
    if (node.container) {
      own = newContainer(all.length, node, around, index);
      all.push(own);
      around.inside.set(index, own);
    }
    const made = { container: around, index, inner: none, own };
    places.set(node.id, made);
    return made;
  };
  for (const node of nodes) place(node);
  return places;
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

/**
 * Cuts an edge at the borders that it crosses: out of the source's containers, then into those of the target. Gives the
 * container of the outermost piece, which is cut last.
 */
function cut(edge: number, { label }: LayoutEdge, source: Place, target: Place): Container {
  let from = source;
  let to = target;
  if (source.own && isAround(source.own, target.container)) {
    while (to.container !== source.own) to = climbInto(edge, to, null);
    climbInto(edge, to, label);
    return source.own;
  }
  if (target.own && isAround(target.own, source.container)) {
    while (from.container !== target.own) from = climbOut(edge, from, null);
    climbOut(edge, from, label);
    return target.own;
  }
  while (from.container !== to.container) {
    if (from.container.depth >= to.container.depth) from = climbOut(edge, from, null);
    else to = climbInto(edge, to, null);
  }
  from.container.segments.push({ edge, from: endAt(from), to: endAt(to), label });
  return from.container;
}

const atBorder: EdgeSegmentEnd = { child: border, inner: none };

function climbOut(edge: number, at: Place, label: LayoutEdge['label']): Place {
  return outside(at, at.container.segments.push({ edge, from: endAt(at), to: atBorder, label }) - 1);
}

function climbInto(edge: number, at: Place, label: LayoutEdge['label']): Place {
  return outside(at, at.container.segments.push({ edge, from: atBorder, to: endAt(at), label }) - 1);
}

function outside({ container }: Place, inner: number): Place {
  return { container: container.parent ?? container, index: container.index, inner, own: null };
}

/** Ends at plain children, by child: the same ones for all edges. */
const plainEnds: EdgeSegmentEnd[] = [];

function endAt({ index, inner }: Place): EdgeSegmentEnd {
  if (inner !== none) return { child: index, inner };
  return (plainEnds[index] ??= { child: index, inner: none });
}

function isAround(outer: Container, inner: Container): boolean {
  for (let up: Container | null = inner; up !== null; up = up.parent) if (up === outer) return true;
  return false;
}
