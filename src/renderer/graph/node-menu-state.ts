import type { GraphNode } from '../../shared/model/graph.ts';
import { everyNode, type Breakpoint, type BreakpointSide } from '../../shared/model/breakpoint.ts';
import { breakpointConditionsText } from '../shared-ui/breakpoint-labels.ts';
import { canBreakAt, markerAt } from './breakpoint-markers.ts';

export interface BreakpointMenuState {
  readonly checked: boolean;
  readonly fixed: boolean;
  readonly detail: string | null;
}

export function breakpointMenuState(
  node: GraphNode,
  side: BreakpointSide,
  breakpoints: readonly Breakpoint[],
): BreakpointMenuState {
  const marker = markerAt(node, side, breakpoints);
  if (marker === 'declared') return { checked: true, fixed: true, detail: 'Declared by the graph' };
  if (!canBreakAt(node)) {
    return { checked: false, fixed: true, detail: 'Breakpoints work on top-level nodes only' };
  }
  const here = breakpoints.filter((one) => one.side === side && one.enabled);
  const ofNode = here.filter(({ nodeId }) => nodeId === node.id);
  const isEvery = ofNode.length === 0 && here.some(({ nodeId }) => nodeId === everyNode);
  const conditions = ofNode.map(breakpointConditionsText).filter((text) => text !== '');
  return {
    checked: ofNode.length > 0 || isEvery,
    fixed: false,
    detail: isEvery ? 'Set for every node' : conditions.length > 0 ? conditions.join('; ') : null,
  };
}

export function changeBlocker(
  node: GraphNode,
  threadId: string | null,
  unavailable: string | null,
): string | null {
  return unavailable ?? stateActionBlocker(node, threadId);
}

export function stateActionBlocker(node: GraphNode, threadId: string | null): string | null {
  if (threadId === null) return 'No thread selected';
  if (node.kind === 'start' || node.kind === 'end') return 'This node does not run';
  return node.parent === null ? null : 'State can be updated as a top-level node only';
}
