import type { Platform } from '../services/platform.ts';

/** Writes one line per message: time, level, text. Control characters are escaped, so no text can forge a line (row L-3). */
export function createLog(write: (line: string) => void, now: () => Date): Platform['log'] {
  return (level, message) => write(`${now().toISOString()} ${level} ${escapeControls(message)}\n`);
}

function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
