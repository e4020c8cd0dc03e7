import { isActive } from '../../../shared/model/is-active.ts';
import type { CancelAction, CancelResult, DeleteStuckRunResult } from '../../../shared/model/run.ts';

export function cancelMessage(action: CancelAction, result: CancelResult): string {
  return [runMessage(result), stateMessage(action, result), threadMessage(result)]
    .filter((message) => message !== '')
    .join(' ');
}

function runMessage({ status, stopped }: CancelResult): string {
  if (stopped === null)
    return status === 'interrupted'
      ? 'Run interrupted: either it was stopped, or it waits for an answer. The server does not say which.'
      : 'The server does not say whether the run has ended.';
  if (!stopped) {
    return isActive(status)
      ? `Could not stop the run: its status is ${status}.`
      : `The run had already ended with status ${status ?? 'unknown'}.`;
  }
  // It was stopped at a breakpoint already, and would have been continued by the studio.
  if (status === 'success') return 'Run stopped between two supersteps.';
  if (status === null) return 'Run stopped. The server no longer lists it.';
  if (status === 'error') return 'Run stopped. The server lists it as failed.';
  // The server's word for it is that of a question that waits.
  return status === 'interrupted' ? 'Run cancelled.' : `Run stopped: the server lists it as ${status}.`;
}

function stateMessage(action: CancelAction, { stopped, statePreserved }: CancelResult): string {
  if (stopped !== true || statePreserved === null) return '';
  if (statePreserved) {
    return action === 'rollback'
      ? 'Its writes were not rolled back: they are in the latest state.'
      : 'Partial writes kept.';
  }
  return action === 'rollback' ? 'Its writes were rolled back.' : '';
}

function threadMessage({ threadStatus }: CancelResult): string {
  return statusMessage(threadStatus);
}

function statusMessage(threadStatus: CancelResult['threadStatus']): string {
  if (threadStatus === null || threadStatus === 'unknown') return '';
  return threadStatus === 'busy' ? 'Thread still busy.' : `Thread ${threadStatus}.`;
}

/** Describes the results of cancelling several runs; `null` for a request that failed. */
export function cancelAllMessage(results: readonly (CancelResult | null)[], total: number): string {
  const stopped = results.filter((result) => result?.stopped === true).length;
  const activeCount = results.filter((result) => result !== null && isActive(result.status)).length;
  const unknownCount = results.filter((result) => result?.stopped === null).length;
  const last = results.at(-1) ?? null;
  return [
    `Stopped ${stopped} of ${total} runs.`,
    activeCount === 0 ? '' : `${activeCount} did not stop.`,
    unknownCount === 0 ? '' : `Unknown for ${unknownCount} more.`,
    results.length < total || last === null ? '' : threadMessage(last),
  ]
    .filter((message) => message !== '')
    .join(' ');
}

export function deletedRunMessage({ outcome, threadStatus, waiting }: DeleteStuckRunResult): string {
  if (outcome === 'ended') {
    return `The run is no longer active; nothing was deleted. ${statusMessage(threadStatus)}`.trim();
  }
  const next =
    waiting === 0
      ? 'The thread can run again.'
      : waiting === 1
        ? 'The queued run starts.'
        : `The ${waiting} queued runs start.`;
  return `The server no longer lists the run. ${next}`;
}
