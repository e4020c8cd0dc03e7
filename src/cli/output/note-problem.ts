import { mayHaveHappened } from '../../shared/may-have-happened.ts';
import { toWireError, type WireError } from '../../shared/wire-error.ts';
import { StyledText } from './styled-text.ts';
import { hintOnTerminal } from './terminal-hint.ts';
import type { Terminal } from './terminal.ts';

// Says on the standard error what failed, what the server said about it, and what to do.
export function noteProblem(
  { message, hint, details }: Pick<WireError, 'message' | 'hint' | 'details'>,
  terminal: Terminal,
  label = '',
): void {
  terminal.note([label === '' ? '' : new StyledText('bad', label), message]);
  if (details['server'] !== undefined) terminal.note(`The server said: ${details['server']}`);
  const todo = hintOnTerminal(hint);
  if (todo !== null) terminal.note(todo);
}

/** Notes why a cancellation failed. `what`: what was to be cancelled, such as `2 runs`. */
export function noteFailedCancel(error: unknown, what: string, terminal: Terminal): void {
  const problem = toWireError(error);
  // A request that was given up may have arrived.
  const isUnknown = problem.code === 'cancelled' || mayHaveHappened(problem);
  const label = isUnknown
    ? `It is unknown whether the server cancels ${what}: `
    : `Could not cancel ${what}: `;
  noteProblem(problem, terminal, label);
}
