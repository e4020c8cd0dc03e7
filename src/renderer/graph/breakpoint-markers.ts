import type { GraphNode } from '../../shared/model/graph.ts';
import {
  everyNode,
  isCheckedByStudio,
  type Breakpoint,
  type BreakpointSide,
} from '../../shared/model/breakpoint.ts';

// The marker of a breakpoint. `declared`: by the graph, which is read-only here; the others are set by the user,
// the one that matters most first: `set` stops always, `conditional` sometimes, `log` never, `disabled` is off.
export const breakpointMarkers = ['declared', 'set', 'conditional', 'log', 'disabled'] as const;
export type BreakpointMarker = (typeof breakpointMarkers)[number];

// Whether a node can have a breakpoint. Servers support only top-level nodes.
export function canBreakAt({ parent, kind }: Pick<GraphNode, 'parent' | 'kind'>): boolean {
  return parent === null && kind !== 'start' && kind !== 'end';
}

export function markerOf(breakpoint: Breakpoint): Exclude<BreakpointMarker, 'declared'> {
  if (!breakpoint.enabled) return 'disabled';
  if (breakpoint.logMessage !== null) return 'log';
  return isCheckedByStudio(breakpoint) ? 'conditional' : 'set';
}

/** The marker on one side of a node, if any: of the breakpoint that matters most. */
export function markerAt(
  node: GraphNode,
  side: BreakpointSide,
  breakpoints: readonly Breakpoint[],
): BreakpointMarker | null {
  if (side === 'before' ? node.breakBefore : node.breakAfter) return 'declared';
  if (!canBreakAt(node)) return null;
  const markers = breakpoints
    .filter((one) => one.side === side && (one.nodeId === node.id || one.nodeId === everyNode))
    .map(markerOf);
  return breakpointMarkers.find((marker) => marker !== 'declared' && markers.includes(marker)) ?? null;
}

export function declaredBreakpoints(nodes: readonly GraphNode[]): Pick<Breakpoint, 'nodeId' | 'side'>[] {
  return nodes.flatMap(({ id, breakBefore, breakAfter }) => [
    ...(breakBefore ? [{ nodeId: id, side: 'before' as const }] : []),
    ...(breakAfter ? [{ nodeId: id, side: 'after' as const }] : []),
  ]);
}

const names: Readonly<Record<Exclude<BreakpointMarker, 'declared'>, string>> = {
  set: 'your breakpoint',
  conditional: 'your conditional breakpoint',
  log: 'your logpoint',
  disabled: 'your disabled breakpoint',
};

export function breakpointLabels(node: GraphNode, breakpoints: readonly Breakpoint[]): string[] {
  return (['before', 'after'] as const).flatMap((side) => {
    const marker = markerAt(node, side, breakpoints);
    return marker === null || marker === 'declared' ? [] : `${names[marker]} ${side}`;
  });
}

// The number of enabled breakpoints set by the user; all nodes count as one.
export function breakpointCount(breakpoints: readonly Breakpoint[]): number {
  return breakpoints.filter(({ enabled }) => enabled).length;
}
