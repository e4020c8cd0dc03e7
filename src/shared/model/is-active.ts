import type { RunStatus } from './run.ts';

/** Whether a run has not ended, by the server's status; `null`: the server no longer has the run. */
export function isActive(status: RunStatus | null): boolean {
  return status === 'pending' || status === 'running';
}
