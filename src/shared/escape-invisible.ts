/**
 * Makes characters visible that hide what a text says (rows J-5, J-6, U-5 and U-14): control characters, halves of
 * characters, and what turns the direction, has no width or no shape. They are written as JavaScript would write them,
 * `\u202e` or `\u{e0041}`, and marks that pile up on one letter are counted.
 *
 * What writing needs stays: joiners within emoji and between letters of scripts that join, variation selectors behind
 * the character that they vary, and the flags of England, Scotland and Wales.
 */

/** Everything that may have to be made visible. Whether it has to can depend on what stands beside it. */
const suspicious = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{5,}/gu;

/**
 * The same for a text editor, which shows a mark in the place of each: without the joiners and selectors that emoji and
 * some scripts need, because an editor can't look at what stands beside them.
 */
export const editorInvisiblePattern =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Most texts have none of the above: they are left after one fast look. */
const plain = /^[\x20-\x7e\n]*$/;

/** Marks on one letter that languages use at most. */
const mostMarks = 4;

/** Arabic signs that are drawn around the digits behind them, although Unicode counts them as format characters. */
const shaped = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?`;
const joining = `[${[
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')}]`;

/** Hidden characters that writing needs, with what must stand before and behind them. */
const needed: readonly {
  readonly character: RegExp;
  readonly before: RegExp;
  readonly behind: RegExp | null;
}[] = [
  { character: /\u200d/, before: new RegExp(`${emoji}$`, 'u'), behind: /^\p{Extended_Pictographic}/u },
  {
    character: /[\u200c\u200d]/,
    before: new RegExp(`${joining}$`, 'u'),
    behind: new RegExp(`^${joining}`, 'u'),
  },
  { character: /[\ufe0e\ufe0f]/, before: /\p{Emoji}$/u, behind: null },
  { character: /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, before: /\p{Script=Han}$/u, behind: null },
  { character: /[\u180b-\u180d\u180f]/, before: /\p{Script=Mongolian}$/u, behind: null },
];

const flags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** The text with everything hidden made visible. Line ends and tabs stay, for text that is shown in lines. */
export function escapeInvisible(text: string): string {
  if (plain.test(text)) return text;
  const inFlags = flagTags(text);
  return text.replace(suspicious, (found, at: number) => {
    if (/[\n\r\t]/.test(found) || shaped.test(found) || inFlags.has(at)) return found;
    if (/^\p{M}{2}/u.test(found)) return withFewMarks(found);
    return isNeeded(text, found, at) ? found : escapeOf(found);
  });
}

/** The same for text that is shown in one line, such as a name: line ends and tabs are made visible too. */
export function escapeInvisibleLine(text: string): string {
  return escapeInvisible(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
}

/** The text as a JSON string with its quotation marks, everything hidden made visible. */
export function escapeInvisibleString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** JSON that says the same with every hidden character written as an escape, so that a file hides nothing. */
export function escapeInvisibleJson(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => unitEscape(found.charCodeAt(at))).join(''),
  );
}

/**
 * The text in one line: spaces, tabs and line ends become one space each. Other characters that JavaScript counts as
 * white space, such as U+FEFF and U+2028, stay, so that what shows the text makes them visible.
 */
export function collapseSpaces(text: string): string {
  return text.replaceAll(/[\t\n\r\p{Zs}]+/gu, ' ').replaceAll(/^ | $/g, '');
}

/** Offsets of the tags in well-known flags. */
function flagTags(text: string): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const { 0: flag, index } of text.matchAll(flags)) {
    for (let at = index + 2; at < index + flag.length; at += 2) offsets.add(at);
  }
  return offsets;
}

function isNeeded(text: string, found: string, at: number): boolean {
  // Three characters of two units each are enough for what stands before.
  const before = text.slice(Math.max(0, at - 6), at);
  const behind = text.slice(at + found.length, at + found.length + 2);
  return needed.some(
    (rule) => rule.character.test(found) && rule.before.test(before) && (rule.behind?.test(behind) ?? true),
  );
}

function withFewMarks(marks: string): string {
  const all = [...marks];
  const kept = all
    .slice(0, mostMarks)
    .map((mark) => (/\p{Default_Ignorable_Code_Point}/u.test(mark) ? escapeOf(mark) : mark));
  return `${kept.join('')}[+${all.length - mostMarks} marks]`;
}

function escapeOf(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unitEscape(code);
}

function unitEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
