import { isActive } from '../../shared/model/is-active.ts';
import type { ServerRunCancel } from '../../shared/model/server-run.ts';

export interface CancelOutcome extends ServerRunCancel {
  readonly title: string;
}

export function outcomeText({ result, problem }: ServerRunCancel): string {
  if (result === null) return `Not cancelled: ${problem?.message ?? 'the reason is unknown'}`;
  if (result.stopped === null) return 'Accepted. The server does not tell whether it ended.';
  if (result.stopped) return 'Stopped.';
  return isActive(result.status)
    ? `Did not stop: its status is ${result.status}.`
    : `Had already ended with status ${result.status ?? 'unknown'}.`;
}

export function outcomeSummary(outcomes: readonly CancelOutcome[]): string {
  const count = (isMeant: (outcome: CancelOutcome) => boolean): number => outcomes.filter(isMeant).length;
  const stopped = count(({ result }) => result?.stopped === true);
  const active = count(({ result }) => result?.stopped === false && isActive(result.status));
  const ended = count(({ result }) => result?.stopped === false && !isActive(result.status));
  const unknown = count(({ result }) => result?.stopped === null);
  const failed = count(({ result }) => result === null);
  return [
    `Stopped ${stopped} of ${outcomes.length} ${outcomes.length === 1 ? 'run' : 'runs'}.`,
    ended === 0 ? '' : `${ended} had already ended.`,
    active === 0 ? '' : `${active} did not stop.`,
    unknown === 0 ? '' : `Of ${unknown} the server does not tell.`,
    failed === 0 ? '' : `${failed} could not be cancelled.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
