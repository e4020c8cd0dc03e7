import type { CheckpointSource } from '../../shared/model/threads/thread.ts';

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

/** What wrote a checkpoint, as far as it is known. */
export interface CheckpointOrigin {
  readonly source: CheckpointSource;
  /** Nodes whose results it holds. */
  readonly writers: readonly string[];
  /** It is the step that takes an input in: no node of the graph has written yet. */
  readonly isStart: boolean;
}

/** What wrote a checkpoint: the same words in the history, the inspector and wherever a checkpoint is chosen. */
export function checkpointOriginLabel({ source, writers, isStart }: CheckpointOrigin): string {
  const names = writers.join(', ');
  switch (source) {
    case 'loop':
      return names === '' ? (isStart ? 'start' : 'step') : names;
    case 'update':
      return names === '' ? 'edit' : `edit as ${names}`;
    case 'fork':
      return 'copy';
    case 'input':
    case 'unknown':
      return source;
  }
}
