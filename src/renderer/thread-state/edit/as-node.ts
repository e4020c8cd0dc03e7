import type { GraphShape } from '../../../shared/model/graph.ts';

// The top-level node of a node id: `write` for `write:deep:polish`.
function topLevel(nodeId: string): string {
  return nodeId.split(':', 1)[0] ?? nodeId;
}

// The nodes an update can be written as: those of the graph, or of a container's subgraph, in graph order.
export function writableNodes({ nodes }: GraphShape, container: string | null = null): string[] {
  const prefix = container === null ? 0 : container.length + 1;
  return nodes
    .filter(({ parent, kind }) => parent === container && kind !== 'start' && kind !== 'end')
    .map(({ id }) => id.slice(prefix));
}

// Special node names that servers accept, with their meaning (docs/protocol.md, State updates).
export const specialNodes: readonly {
  readonly name: string;
  readonly detail: string;
  readonly sentence: string;
}[] = [
  {
    name: '__start__',
    detail: 'as an input',
    sentence: 'The server treats this as an input: the nodes at the start of the graph run next.',
  },
  {
    name: '__end__',
    detail: 'ends the step',
    sentence:
      'The server ends this step: results that its tasks have saved are applied, and what follows them runs next; tasks without a result are dropped. It accepts no changes to values.',
  },
  {
    name: '__copy__',
    detail: 'copy of the checkpoint',
    sentence:
      'The server copies the checkpoint with what runs next, so that a run can start from it again. It accepts no changes to values.',
  },
];

// Why this number of changes can't be written as this node, or `null`. `isFirst`: the thread has no state yet.
export function asNodeProblem(asNode: string | null, changes: number, isFirst = false): string | null {
  if (isFirst && asNode === '__copy__') return 'There is no checkpoint to copy yet.';
  if (changes === 0 || (asNode !== '__end__' && asNode !== '__copy__')) return null;
  return `A state written as ${asNode} accepts no changes to values. Choose a node, or undo the changes.`;
}

export function checkpointPositionText(asNode: string | null, fork: boolean): string {
  if (asNode === '__copy__') return 'The copy is a sibling of this checkpoint; later checkpoints are kept.';
  return fork ? 'Creates a fork; later checkpoints are kept.' : 'A new checkpoint follows this one.';
}

// Describes the effect of an update without changes.
export function noChangesText(asNode: string | null): string {
  const same = 'Without changes, no values are sent: a checkpoint with the same values is created';
  if (asNode === null) return `${same}, and the same nodes run next.`;
  const isSpecial = specialNodes.some(({ name }) => name === asNode);
  return isSpecial ? `${same}.` : `${same}, and what follows ${asNode} runs next.`;
}

export interface Successors {
  readonly nodes: readonly string[];
  readonly conditional: boolean;
  readonly canEnd: boolean;
}

// Follows the edges that leave a top-level node, including those from inside its subgraph.
export function successorsOf({ nodes, edges }: GraphShape, nodeId: string): Successors {
  const ends = new Set(
    nodes.filter(({ kind, parent }) => kind === 'end' && parent === null).map(({ id }) => id),
  );
  const edgesFromNode = edges.filter(
    ({ source, target }) => topLevel(source) === nodeId && (topLevel(target) !== nodeId || source === target),
  );
  const targets = [...new Set(edgesFromNode.map(({ target }) => topLevel(target)))];
  return {
    nodes: targets.filter((target) => !ends.has(target)),
    conditional: edgesFromNode.some(({ conditional }) => conditional),
    canEnd: targets.some((target) => ends.has(target)),
  };
}

export function nextNodesText({ nodes, conditional, canEnd }: Successors): string {
  if (nodes.length === 0) return 'The graph is finished after this.';
  const names = nodes.join(conditional ? ' or ' : ' and ');
  if (conditional) {
    return `Next would be ${names}${canEnd ? ' or the end' : ''}: its router decides from the new state.`;
  }
  return `Next would be ${names}.`;
}
