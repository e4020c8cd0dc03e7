/** A checkpoint of a subgraph: the namespace of its history, and its id there. */
export interface SubgraphCheckpoint {
  readonly checkpointNs: string;
  readonly checkpointId: string;
}

/** A run of a subgraph: its namespace, and the checkpoint of the thread whose tasks ran it. */
export interface SubgraphRun {
  readonly rootId: string;
  readonly checkpointNs: string;
}

/** A place in a thread's past. `null` follows the newest; `inner` lies under the checkpoint whose tasks ran the subgraph. */
export interface CheckpointSelection {
  readonly checkpointId: string | null;
  readonly inner: SubgraphCheckpoint | null;
}
