import { escapeInvisible } from '../../shared/escape-invisible.ts';

const lineCharacters: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Escapes text for a terminal or a log line: anything that could move the cursor,
 * set the window's title, reverse text or hide becomes `\u001b`, line ends and tabs ` `. `keep`: those of the
 * latter to leave alone.
 */
export function escapeControls(text: string, keep = ''): string {
  return escapeInvisible(text).replace(/[\n\r\t]/g, (character) =>
    keep.includes(character) ? character : (lineCharacters[character] ?? character),
  );
}
