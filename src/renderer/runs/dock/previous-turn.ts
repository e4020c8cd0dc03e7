import type { Run } from '../../../shared/model/run.ts';

/** A run of the turn before the one of this run; `null` for the first turn. Newest runs first. */
export function previousTurn<T extends Pick<Run, 'runId' | 'origin'>>(
  runs: readonly T[],
  runId: string,
): T | null {
  const position = runs.findIndex((run) => run.runId === runId);
  if (position === -1) return null;
  // Answers and continues belong to the turn of the input before them.
  const start = runs.findIndex(({ origin }, index) => index >= position && isStart(origin));
  return start === -1 ? null : (runs[start + 1] ?? null);
}

function isStart({ kind }: Run['origin']): boolean {
  return kind !== 'resume' && kind !== 'continue';
}
