import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { checkpointOriginLabel } from '../../domain/checkpoint.ts';

/** Something to choose; `at <id>` is a checkpoint by its id. */
export interface CheckpointOption {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** A step that the words ask for; `null` where they ask for something else. Inputs have step -1. */
export function parseStepQuery(words: string): number | null {
  const [, step] = /^\s*(?:step\s*|#)?(-1|\d{1,9})\s*$/i.exec(words) ?? [];
  return step === undefined ? null : Number(step);
}

/** What a checkpoint is called: its step, and what wrote it. */
export function checkpointLabel({ step, writers, source, start }: CheckpointSummary): string {
  return `Step ${step ?? '?'} · ${checkpointOriginLabel({ source, writers, isStart: start === true || step === 0 })}`;
}

/**
 * The checkpoints that fit what was typed, each once: a step, the beginning of an id, or a part of what wrote it. A whole id
 * is offered even where nothing is known of it: the server tells whether there is one.
 */
export function searchCheckpoints(
  checkpoints: readonly CheckpointSummary[],
  words: string,
): readonly CheckpointOption[] {
  const asked = words.trim().toLowerCase();
  const step = parseStepQuery(words);
  const fits = (one: CheckpointSummary): boolean =>
    step === null
      ? one.checkpointId.toLowerCase().startsWith(asked) || checkpointLabel(one).toLowerCase().includes(asked)
      : one.step === step;
  // The first one tells more: what a filter finds comes without its parents, who tell what wrote it.
  const byId = new Map(
    checkpoints
      .filter(fits)
      .toReversed()
      .map((one) => [one.checkpointId, one]),
  );
  const found = [...byId.values()].toReversed().map((one) => ({
    value: `at ${one.checkpointId}`,
    label: checkpointLabel(one),
    detail: one.checkpointId.slice(0, 13),
  }));
  if (found.length > 0 || !isWholeId(asked)) return found;
  return [{ value: `at ${asked}`, label: 'The checkpoint with this id', detail: asked.slice(0, 13) }];
}

function isWholeId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
