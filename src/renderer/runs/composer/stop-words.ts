import type { CancelAction, CancelResult } from '../../../shared/model/run.ts';

/** What came of a stop, in a sentence or two: only what the server said afterwards (row C-15). */
export function stopWords(action: CancelAction, result: CancelResult): string {
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

function stateWords(action: CancelAction, { stopped, stateKept }: CancelResult): string {
  if (!stopped || stateKept === null) return '';
  if (stateKept) {
    return action === 'rollback'
      ? 'What it wrote was not taken back: it is in the newest state.'
      : 'What it wrote so far is in the newest state.';
  }
  return action === 'rollback' ? 'The newest state holds nothing of it.' : '';
}

function threadWords({ threadStatus }: CancelResult): string {
  if (threadStatus === null || threadStatus === 'unknown') return '';
  return threadStatus === 'busy' ? 'Its thread is still busy.' : `Its thread says ${threadStatus}.`;
}
