import type { Superstep } from 'remote-graph-client/client';
import type { SourceCheckpoint } from './source-history.ts';

// How a key is written: as the tasks wrote it; the messages that are new; its whole value; or its whole value past its
// reducer.
export type KeyForm = 'written' | 'messages' | 'whole' | 'overwrite';

// - `checkpoint`: The checkpoint of the source that it makes again.
// - `forms`: How each key is written.
// - `derivedKeys`: Keys of which no task shows what it wrote: their writes are derived from the values before and after.
// - `writers`: Nodes that may have written it, if the history does not say; the first, or the corrected one, is used.
export interface PlannedStep {
  readonly checkpoint: SourceCheckpoint;
  readonly superstep: Superstep;
  readonly forms: ReadonlyMap<string, KeyForm>;
  readonly derivedKeys: readonly string[];
  readonly writers: readonly string[];
}

// What is planned otherwise, learned from a clone that differed from its source.
// - `writers`: Per step, which of its possible writers is tried.
// - `gotos`: Per step, nodes to go to, beside those that the edges lead to. They come from a node's command, which no
//   history contains.
export interface CloneAdjustments {
  // The form of a key in a step; `null` if it was not corrected.
  formOf(step: number, key: string): KeyForm | null;
  readonly writers: ReadonlyMap<number, number>;
  readonly gotos: ReadonlyMap<number, readonly string[]>;
}

export const noAdjustments: CloneAdjustments = { formOf: () => null, writers: new Map(), gotos: new Map() };
