/** A box to place. Containers get their size from what lies in them; `width` and `height` are then the least. */
export interface LayoutNode {
  readonly id: string;
  readonly parent: string | null;
  readonly container: boolean;
  readonly width: number;
  readonly height: number;
  /** How far a container's title reaches from its left border: edges from above come in beside it. */
  readonly title?: number;
}

export interface LayoutEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The size of the edge's label, when it has one. */
  readonly label: { readonly width: number; readonly height: number } | null;
}

/** Where edges lead to, except those that close a loop. */
export type FlowDirection = 'down' | 'right';

/** Everything that decides a layout, and nothing else: the same input gives the same picture. */
export interface LayoutInput {
  readonly direction: FlowDirection;
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A route in canvas coordinates: start, bends, end; and where the label goes. */
export interface EdgeRoute {
  readonly points: readonly Point[];
  readonly label: Box | null;
}

export interface LayoutResult {
  /** Boxes by node id, in canvas coordinates. */
  readonly nodes: ReadonlyMap<string, Box>;
  readonly edges: ReadonlyMap<string, EdgeRoute>;
  readonly width: number;
  readonly height: number;
}

/** What goes to the layout worker, and what comes back. */
export interface LayoutRequest {
  readonly id: number;
  readonly input: LayoutInput;
}
export type LayoutReply =
  { readonly id: number; readonly result: LayoutResult } | { readonly id: number; readonly problem: string };
