import type { GraphNode, GraphShape } from '../../../shared/model/graph.ts';

/** A graph shape with the questions that the canvas asks of it answered once. */
export interface GraphIndex {
  readonly byId: ReadonlyMap<string, GraphNode>;
  /** Ids directly inside a container; `null` is the top level. */
  readonly childrenOf: ReadonlyMap<string | null, readonly string[]>;
  /** How many containers lie around a node: 0 at the top level. */
  readonly levelOf: ReadonlyMap<string, number>;
}

/** Indexes a shape. A parent that is not in the shape, or a circle of parents, counts as the top level. */
export function indexGraph(shape: GraphShape): GraphIndex {
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const childrenOf = new Map<string | null, string[]>();
  const levelOf = new Map<string, number>();
  for (const node of byId.values()) {
    const above = containersAbove(byId, node);
    const parent = above[0] ?? null;
    levelOf.set(node.id, above.length);
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(node.id);
    else childrenOf.set(parent, [node.id]);
  }
  return { byId, childrenOf, levelOf };
}

/** The containers around a node, innermost first. */
export function containersAbove(byId: ReadonlyMap<string, GraphNode>, node: GraphNode): string[] {
  const above: string[] = [];
  const seen = new Set([node.id]);
  let parent = node.parent;
  while (parent !== null && byId.has(parent)) {
    if (seen.has(parent)) return [];
    seen.add(parent);
    above.push(parent);
    parent = byId.get(parent)?.parent ?? null;
  }
  return above;
}

/** Every node inside a container, at any depth. */
export function descendantsOf(index: GraphIndex, containerId: string): string[] {
  const found: string[] = [];
  const waiting = [...(index.childrenOf.get(containerId) ?? [])];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    found.push(id);
    for (const child of index.childrenOf.get(id) ?? []) waiting.push(child);
  }
  return found;
}
