import type { GraphNode, GraphShape } from '../../../shared/model/graph.ts';
import type { GroupedShape } from './sibling-groups.ts';

export interface GraphIndex {
  readonly byId: ReadonlyMap<string, GraphNode>;
  // Ids of direct children; `null` is the top level.
  readonly childrenOf: ReadonlyMap<string | null, readonly string[]>;
  // Nesting depth of a node: 0 at the top level.
  readonly levelOf: ReadonlyMap<string, number>;
  // Groups of siblings, which are no containers of the server.
  readonly groups: GroupedShape['groups'];
}

const noGroups: GroupedShape['groups'] = new Map();

/** Indexes a shape. A node with a missing parent or a cycle of parents counts as top-level. */
export function indexGraph(shape: GraphShape & Partial<GroupedShape>): GraphIndex {
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const childrenOf = new Map<string | null, string[]>();
  const levelOf = new Map<string, number>();
  for (const node of byId.values()) {
    const containerIds = containersAbove(byId, node);
    const parent = containerIds[0] ?? null;
    levelOf.set(node.id, containerIds.length);
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(node.id);
    else childrenOf.set(parent, [node.id]);
  }
  return { byId, childrenOf, levelOf, groups: shape.groups ?? noGroups };
}

export function containersAbove(byId: ReadonlyMap<string, GraphNode>, node: GraphNode): string[] {
  const containerIds: string[] = [];
  const visited = new Set([node.id]);
  let parent = node.parent;
  while (parent !== null && byId.has(parent)) {
    if (visited.has(parent)) return [];
    visited.add(parent);
    containerIds.push(parent);
    parent = byId.get(parent)?.parent ?? null;
  }
  return containerIds;
}

export function descendantsOf(index: GraphIndex, containerId: string): string[] {
  const descendants: string[] = [];
  const waiting = [...(index.childrenOf.get(containerId) ?? [])];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    descendants.push(id);
    for (const child of index.childrenOf.get(id) ?? []) waiting.push(child);
  }
  return descendants;
}
