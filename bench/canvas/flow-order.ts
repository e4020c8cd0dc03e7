import type { LayoutEdge, LayoutInput } from '../../src/renderer/graph/model/layout-types.ts';

/** A graph in the order of its flow. */
export interface FlowInput extends LayoutInput {
  /** `back`: the edge closes a loop, from a later node to an earlier one. */
  readonly edges: readonly (LayoutEdge & { readonly back: boolean })[];
}

/**
 * The nodes in the order of the flow: from the entry on, each node after what leads to it, so that only the
 * edges that close a loop go back.
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

/** Reverse postorder of a walk in depth from the nodes that nothing leads to; a container ranks as its first node. */
function flowRanks({ nodes, edges }: LayoutInput): Map<string, number> {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const entered = new Set<string>();
  for (const { source, target } of edges) {
    next.get(source)?.push(target);
    if (source !== target) entered.add(target);
  }
  const seen = new Set<string>();
  const entries = nodes.filter(({ id }) => !entered.has(id)).map(({ id }) => id);
  const order = postorder(entries.toReversed(), next, seen).toReversed();
  // What no entry leads to is a circle; it starts at the node that is listed first.
  for (const { id } of nodes) order.push(...postorder([id], next, seen).toReversed());

  const rank = new Map(order.map((id, at) => [id, at]));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  for (const { id, container } of nodes) if (container) rank.delete(id);
  for (const { id, container } of nodes) {
    const own = rank.get(id);
    if (container || own === undefined) continue;
    for (let up = parents.get(id) ?? null; up !== null; up = parents.get(up) ?? null) {
      rank.set(up, Math.min(rank.get(up) ?? own, own));
    }
  }
  return rank;
}

/** Nodes in the order in which a walk in depth leaves them. A loop of its own: long chains would overflow the stack. */
function postorder(
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): string[] {
  const left: string[] = [];
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, ahead: [...(next.get(start) ?? [])] }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      // The last edge first, so that in the reversed order the first one comes first.
      const to = top.ahead.pop();
      if (to === undefined) {
        left.push(top.id);
        path.pop();
      } else if (next.has(to) && !seen.has(to)) {
        seen.add(to);
        path.push({ id: to, ahead: [...(next.get(to) ?? [])] });
      }
    }
  }
  return left;
}
