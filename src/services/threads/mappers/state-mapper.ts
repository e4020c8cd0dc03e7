import type { CheckpointSource, ThreadState } from '../../../shared/model/thread.ts';
import { enumOrUnknown, numberOrNull, nonEmptyStringOrNull, timeOrNull } from '../../common/narrow.ts';
import { noAnswerEvidence, type AnswerEvidence } from './finished-tasks.ts';
import { AppError } from '../../../shared/app-error.ts';
import { listMembers } from '../../../shared/missing-members.ts';
import { missingMembers } from './missing-members.ts';
import { parseTasks } from './task-mapper.ts';
import { readRawMembers, type JsonMembers } from '../../common/raw-members.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

const sources = ['input', 'loop', 'update', 'fork'] as const;

export interface CheckpointHeader {
  readonly checkpointId: string | null;
  readonly parentId: string | null;
  readonly threadId: string | null;
  readonly createdAt: string | null;
  readonly step: number | null;
  readonly source: CheckpointSource;
  readonly runId: string | null;
  readonly next: string[];
}

/** Reads a state (docs/protocol.md, State object) without its values. */
export function readCheckpointHeader(state: JsonMembers): CheckpointHeader {
  const metadata = recordOrEmpty(state.value('metadata'));
  const step = numberOrNull(metadata['step']);
  return {
    checkpointId:
      checkpointIdOf(state.value('checkpoint')) ?? nonEmptyStringOrNull(state.value('checkpoint_id')),
    parentId:
      checkpointIdOf(state.value('parent_checkpoint')) ??
      nonEmptyStringOrNull(state.value('parent_checkpoint_id')),
    threadId: nonEmptyStringOrNull(recordOrEmpty(state.value('checkpoint'))['thread_id']),
    createdAt: timeOrNull(state.value('created_at')),
    step: Number.isInteger(step) ? step : null,
    source: enumOrUnknown(sources, metadata['source']),
    runId: nonEmptyStringOrNull(metadata['run_id']),
    next: arrayOrEmpty(state.value('next')).map(String),
  };
}

/**
 * Maps a state's own text: values and metadata stay text, so that every number, key order and duplicate
 * survives. A thread that never ran has no checkpoint and no metadata. `evidence`: which
 * tasks are answered where the state alone does not say.
 */
export function toThreadState(
  threadId: string,
  stateText: string,
  evidence: AnswerEvidence = noAnswerEvidence,
): ThreadState {
  const state = readRawMembers(stateText);
  const { checkpointId, parentId, createdAt, step, source } = readCheckpointHeader(state);
  const missing = missingMembers(state);
  // Nothing could be said about a state without them, and an edit would start from nothing.
  if (missing.includes('values')) throw withoutMembers('state of the thread', ['values']);
  return {
    threadId,
    checkpointId,
    parentId,
    createdAt,
    step,
    source,
    valuesText: state.text('values') ?? '{}',
    metadataText: state.text('metadata') ?? '{}',
    ...parseTasks(state, evidence),
    ...(missing.length > 0 ? { missing } : {}),
  };
}

// A server's answer leaves out what nothing can stand in for.
export function withoutMembers(what: string, names: readonly string[]): AppError {
  return new AppError('protocol', `The server sent the ${what} without ${listMembers(names)}.`, {
    hint: 'The server itself or a proxy in between leaves them out.',
  });
}

function checkpointIdOf(checkpoint: unknown): string | null {
  return nonEmptyStringOrNull(recordOrEmpty(checkpoint)['checkpoint_id']);
}
