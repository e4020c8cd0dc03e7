/** A box to lay out. Containers are sized by their contents; `width` and `height` are then minimums. */
export interface LayoutNode {
  readonly id: string;
  readonly parent: string | null;
  readonly container: boolean;
  readonly width: number;
  readonly height: number;
  /** Keeps its own width; other plain nodes are as wide as the widest one of their layer. */
  readonly fixedWidth?: boolean;
  /** How far a container's title extends from its left border: edges from above enter beside it. */
  readonly title?: number;
}

export interface LayoutEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly label: { readonly width: number; readonly height: number } | null;
}

export type FlowDirection = 'down' | 'right';

/** All inputs of a layout: the same input gives the same result. */
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

/** A route in canvas coordinates: start, bends, end; and the position of the label. */
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

export interface LayoutRequest {
  readonly id: number;
  readonly input: LayoutInput;
}
export type LayoutReply =
  | { readonly id: number; readonly result: LayoutResult }
  | { readonly id: number; readonly problem: string };
