import { escapeControls } from './logging/escape-controls.ts';
import type { Platform } from './common/platform.ts';

/** The longest message of one line, in UTF-16 units: what is logged may quote a server's answer. */
const longestMessage = 20_000;

/** Writes one line per message: time, level, text. Control characters are escaped, so no text can forge a line (row L-3). */
export function createLog(write: (line: string) => void, now: () => Date): Platform['log'] {
  return (level, message) => {
    const rest = message.length - longestMessage;
    const text = rest > 0 ? `${message.slice(0, longestMessage)}... (${rest} more characters)` : message;
    write(`${now().toISOString()} ${level} ${escapeControls(text)}\n`);
  };
}
