import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { shortId } from '../ui/display/format.ts';

// An option; `at <id>` is a checkpoint by its id.
export interface CheckpointOption {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

// The step number in a query; `null` if there is none. Inputs have step -1.
export function parseStepQuery(query: string): number | null {
  const [, step] = /^\s*(?:step\s*|#)?(-1|\d{1,9})\s*$/i.exec(query) ?? [];
  return step === undefined ? null : Number(step);
}

// The distinct checkpoints that match a query: a step, a prefix of an id, or part of a writer's name. A
// complete id is offered even if it isn't loaded, because the server can look it up. `labelOf`: its step and its writers.
export function searchCheckpoints(
  checkpoints: readonly CheckpointSummary[],
  query: string,
  labelOf: (checkpoint: CheckpointSummary) => string,
): readonly CheckpointOption[] {
  const normalized = query.trim().toLowerCase();
  const step = parseStepQuery(query);
  const isMatch = (one: CheckpointSummary): boolean =>
    step === null
      ? one.checkpointId.toLowerCase().startsWith(normalized) ||
        labelOf(one).toLowerCase().includes(normalized)
      : one.step === step;
  const byId = new Map(
    checkpoints
      .filter(isMatch)
      .toReversed()
      .map((one) => [one.checkpointId, one]),
  );
  const options = [...byId.values()].toReversed().map((one) => ({
    value: `at ${one.checkpointId}`,
    label: labelOf(one),
    detail: shortId(one.checkpointId),
  }));
  if (options.length > 0 || !isWholeId(normalized)) return options;
  return [{ value: `at ${normalized}`, label: 'Checkpoint with this ID', detail: shortId(normalized) }];
}

function isWholeId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
