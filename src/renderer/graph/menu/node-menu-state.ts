import type { GraphNode } from '../../../shared/model/graph.ts';
import { hasBreakpointAt, type BreakpointSets, type BreakpointSide } from '../../domain/breakpoints.ts';
import { canBreakAt, markerAt } from '../breakpoints/breakpoint-markers.ts';

/** How a breakpoint stands in a node's menu: on or off, and why it can't be changed. */
export interface BreakpointMenuState {
  readonly checked: boolean;
  readonly fixed: boolean;
  readonly detail: string | null;
}

export function breakpointMenuState(
  node: GraphNode,
  side: BreakpointSide,
  sets: BreakpointSets,
): BreakpointMenuState {
  const sign = markerAt(node, side, sets);
  if (sign === 'declared') return { checked: true, fixed: true, detail: 'Declared by the graph' };
  if (!canBreakAt(node)) {
    return { checked: false, fixed: true, detail: 'Servers stop at nodes of the top level only' };
  }
  const isEvery = hasBreakpointAt(sets[side], node.id) && !sets[side].includes(node.id);
  return { checked: sign === 'set', fixed: false, detail: isEvery ? 'As every node' : null };
}

/** Why nothing can be done with a thread's state at a node; `null` when it can. */
export function stateActionBlocker(node: GraphNode, threadId: string | null): string | null {
  if (threadId === null) return 'No thread is chosen';
  if (node.kind === 'start' || node.kind === 'end') return 'It is no node that runs';
  return node.parent === null ? null : 'Only nodes of the top level can be written as';
}
