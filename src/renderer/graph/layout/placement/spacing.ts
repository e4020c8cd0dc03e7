/** Distances in px, for a flow from top to bottom. */
export const spacing = {
  /** Between two nodes of a layer, a node and a line that passes it, and two such lines. */
  nodes: 36,
  nodeLine: 20,
  lines: 14,
  /** Between layers: without a line that goes aside, and next to a layer that only lines and labels are in. */
  layers: 32,
  lineLayers: 22,
  /** Between a container's border and its first layer, besides the padding. */
  ports: 8,
  /** From a layer to the first track (a waiting node's question fits), from the last to the next layer (an arrow head fits), between tracks. */
  beforeTracks: 22,
  afterTracks: 18,
  tracks: 10,
  /** No channel is higher than this for its tracks; they move together instead. */
  mostTracks: 240,
  /** Where edges meet a node: between two of them, and to its corners. */
  ends: 14,
  leastEnds: 7,
  corner: 14,
  /** How far a loop reaches beside its node, and how far its ends are apart. */
  loop: 18,
  /** Between parts that nothing connects. */
  parts: 44,
} as const;

/** Room around what lies in a container. The title lies at the top. */
export interface Padding {
  readonly before: number;
  readonly after: number;
  readonly left: number;
  readonly right: number;
}

export const rootPadding: Padding = { before: 16, after: 16, left: 16, right: 16 };
/** Wide enough at the sides that no edge goes through the button at the end of the title. */
export const downPadding: Padding = { before: 36, after: 18, left: 28, right: 28 };
/** For a flow from left to right, which is laid out turned over: the title's side is the left one. */
export const rightPadding: Padding = { before: 18, after: 18, left: 36, right: 18 };

/** What is known of a child when the container around it is placed. */
export interface ChildSize {
  readonly width: number;
  readonly height: number;
  /** Room to the right of it for its loops. */
  readonly loops: number;
  /** The height of the highest label of its loops, which may be higher than itself. */
  readonly loopHeight: number;
}

/** Where an edge meets a child, to the right of its middle; `null` where the child lets it end anywhere. */
export type FixedPort = (strand: number, end: 'from' | 'to') => number | null;
