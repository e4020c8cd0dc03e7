import { isActive } from '../../shared/model/is-active.ts';
import type { ServerRunCancel } from '../../shared/model/server-run.ts';

/** What became of a run that was to be cancelled, in words. */
export function cancelOutcomeText({ result, problem }: ServerRunCancel): string {
  if (result === null) return `Not cancelled: ${problem?.message ?? 'the reason is unknown'}`;
  if (result.stopped === null)
    return result.status === 'interrupted'
      ? 'Interrupted: stopped, or waiting for an answer.'
      : 'The server does not report whether it ended.';
  if (result.stopped) return 'Stopped.';
  return isActive(result.status)
    ? `Did not stop: its status is ${result.status}.`
    : `Had already ended with status ${result.status ?? 'unknown'}.`;
}
