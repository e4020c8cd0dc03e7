import { continuesFromHead } from '../../../../shared/model/runs/continues-from-head.ts';
import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';

/** Limits how many preceding runs are read, unless more are asked for. */
const mostEarlier = 20;

/**
 * The runs that a run continues, newest first, back to the one that started with an input or at an older
 * checkpoint. Empty for a run with its own input and where the server doesn't say.
 */
export function precedingRuns(
  runs: readonly Run[],
  runId: string,
  began: RunOrigin | null,
  most = mostEarlier,
): string[] {
  const index = runs.findIndex((run) => run.runId === runId);
  const older = runs.slice(index + 1);
  const earlier: string[] = [];
  let current = runs[index]?.origin ?? began;
  for (const run of older) {
    if (current === null || !continuesFromHead(current) || earlier.length === most) break;
    earlier.push(run.runId);
    current = run.origin;
  }
  return earlier;
}
