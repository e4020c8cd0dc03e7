import type { GraphNode } from '../../../shared/model/graph.ts';
import { hasBreakpointAt, type BreakpointSets, type BreakpointSide } from '../../domain/breakpoints.ts';

/** Who wants runs to stop there: the graph itself, which can't be changed from here, or the person. */
export type BreakpointMarker = 'declared' | 'set';

/** Whether runs can be made to stop at a node. Servers look at the nodes of the top level only. */
export function canBreakAt({ parent, kind }: GraphNode): boolean {
  return parent === null && kind !== 'start' && kind !== 'end';
}

/** The sign at one side of a node, if any. What the graph declares holds whatever else is set. */
export function markerAt(
  node: GraphNode,
  side: BreakpointSide,
  sets: BreakpointSets,
): BreakpointMarker | null {
  const isDeclared = side === 'before' ? node.breakBefore : node.breakAfter;
  if (isDeclared) return 'declared';
  return canBreakAt(node) && hasBreakpointAt(sets[side], node.id) ? 'set' : null;
}

/** What the person's breakpoints add to a node's words. */
export function breakpointLabels(node: GraphNode, sets: BreakpointSets): string[] {
  return (['before', 'after'] as const)
    .filter((side) => markerAt(node, side, sets) === 'set')
    .map((side) => `your breakpoint ${side}`);
}

/** How many breakpoints a person set; all nodes count as one. */
export function breakpointCount({ before, after }: BreakpointSets): number {
  return before.length + after.length;
}
