/**
 * Text in one line with everything visible that changes how it reads: line ends, control characters, halves of
 * characters, and what turns the direction or has no width (rows J-5, J-6, U-5).
 */
export function shownText(text: string): string {
  return withHidden(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
}

/** The same as a JSON string, with its quotation marks. */
export function shownString(text: string): string {
  return withHidden(JSON.stringify(text));
}

/** The same with line ends and tabs as they are, for text that is shown in lines. */
export function shownLines(text: string): string {
  // With the flag a pair is one character, so that only halves match.
  const visible = text.replaceAll(/[\uD800-\uDFFF]/gu, escapeOf);
  return withHidden(
    visible.replaceAll(/\p{Cc}/gu, (sign) => (/[\n\r\t]/.test(sign) ? sign : escapeOf(sign))),
  );
}

function withHidden(text: string): string {
  return text.replaceAll(/[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g, escapeOf);
}

function escapeOf(hidden: string): string {
  return `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
