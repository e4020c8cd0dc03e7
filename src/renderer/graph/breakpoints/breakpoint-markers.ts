import type { GraphNode } from '../../../shared/model/graph.ts';
import { hasBreakpointAt, type BreakpointSets, type BreakpointSide } from '../../domain/breakpoints.ts';

/** The source of a breakpoint: declared by the graph, which is read-only here, or set by the user. */
export type BreakpointMarker = 'declared' | 'set';

/** Whether a node can have a breakpoint. Servers support only top-level nodes. */
export function canBreakAt({ parent, kind }: GraphNode): boolean {
  return parent === null && kind !== 'start' && kind !== 'end';
}

/** The marker on one side of a node, if any. A declared breakpoint takes precedence. */
export function markerAt(
  node: GraphNode,
  side: BreakpointSide,
  sets: BreakpointSets,
): BreakpointMarker | null {
  const isDeclared = side === 'before' ? node.breakBefore : node.breakAfter;
  if (isDeclared) return 'declared';
  return canBreakAt(node) && hasBreakpointAt(sets[side], node.id) ? 'set' : null;
}

export function breakpointLabels(node: GraphNode, sets: BreakpointSets): string[] {
  return (['before', 'after'] as const)
    .filter((side) => markerAt(node, side, sets) === 'set')
    .map((side) => `your breakpoint ${side}`);
}

/** The number of breakpoints set by the user; all nodes count as one. */
export function breakpointCount({ before, after }: BreakpointSets): number {
  return before.length + after.length;
}
