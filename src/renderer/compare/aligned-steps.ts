import { alignedNodeId, alignedText, isDifferent } from '../../shared/comparison.ts';
import type { AlignedExecution, Alignment } from '../../shared/model/comparison.ts';

// Unique in an alignment.
export function stepKey(step: AlignedExecution): string {
  return JSON.stringify([alignedNodeId(step), step.visit]);
}

// The next (1) or previous (-1) step that differs, from a step that may not be listed; `null` if there is none.
export function nextDifference(
  steps: readonly AlignedExecution[],
  fromKey: string | null,
  by: 1 | -1,
): AlignedExecution | null {
  const position = fromKey === null ? -1 : steps.findIndex((step) => stepKey(step) === fromKey);
  if (by === 1) return steps.find((step, index) => index > position && isDifferent(step)) ?? null;
  return steps.findLast((step, index) => (position === -1 || index < position) && isDifferent(step)) ?? null;
}

// The next (1) or previous (-1) step; the first or last one from none, `null` at the end.
export function adjacentStep(
  steps: readonly AlignedExecution[],
  fromKey: string | null,
  by: 1 | -1,
): AlignedExecution | null {
  const index = fromKey === null ? -1 : steps.findIndex((step) => stepKey(step) === fromKey);
  return (index === -1 ? steps.at(by === 1 ? 0 : -1) : steps[index + by]) ?? null;
}

// The step that stands for a node that was clicked: its first one that differs, else its first; also inside a subgraph.
export function stepOfNode(steps: readonly AlignedExecution[], nodeId: string): AlignedExecution | null {
  const exact = steps.filter((step) => alignedNodeId(step) === nodeId);
  const within =
    exact.length > 0 ? exact : steps.filter((step) => alignedNodeId(step).startsWith(`${nodeId}:`));
  return within.find(isDifferent) ?? within[0] ?? null;
}

export function stepText(step: AlignedExecution): string {
  return alignedText(step, { left: 'left', right: 'right' });
}

// How many steps differ, in words. What is unknown is no difference, but it is not the same either.
export function stepSummary({ rows, isCut }: Pick<Alignment, 'rows' | 'isCut'>): string {
  const different = rows.filter(isDifferent).length;
  const unknown = rows.filter(({ mark, moved }) => mark === 'unknown' && !moved).length;
  const none = unknown > 0 || isCut ? 'no known difference' : 'no difference';
  const texts = [
    different === 0
      ? none
      : `${different.toLocaleString('en')} of ${rows.length.toLocaleString('en')} differ`,
    ...(unknown === 0 ? [] : [`${unknown.toLocaleString('en')} unknown`]),
  ];
  return texts.join(', ');
}

// Why no step is listed. `rows`: all of them, before what is the same was left out.
export function emptyStepsText({ rows, isCut }: Pick<Alignment, 'rows' | 'isCut'>): string {
  if (rows.length === 0) return isCut ? 'What ran could not be read.' : 'Nothing ran on either side.';
  return isCut || rows.some(({ mark }) => mark === 'unknown')
    ? 'No step is known to differ. Some steps are unknown.'
    : 'Both sides ran the same, with the same outputs.';
}
