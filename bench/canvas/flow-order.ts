import type { LayoutEdge, LayoutInput } from '../../src/renderer/graph/model/layout-types.ts';

/** A graph in topological order. */
export interface FlowInput extends LayoutInput {
  /** `back`: the edge closes a cycle, from a later node to an earlier one. */
  readonly edges: readonly (LayoutEdge & { readonly back: boolean })[];
}

/**
 * Orders the nodes from the entry, each after its predecessors, so that only edges that close a cycle point
 * back.
 */
export function inFlowOrder(input: LayoutInput): FlowInput {
  const rank = flowRanks(input);
  const rankOf = (id: string): number => rank.get(id) ?? 0;
  return {
    direction: input.direction,
    nodes: input.nodes.toSorted((a, b) => rankOf(a.id) - rankOf(b.id)),
    edges: input.edges.map((edge) => ({ ...edge, back: rankOf(edge.source) > rankOf(edge.target) })),
  };
}

/** Reverse postorder of a depth-first search from the roots; a container ranks as its first node. */
function flowRanks({ nodes, edges }: LayoutInput): Map<string, number> {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const entered = new Set<string>();
  for (const { source, target } of edges) {
    next.get(source)?.push(target);
    if (source !== target) entered.add(target);
  }
  const visited = new Set<string>();
  const entries = nodes.filter(({ id }) => !entered.has(id)).map(({ id }) => id);
  const order = postorder(entries.toReversed(), next, visited).toReversed();
  // Nodes without a root are in a cycle, which starts at its first listed node.
  for (const { id } of nodes) order.push(...postorder([id], next, visited).toReversed());

  const rank = new Map(order.map((id, index) => [id, index]));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  for (const { id, container } of nodes) if (container) rank.delete(id);
  for (const { id, container } of nodes) {
    const nodeRank = rank.get(id);
    if (container || nodeRank === undefined) continue;
    for (let up = parents.get(id) ?? null; up !== null; up = parents.get(up) ?? null) {
      rank.set(up, Math.min(rank.get(up) ?? nodeRank, nodeRank));
    }
  }
  return rank;
}

/** Depth-first postorder. Iterative, because long chains would overflow the stack. */
function postorder(
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
  visited: Set<string>,
): string[] {
  const left: string[] = [];
  for (const start of starts) {
    if (visited.has(start)) continue;
    visited.add(start);
    const path = [{ id: start, ahead: [...(next.get(start) ?? [])] }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      // The last edge first, so that in reverse order the first one comes first.
      const to = top.ahead.pop();
      if (to === undefined) {
        left.push(top.id);
        path.pop();
      } else if (next.has(to) && !visited.has(to)) {
        visited.add(to);
        path.push({ id: to, ahead: [...(next.get(to) ?? [])] });
      }
    }
  }
  return left;
}
