import type { WireError } from '../../shared/wire-error.ts';
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
