import type { GraphShape } from '../../shared/model/graph.ts';

/** The node that a checkpoint inside a container belongs to at the top level: `write` for `write:deep:polish`. */
function topLevel(nodeId: string): string {
  return nodeId.split(':', 1)[0] ?? nodeId;
}

/** Nodes that an update may be written as: the top level ones, in the order of the graph. */
export function writableNodes({ nodes }: GraphShape): string[] {
  return nodes
    .filter(({ parent, kind }) => parent === null && kind !== 'start' && kind !== 'end')
    .map(({ id }) => id);
}

/** What may run after a node: the targets of its edges at the top level. */
export interface Successors {
  readonly nodes: readonly string[];
  /** True when a router decides which of them. */
  readonly conditional: boolean;
  /** True when the graph may end there. */
  readonly canEnd: boolean;
}

/** Follows the edges that leave a top level node, wherever inside of it they start. */
export function successorsOf({ nodes, edges }: GraphShape, nodeId: string): Successors {
  const ends = new Set(
    nodes.filter(({ kind, parent }) => kind === 'end' && parent === null).map(({ id }) => id),
  );
  const leaving = edges.filter(
    ({ source, target }) => topLevel(source) === nodeId && (topLevel(target) !== nodeId || source === target),
  );
  const targets = [...new Set(leaving.map(({ target }) => topLevel(target)))];
  return {
    nodes: targets.filter((target) => !ends.has(target)),
    conditional: leaving.some(({ conditional }) => conditional),
    canEnd: targets.some((target) => ends.has(target)),
  };
}

/** What a choice of node means for what runs next, in one sentence. */
export function nextSentence({ nodes, conditional, canEnd }: Successors): string {
  if (nodes.length === 0) return 'After it the graph is at its end.';
  const names = nodes.join(conditional ? ' or ' : ' and ');
  if (conditional) {
    return `Next would be ${names}${canEnd ? ' or the end' : ''}: its router decides from the new state.`;
  }
  return `Next would be ${names}.`;
}
