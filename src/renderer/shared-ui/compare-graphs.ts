import type { GraphEdge, GraphShape } from '../../shared/model/graph.ts';

export interface EdgeEnds {
  readonly source: string;
  readonly target: string;
}

/** What differs between two versions of a graph. Nodes by ID, edges by their ends. */
export interface GraphChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Nodes of another kind, or with other breakpoints of their own. */
  readonly changed: readonly string[];
  readonly addedEdges: readonly EdgeEnds[];
  readonly removedEdges: readonly EdgeEnds[];
  /** Edges that became conditional or unconditional, or have other labels. */
  readonly changedEdges: readonly EdgeEnds[];
}

export function compareGraphs(before: GraphShape, after: GraphShape): GraphChanges {
  const nodes = compareKeys(
    new Map(
      before.nodes.map(({ id, kind, breakBefore, breakAfter }) => [id, [kind, breakBefore, breakAfter]]),
    ),
    new Map(
      after.nodes.map(({ id, kind, breakBefore, breakAfter }) => [id, [kind, breakBefore, breakAfter]]),
    ),
  );
  const edges = compareKeys(edgesByEnds(before.edges), edgesByEnds(after.edges));
  return {
    ...nodes,
    addedEdges: edges.added.map(endsOf),
    removedEdges: edges.removed.map(endsOf),
    changedEdges: edges.changed.map(endsOf),
  };
}

export function isSameGraph(changes: GraphChanges): boolean {
  return Object.values(changes).every((list: readonly unknown[]) => list.length === 0);
}

// The edges between the same two nodes as one value.
function edgesByEnds(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly unknown[]> {
  const byEnds = new Map<string, string[]>();
  for (const { source, target, conditional, label } of edges) {
    const key = JSON.stringify([source, target]);
    byEnds.set(key, [...(byEnds.get(key) ?? []), JSON.stringify([conditional, label])].toSorted());
  }
  return byEnds;
}

function endsOf(key: string): EdgeEnds {
  const [source = '', target = ''] = JSON.parse(key) as string[];
  return { source, target };
}

function compareKeys(
  before: ReadonlyMap<string, readonly unknown[]>,
  after: ReadonlyMap<string, readonly unknown[]>,
): Pick<GraphChanges, 'added' | 'removed' | 'changed'> {
  const text = (value: readonly unknown[] | undefined): string => JSON.stringify(value);
  return {
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: [...after.keys()].filter(
      (key) => before.has(key) && text(before.get(key)) !== text(after.get(key)),
    ),
  };
}
