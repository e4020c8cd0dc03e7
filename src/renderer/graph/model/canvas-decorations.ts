import type { ComponentType } from 'react';
import type { BreakpointSide } from '../../domain/breakpoints.ts';
import type { GraphNode } from '../../../shared/model/graph.ts';

/** How an edge looks besides what it is: declared but never taken, or taken by the run that is looked at. */
export type EdgeStyle = 'faint' | 'dotted' | 'taken';

/** An edge that is drawn between two nodes on the canvas although the graph does not declare it. */
export interface ExtraEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly style: EdgeStyle;
  /** What its tooltip says. */
  readonly title: string;
}

export interface NodeBadgesProps {
  readonly node: GraphNode;
  /** True for an open container, whose badges stand on its title. */
  readonly open: boolean;
}

/** Where a context menu was asked for, in the window's coordinates. */
export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

/** What lies over the plain picture of the graph: badges, a context menu, what a run did. */
export interface CanvasDecorations {
  /** Drawn inside of each node's frame. A component of its own, so that it can wake for its node alone. */
  readonly Badges: ComponentType<NodeBadgesProps> | null;
  /** A right click, or the menu key, on a node or (`null`) beside all of them. */
  readonly onMenu: ((nodeId: string | null, at: MenuPosition) => void) | null;
  /** B on a node, or Shift+B. */
  readonly onBreak: ((nodeId: string, side: BreakpointSide) => void) | null;
  /** What is to be said of a node besides its own words. */
  readonly descriptions: ReadonlyMap<string, string>;
  /** From 0 to 1: how strongly a node is tinted. */
  readonly tints: ReadonlyMap<string, number>;
  readonly edgeStyles: ReadonlyMap<string, EdgeStyle>;
  readonly extraEdges: readonly ExtraEdge[];
}
