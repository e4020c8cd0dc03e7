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
