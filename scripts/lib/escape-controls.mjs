/** As in `src/services/logging/escape-controls.ts`, but line ends stay. This one is needed before anything is built. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes a text safe for the terminal: what could move the cursor, set the window's title or turn the text around is shown as
 * `\u001b` (row D-16).
 * @param {string} text
 */
export function escapeControls(text) {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16).padStart(4, '0');
    return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
  });
}
