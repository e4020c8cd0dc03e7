/** Control characters, line ends, and characters without a shape of their own, such as those that turn text around. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes a text safe for a terminal or a line of a log (rows D-16 and L-3): what could move the cursor, set the window's title
 * or turn the text around is shown as `\u001b`. `keep` names characters that stay, such as line ends.
 */
export function escapeControls(text: string, keep = ''): string {
  return text.replace(unsafe, (character) => {
    if (keep.includes(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16).padStart(4, '0');
    return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
  });
}
