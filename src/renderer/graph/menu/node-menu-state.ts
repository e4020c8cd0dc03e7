import type { GraphNode } from '../../../shared/model/graph.ts';
import { hasBreakpointAt, type BreakpointSets, type BreakpointSide } from '../../domain/breakpoints.ts';
import { canBreakAt, markerAt } from '../breakpoints/breakpoint-markers.ts';

/** The state of a breakpoint menu item: checked or not, and why it is disabled. */
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
  const marker = markerAt(node, side, sets);
  if (marker === 'declared') return { checked: true, fixed: true, detail: 'Declared by the graph' };
  if (!canBreakAt(node)) {
    return { checked: false, fixed: true, detail: 'Breakpoints work on top-level nodes only' };
  }
  const isEvery = hasBreakpointAt(sets[side], node.id) && !sets[side].includes(node.id);
  return { checked: marker === 'set', fixed: false, detail: isEvery ? 'Set for every node' : null };
}

/** Why thread actions at a node are disabled; `null` if they aren't. */
export function stateActionBlocker(node: GraphNode, threadId: string | null): string | null {
  if (threadId === null) return 'No thread selected';
  if (node.kind === 'start' || node.kind === 'end') return 'This node does not run';
  return node.parent === null ? null : 'State can be updated as a top-level node only';
}
