import type { NodeStatusEntry } from './node-statuses.ts';

// What a graph says of its decisions.
export interface DecisionGraph {
  readonly nodes: readonly {
    readonly id: string;
    readonly kind: string;
    readonly parent: string | null;
  }[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly conditional: boolean;
  }[];
}

/**
 * Nodes to which the turn could have gone but did not: targets of a conditional edge whose source ran. Includes the subgraph
 * of a skipped node unless something in it ran. Excludes nodes further downstream, because no decision was made about them.
 */
export function skippedNodes(
  graph: DecisionGraph,
  nodes: ReadonlyMap<string, Pick<NodeStatusEntry, 'visits'>>,
): ReadonlySet<string> {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const hasRun = (id: string): boolean => byId.get(id)?.kind === 'start' || (nodes.get(id)?.visits ?? 0) > 0;
  const skipped = new Set<string>();
  for (const { source, target, conditional } of graph.edges) {
    const kind = byId.get(target)?.kind;
    if (!conditional || kind === undefined || kind === 'end' || !hasRun(source)) continue;
    for (let id: string | null = target; id !== null && !hasRun(id) && !skipped.has(id);) {
      // Stop at the subgraph in which the decision was made.
      if (source.startsWith(`${id}:`)) break;
      skipped.add(id);
      id = byId.get(id)?.parent ?? null;
    }
  }
  return skipped;
}
