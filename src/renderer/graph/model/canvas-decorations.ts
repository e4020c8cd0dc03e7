import type { ComponentType } from 'react';
import type { BreakpointSide } from '../../../shared/model/breakpoint.ts';
import type { GraphNode } from '../../../shared/model/graph.ts';

/**
 * The style of an edge: in an overlay declared but never taken, taken but not declared, or taken by the displayed run;
 * after a reload of the project what changed.
 */
export type EdgeStyle = 'faint' | 'dotted' | 'taken' | 'new' | 'changed' | 'removed';

export interface EdgeNote {
  /** The texts from the longest to the shortest; the first one that has room is shown. */
  readonly texts: readonly string[];
  readonly title: string;
}

/** An edge that the graph does not declare: one that was taken, or that a reload removed. */
export interface ExtraEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly style: EdgeStyle;
  readonly title: string;
}

export interface NodeBadgesProps {
  readonly node: GraphNode;
  /** True for an expanded container, whose badges are on its title. */
  readonly open: boolean;
}

export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

export interface CanvasDecorations {
  /** Rendered inside each node's frame. A separate component, so that it re-renders per node. */
  readonly Badges: ComponentType<NodeBadgesProps> | null;
  /** A right click or the menu key on a node or (`null`) on the background. */
  readonly onMenu: ((nodeId: string | null, at: MenuPosition) => void) | null;
  /** B on a node, or Shift+B. */
  readonly onBreak: ((nodeId: string, side: BreakpointSide) => void) | null;
  readonly descriptions: ReadonlyMap<string, string>;
  /** The canvas shows no run, so that nothing is said of the status of nodes. */
  readonly hasNoRun?: true;
  /** From 0 to 1: how strongly a node is tinted. */
  readonly tints: ReadonlyMap<string, number>;
  readonly nodeChanges: ReadonlyMap<string, 'new' | 'changed'>;
  readonly edgeStyles: ReadonlyMap<string, EdgeStyle>;
  readonly edgeNotes: ReadonlyMap<string, EdgeNote>;
  readonly extraEdges: readonly ExtraEdge[];
}
