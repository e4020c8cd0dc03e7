import type { Platform } from '../common/platform.ts';
import { escapeControls } from './escape-controls.ts';

/** A host log that removes known secrets from every line (row L-1); `scrub`: the services' own. */
export function scrubbedLog(log: Platform['log'], scrub: (text: string) => string): Platform['log'] {
  return (level, message) => log(level, scrub(message));
}

/** Logs a bug for `serve`: where it was, and its stack, which may quote anything. */
export function createBugReporter(log: Platform['log']): (where: string, thrown: unknown) => void {
  return (where, thrown) => {
    const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    log('error', `${where}: ${what}`);
  };
}

/** Longest message of one line, in UTF-16 units: it may quote a server's response. */
const longestMessage = 20_000;

/**
 * Writes one line per message: time, level, text. Control characters are escaped, so no text can forge a line
 * (row L-3).
 */
export function createLog(write: (line: string) => void, now: () => Date): Platform['log'] {
  return (level, message) => {
    const rest = message.length - longestMessage;
    const text = rest > 0 ? `${message.slice(0, longestMessage)}... (${rest} more characters)` : message;
    write(`${now().toISOString()} ${level} ${escapeControls(text)}\n`);
  };
}
