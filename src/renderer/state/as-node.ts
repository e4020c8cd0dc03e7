import type { GraphShape } from '../../shared/model/graph.ts';

/** The node that a checkpoint inside a container belongs to at the top level: `write` for `write:deep:polish`. */
function topLevel(nodeId: string): string {
  return nodeId.split(':', 1)[0] ?? nodeId;
}

/** Nodes that an update may be written as: those of the graph, or of the subgraph of a container, in their order. */
export function writableNodes({ nodes }: GraphShape, container: string | null = null): string[] {
  const prefix = container === null ? 0 : container.length + 1;
  return nodes
    .filter(({ parent, kind }) => parent === container && kind !== 'start' && kind !== 'end')
    .map(({ id }) => id.slice(prefix));
}

/** Names that servers take in the place of a node's, and what they mean (protocol, section 2.4). */
export const specialNodes: readonly {
  readonly name: string;
  readonly detail: string;
  readonly sentence: string;
}[] = [
  {
    name: '__start__',
    detail: 'as an input',
    sentence: 'The server takes this as an input: the nodes at the start of the graph run next.',
  },
  {
    name: '__end__',
    detail: 'nothing runs next',
    sentence: 'The server ends the graph here: nothing runs next. It takes no changes of values.',
  },
  {
    name: '__copy__',
    detail: 'the checkpoint once more',
    sentence:
      'The server copies the checkpoint, so that a run can start from it again. It takes no changes of values.',
  },
];

/** Why these changes can't be written as this node, or `null`. */
export function refusedAs(asNode: string | null, changes: number): string | null {
  if (changes === 0 || (asNode !== '__end__' && asNode !== '__copy__')) return null;
  return `A state written as ${asNode} takes no changes of values. Choose a node, or undo the changes.`;
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
