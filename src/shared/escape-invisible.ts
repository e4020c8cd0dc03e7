// Makes characters visible that obscure a text: control characters, lone surrogates, and characters that change the
// direction or have no width or shape. Written as JavaScript escapes, `\u202e` or `\u{e0041}`; combining marks piled on
// one letter are counted. What writing needs stays: joiners within emoji and between letters of scripts that join,
// variation selectors after their base, and the flags of England, Scotland and Wales.

// Candidates; whether one is escaped can depend on its neighbours.
const suspicious = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{5,}/gu;

/**
 * The same for a text editor, which marks each match, except joiners and selectors that emoji and some
 * scripts need, because an editor can't check neighbours.
 */
export const editorInvisiblePattern =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

// Fast path: most texts have no candidates.
const plain = /^[\x20-\x7e\n]*$/;

// The most marks that languages put on one letter.
const maxMarks = 4;

// Arabic signs drawn around the following digits, although Unicode counts them as format characters.
const shaped = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

// Two branches, not one class: in Node 26.10 a class before `\ufe0f?$` misses an emoji that follows another one.
const emoji = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?`;
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

// Hidden characters that writing needs, with the required neighbours.
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

/** Escapes everything hidden, except line ends and tabs, for multi-line text. */
export function escapeInvisible(text: string): string {
  if (plain.test(text)) return text;
  const inFlags = flagTags(text);
  return text.replace(suspicious, (characters, offset: number) => {
    if (/[\n\r\t]/.test(characters) || shaped.test(characters) || inFlags.has(offset)) return characters;
    if (/^\p{M}{2}/u.test(characters)) return withFewMarks(characters);
    return isNeeded(text, characters, offset) ? characters : escapeOf(characters);
  });
}

/** Also escapes line ends and tabs, for single-line text such as names. */
export function escapeInvisibleLine(text: string): string {
  return escapeInvisible(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
}

/** The text as a JSON string with quotes, everything hidden escaped. */
export function escapeInvisibleString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** Equivalent JSON with every hidden character escaped, so that a file hides nothing. */
export function escapeInvisibleJson(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (characters) =>
    Array.from({ length: characters.length }, (_, index) => unitEscape(characters.charCodeAt(index))).join(
      '',
    ),
  );
}

/**
 * Collapses spaces, tabs and line ends into one space each. Keeps other JavaScript white space, such as
 * U+FEFF and U+2028, for {@link escapeInvisible} to show.
 */
export function collapseSpaces(text: string): string {
  return text.replaceAll(/[\t\n\r\p{Zs}]+/gu, ' ').replaceAll(/^ | $/g, '');
}

// Offsets of the tags in well-known flags.
function flagTags(text: string): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const { 0: flag, index } of text.matchAll(flags)) {
    for (let offset = index + 2; offset < index + flag.length; offset += 2) offsets.add(offset);
  }
  return offsets;
}

function isNeeded(text: string, characters: string, index: number): boolean {
  // Three characters of two units each suffice as context.
  const before = text.slice(Math.max(0, index - 6), index);
  const following = text.slice(index + characters.length, index + characters.length + 2);
  return needed.some(
    (rule) =>
      rule.character.test(characters) && rule.before.test(before) && (rule.behind?.test(following) ?? true),
  );
}

function withFewMarks(marks: string): string {
  const all = [...marks];
  const visible = all
    .slice(0, maxMarks)
    .map((mark) => (/\p{Default_Ignorable_Code_Point}/u.test(mark) ? escapeOf(mark) : mark));
  return `${visible.join('')}[+${all.length - maxMarks} marks]`;
}

function escapeOf(characters: string): string {
  const code = characters.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unitEscape(code);
}

function unitEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
