// Distances in px, for a flow from top to bottom.
export const spacing = {
  // Between two nodes of a layer, a node and a passing line, and two such lines.
  nodes: 36,
  nodeLine: 20,
  lines: 14,
  // Between layers: without bent lines, and next to a layer of only lines and labels.
  layers: 32,
  lineLayers: 22,
  // Between a container's border and its first layer, besides the padding.
  ports: 8,
  // From a layer to the first track (room for an interrupt badge), from the last track to the next layer
  // (room for an arrow head), between tracks.
  beforeTracks: 22,
  afterTracks: 18,
  tracks: 10,
  // Maximum height of a channel's tracks; more tracks move closer together.
  maxTracks: 240,
  // Between two edge ends on a node's side, and from an end to the corner.
  ends: 14,
  minEnds: 7,
  corner: 14,
  // How far a self-loop extends from its node, and the distance between its ends.
  loop: 18,
  components: 44,
} as const;

export interface Padding {
  readonly before: number;
  readonly after: number;
  readonly left: number;
  readonly right: number;
}

export const rootPadding: Padding = { before: 16, after: 16, left: 16, right: 16 };
// Wide enough at the sides that no edge crosses the button after the title.
export const downPadding: Padding = { before: 36, after: 18, left: 28, right: 28 };
// For a flow from left to right, which is laid out transposed: the title's side is the left one.
export const rightPadding: Padding = { before: 18, after: 18, left: 36, right: 18 };

export interface ChildSize {
  readonly width: number;
  readonly height: number;
  // Room on the right for its self-loops.
  readonly loops: number;
  // The height of the highest label of its self-loops, which may exceed its own.
  readonly loopHeight: number;
}

// The offset from a child's middle where an edge must end; `null` if it may end anywhere.
export type FixedPort = (segment: number, end: 'from' | 'to') => number | null;
