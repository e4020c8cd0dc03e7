import type { RunOrigin } from './run.ts';

/** Whether a run went on from the newest state of its thread, so that it belongs to the turn of the run before it. */
export function continuesFromHead({ kind, checkpointId }: RunOrigin): boolean {
  return (kind === 'resume' || kind === 'continue') && checkpointId === null;
}
