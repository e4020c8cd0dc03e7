import type { LayoutEdge, LayoutInput, LayoutNode } from '../model/layout-types.ts';

// One end of a segment: a child of the container, or its border (`child` is `border`).
export interface EdgeSegmentEnd {
  readonly child: number;
  readonly inner: number;
}

export const border = -1;
export const none = -1;

// The part of an edge directly inside one container, in the direction of the edge.
export interface EdgeSegment {
  readonly edge: number;
  readonly from: EdgeSegmentEnd;
  readonly to: EdgeSegmentEnd;
  readonly label: LayoutEdge['label'];
}

export interface Container {
  // The index among all containers; ancestors come first.
  readonly at: number;
  readonly node: LayoutNode | null;
  readonly parent: Container | null;
  readonly index: number;
  readonly depth: number;
  readonly children: LayoutNode[];
  readonly inside: Map<number, Container>;
  readonly segments: EdgeSegment[];
}

export interface Hierarchy {
  readonly all: readonly Container[];
  // The container of each edge's outermost segment, by edge index; `null` for an edge with a missing end.
  // Inner segments are found from its ends.
  readonly outermost: readonly (Container | null)[];
  readonly segmentAt: Int32Array;
}

// Splits a graph into containers, and each edge into one segment per container.
export function buildHierarchy(input: LayoutInput): Hierarchy {
  const all = [newContainer(0, null, null, 0)];
  const positions = positionsOf(input.nodes, all);
  const segmentAt = new Int32Array(input.edges.length);
  const outermost = input.edges.map((edge, index): Container | null => {
    const from = positions.get(edge.source);
    const to = positions.get(edge.target);
    if (!from || !to) return null;
    const container =
      from.container === to.container ? from.container : splitAtBorders(index, edge, from, to);
    // Most edges stay within one container. A split segment is the last one of its container.
    if (from.container === to.container) {
      const segment = { edge: index, from: endAt(from), to: endAt(to), label: edge.label };
      container.segments.push(segment);
    }
    segmentAt[index] = container.segments.length - 1;
    return container;
  });
  return { all, outermost, segmentAt };
}

interface NodePosition {
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

function positionsOf(nodes: readonly LayoutNode[], all: Container[]): ReadonlyMap<string, NodePosition> {
  const positions = new Map<string, NodePosition>();
  let byId: ReadonlyMap<string, LayoutNode> | null = null;
  // Containers are usually listed before their contents, so their positions exist already.
  const parentPosition = (node: LayoutNode): NodePosition | undefined => {
    if (node.parent === null) return undefined;
    const nodePosition = positions.get(node.parent);
    if (nodePosition) return nodePosition;
    byId ??= new Map(nodes.map((one) => [one.id, one]));
    const parent = parentOf(node, byId);
    return parent ? position(parent) : undefined;
  };
  const position = (node: LayoutNode): NodePosition => {
    const nodePosition = positions.get(node.id);
    if (nodePosition) return nodePosition;
    const parentContainer = parentPosition(node)?.own ?? all[0];
    if (!parentContainer) throw new Error('A tree has a root.');
    const index = parentContainer.children.push(node) - 1;
    let container: Container | null = null;
    if (node.container) {
      container = newContainer(all.length, node, parentContainer, index);
      all.push(container);
      parentContainer.inside.set(index, container);
    }
    const newPosition = { container: parentContainer, index, inner: none, own: container };
    positions.set(node.id, newPosition);
    return newPosition;
  };
  for (const node of nodes) position(node);
  return positions;
}

// The container of a node; `null` if it is missing, is no container, or is inside the node.
function parentOf(node: LayoutNode, nodes: ReadonlyMap<string, LayoutNode>): LayoutNode | null {
  const first = node.parent === null ? undefined : nodes.get(node.parent);
  if (!first?.container) return null;
  const visited = new Set([node.id]);
  for (
    let ancestor: LayoutNode | undefined = first;
    ancestor;
    ancestor = ancestor.parent === null ? undefined : nodes.get(ancestor.parent)
  ) {
    if (visited.has(ancestor.id)) return null;
    visited.add(ancestor.id);
  }
  return first;
}

// Splits an edge at the borders it crosses: out of the source's containers, then into the target's. Returns
// the container of the outermost segment, which is added last.
function splitAtBorders(
  edge: number,
  { label }: LayoutEdge,
  source: NodePosition,
  target: NodePosition,
): Container {
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

function climbOut(edge: number, position: NodePosition, label: LayoutEdge['label']): NodePosition {
  return positionOutside(
    position,
    position.container.segments.push({ edge, from: endAt(position), to: atBorder, label }) - 1,
  );
}

function climbInto(edge: number, position: NodePosition, label: LayoutEdge['label']): NodePosition {
  return positionOutside(
    position,
    position.container.segments.push({ edge, from: atBorder, to: endAt(position), label }) - 1,
  );
}

function positionOutside({ container }: NodePosition, inner: number): NodePosition {
  return { container: container.parent ?? container, index: container.index, inner, own: null };
}

// Ends at plain children, by child, shared by all edges.
const plainEnds: EdgeSegmentEnd[] = [];

function endAt({ index, inner }: NodePosition): EdgeSegmentEnd {
  if (inner !== none) return { child: index, inner };
  return (plainEnds[index] ??= { child: index, inner: none });
}

function isAround(outer: Container, inner: Container): boolean {
  for (let ancestor: Container | null = inner; ancestor !== null; ancestor = ancestor.parent)
    if (ancestor === outer) return true;
  return false;
}
