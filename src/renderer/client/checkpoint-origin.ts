import type { CheckpointSource } from '../../shared/model/threads/thread.ts';

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
