/**
 * The characters of `src/services/logging/escape-controls.ts`, but line breaks stay, and joiners are always
 * escaped. A separate copy, because this one is needed before anything is built.
 */
const unsafe =
  /(?![\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Makes a text safe for the terminal: what could move the cursor, set the window's title or turn the text around is shown as
 * `\u001b`.
 * @param {string} text
 */
export function escapeControls(text) {
  return text.replace(unsafe, (character) => {
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16).padStart(4, '0');
    return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
  });
}
