/**
 * Splits a typed command line into a program and its arguments. Blanks separate words, single and double quotes keep
 * blanks, and nothing else has a meaning, because no shell reads it. `null` for a quote that is not closed.
 */
export function splitCommandLine(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of text) {
    if (quote === null && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === null && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (character === quote) quote = null;
    else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

/** The text of a command line that {@link splitCommandLine} splits into these words again. */
export function commandLineText(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word;
  if (!word.includes('"')) return `"${word}"`;
  if (!word.includes("'")) return `'${word}'`;
  // Adjacent quoted pieces are one word.
  return word.replaceAll(/[^"]+|"+/g, (piece) => (piece.startsWith('"') ? `'${piece}'` : `"${piece}"`));
}
