import type { RecordedCheckpoint } from '../../shared/model/thread-record.ts';
import type { CheckpointSource } from '../../shared/model/thread.ts';
import type { CheckpointOrigin, CheckpointFacts } from '../../shared/thread-record/history.ts';

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

/** Where a checkpoint is on its branch, in steps as LangGraph counts. `last`: the end of the branch. */
export function positionLabel(
  checkpoint: Pick<RecordedCheckpoint, 'step'> | undefined,
  last: Pick<RecordedCheckpoint, 'step'> | undefined,
): string {
  if (checkpoint === undefined) return '';
  return `step ${checkpoint.step ?? '?'} of ${last?.step ?? '?'}`;
}

/**
 * What wrote a checkpoint: the same label in the history, the inspector and checkpoint pickers. `facts`: `null` until the
 * record of the thread has it.
 */
export function checkpointOriginLabel(source: CheckpointSource, facts: CheckpointFacts | null): string {
  const origin = facts?.origin ?? origins[source];
  if (origin !== 'step' || facts === null) return origin;
  if (facts.isStart) return 'start';
  const names = [...facts.writers, ...(facts.hasUnnamedWriters ? ['…'] : [])];
  return facts.writers.length === 0 ? origin : names.join(', ');
}

/** A checkpoint by its step and its writers. */
export function checkpointLabel(
  { step, source }: Pick<RecordedCheckpoint, 'step' | 'source'>,
  facts: CheckpointFacts | null,
): string {
  return `Step ${step ?? '?'} · ${checkpointOriginLabel(source, facts)}`;
}

const origins: Readonly<Record<CheckpointSource, CheckpointOrigin>> = {
  input: 'input',
  loop: 'step',
  update: 'edit',
  fork: 'fork',
  unknown: 'unknown',
};
