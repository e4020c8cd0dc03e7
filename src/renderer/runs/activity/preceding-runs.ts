import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';

/** Runs of one pass over the graph that are looked back at, at most. */
const mostEarlier = 20;

/**
 * The runs that a run goes on from, newest first: back to the one that began with an input, or at an older checkpoint.
 * None for a run that began anew, and for one of which the server does not tell.
 */
export function precedingRuns(runs: readonly Run[], runId: string, began: RunOrigin | null): string[] {
  const place = runs.findIndex((run) => run.runId === runId);
  const older = runs.slice(place + 1);
  const earlier: string[] = [];
  let current = runs[place]?.origin ?? began;
  for (const run of older) {
    if (current === null || !continuesFromHead(current) || earlier.length === mostEarlier) break;
    earlier.push(run.runId);
    current = run.origin;
  }
  return earlier;
}

/**
 * The checkpoint at which a run, or the oldest of those that it goes on from, forked off; `null` when none of them did:
 * what ran on its branch before that is in no run's events alone.
 */
export function forkCheckpointOf(
  runs: readonly Run[],
  runId: string,
  began: RunOrigin | null,
  earlier: readonly string[],
): string | null {
  const oldest = earlier.at(-1) ?? runId;
  const start = runs.find((run) => run.runId === oldest)?.origin ?? (oldest === runId ? began : null);
  return start === null || start.kind === 'input' ? null : start.checkpointId;
}

/** Whether a run goes on from the newest state. */
export function continuesFromHead({ kind, checkpointId }: RunOrigin): boolean {
  return (kind === 'resume' || kind === 'continue') && checkpointId === null;
}
