import type { CancelAction, CancelResult, DeleteStuckRunResult } from '../../../shared/model/runs/run.ts';

/** Describes the result of a cancel as the server reports it (row C-15). */
export function cancelMessage(action: CancelAction, result: CancelResult): string {
  return [runWords(action, result), stateWords(action, result), threadWords(result)]
    .filter((words) => words !== '')
    .join(' ');
}

function runWords(action: CancelAction, { status, stopped }: CancelResult): string {
  if (!stopped) {
    return status === 'pending' || status === 'running'
      ? `The server did not stop the run: it says ${status}.`
      : `The run had ended before: the server says ${status ?? 'nothing'}.`;
  }
  if (status === null) return 'The server stopped the run and no longer lists it.';
  if (action === 'rollback' && status === 'error')
    return 'The server stopped the run and lists it as failed.';
  return `The server stopped the run: it says ${status}.`;
}

function stateWords(action: CancelAction, { stopped, statePreserved }: CancelResult): string {
  if (!stopped || statePreserved === null) return '';
  if (statePreserved) {
    return action === 'rollback'
      ? 'What it wrote was not taken back: it is in the newest state.'
      : 'What it wrote so far is in the newest state.';
  }
  return action === 'rollback' ? 'The newest state holds nothing of it.' : '';
}

function threadWords({ threadStatus }: CancelResult): string {
  return statusWords(threadStatus);
}

function statusWords(threadStatus: CancelResult['threadStatus']): string {
  if (threadStatus === null || threadStatus === 'unknown') return '';
  return threadStatus === 'busy' ? 'Its thread is still busy.' : `Its thread says ${threadStatus}.`;
}

/** Describes the results of cancelling several runs; `null` for a request that failed. */
export function cancelAllMessage(results: readonly (CancelResult | null)[], of: number): string {
  const stopped = results.filter((result) => result?.stopped === true).length;
  const goOn = results.filter(
    (result) => result?.status === 'pending' || result?.status === 'running',
  ).length;
  const last = results.at(-1) ?? null;
  return [
    `The server stopped ${stopped} of ${of} runs.`,
    goOn === 0 ? '' : `${goOn} did not stop.`,
    results.length < of || last === null ? '' : threadWords(last),
  ]
    .filter((words) => words !== '')
    .join(' ');
}

/** Describes the result of deleting a run that did not stop, as the server reports it. */
export function deletedRunMessage({ outcome, threadStatus, waiting }: DeleteStuckRunResult): string {
  if (outcome === 'ended') {
    return `The run has stopped after all; nothing was deleted. ${statusWords(threadStatus)}`.trim();
  }
  const next =
    waiting === 0
      ? 'Its thread takes runs and edits again.'
      : waiting === 1
        ? 'The run that waited behind it begins.'
        : `The ${waiting} runs that waited behind it begin.`;
  return `The server no longer lists the run. ${next}`;
}
