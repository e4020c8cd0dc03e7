import type { CheckpointSource } from '../../shared/model/threads/thread.ts';

/** The namespace of the subgraph's history, and an ID in it. */
export interface SubgraphCheckpoint {
  readonly checkpointNs: string;
  readonly checkpointId: string;
}

/** The namespace of a subgraph, and the checkpoint of the thread whose tasks ran it. */
export interface SubgraphRun {
  readonly rootId: string;
  readonly checkpointNs: string;
}

/** `null` follows the newest checkpoint; `inner` is below the checkpoint whose tasks ran the subgraph. */
export interface CheckpointSelection {
  readonly checkpointId: string | null;
  readonly inner: SubgraphCheckpoint | null;
}

/** What wrote a checkpoint, as far as known. */
export interface CheckpointOrigin {
  readonly source: CheckpointSource;
  /** Nodes whose results it contains. */
  readonly writers: readonly string[];
  /** The step that takes the input: no node of the graph has written yet. */
  readonly isStart: boolean;
}

/** The same label in the history, the inspector and checkpoint pickers. */
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
