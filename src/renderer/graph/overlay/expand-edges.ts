import type { GraphEdge, GraphNode, GraphShape } from '../../../shared/model/graph.ts';
import { containersAbove } from '../model/graph-index.ts';

// The start and end of a (sub)graph, as ends of a transition. Node ids are never empty.
export const startEnd = { start: '', end: '' } as const;

// A transition between two nodes of one (sub)graph. `from: ''` is its start, `to: ''` its end.
export interface Transition {
  readonly container: string;
  readonly from: string;
  readonly to: string;
}

export function transitionKey({ container, from, to }: Transition): string {
  return JSON.stringify([container, from, to]);
}

// The transitions that an edge of the expanded graph represents: out of the subgraphs around its source,
// across, and into those around its target. The server removes the start and end of an expanded subgraph and
// connects the edges around them (docs/protocol.md, X-ray): `plan -> write:draft` is `plan -> write`, and in
// `write` from its start to `draft`.
export function transitionsOf(byId: ReadonlyMap<string, GraphNode>, edge: GraphEdge): readonly Transition[] {
  const source = chainOf(byId, edge.source);
  const target = chainOf(byId, edge.target);
  let common = 0;
  while (
    common < Math.min(source.length, target.length) - 1 &&
    source[common] === target[common] &&
    source[common] !== undefined
  ) {
    common += 1;
  }
  // An edge between a container and its own content.
  if (source[common] === target[common] && edge.source !== edge.target) common += 1;
  const nameAt = (chain: readonly string[], index: number): string => {
    const id = chain[index];
    const node = id === undefined ? undefined : byId.get(id);
    return node === undefined || node.kind === 'start' || node.kind === 'end' ? '' : (id ?? '');
  };
  const containerAt = (chain: readonly string[], index: number): string => chain[index - 1] ?? '';
  const transitions: Transition[] = [
    { container: containerAt(source, common), from: nameAt(source, common), to: nameAt(target, common) },
  ];
  for (let at = common + 1; at < source.length; at += 1) {
    transitions.push({ container: containerAt(source, at), from: nameAt(source, at), to: startEnd.end });
  }
  for (let depth = common + 1; depth < target.length; depth += 1) {
    transitions.push({
      container: containerAt(target, depth),
      from: startEnd.start,
      to: nameAt(target, depth),
    });
  }
  // An inner start or end that remained in the drawing is not a transition of its own.
  return transitions.filter(({ from, to }, index) => index === 0 || from !== '' || to !== '');
}

// The transitions that a graph declares, with the edges that contain them.
export interface DeclaredTransitions {
  readonly transitionsByEdge: ReadonlyMap<string, readonly Transition[]>;
  readonly keys: ReadonlySet<string>;
  readonly leads: ReadonlySet<string>;
}

export function declaredTransitions(shape: GraphShape): DeclaredTransitions {
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const transitionsByEdge = new Map<string, readonly Transition[]>();
  const keys = new Set<string>();
  const leads = new Set<string>();
  for (const edge of shape.edges) {
    if (!byId.has(edge.source) || !byId.has(edge.target)) continue;
    const parts = transitionsOf(byId, edge);
    transitionsByEdge.set(edge.id, parts);
    for (const transition of parts) {
      keys.add(transitionKey(transition));
      leads.add(transition.from);
    }
  }
  return { transitionsByEdge, keys, leads };
}

function chainOf(byId: ReadonlyMap<string, GraphNode>, id: string): readonly string[] {
  const node = byId.get(id);
  return node ? [...containersAbove(byId, node).toReversed(), id] : [id];
}
