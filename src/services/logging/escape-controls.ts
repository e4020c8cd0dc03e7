import { escapeInvisible } from '../../shared/escape-invisible.ts';

const lineCharacters: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes a text safe for a terminal or a line of a log (rows D-16, L-3 and U-14): what could move the cursor, set the
 * window's title, turn the text around or hide is shown as `\u001b`, line ends and tabs as `\n`. `keep` names those of
 * the latter that stay.
 */
export function escapeControls(text: string, keep = ''): string {
  return escapeInvisible(text).replace(/[\n\r\t]/g, (character) =>
    keep.includes(character) ? character : (lineCharacters[character] ?? character),
  );
}
