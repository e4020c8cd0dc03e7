/**
 * How well a row of the command palette fits what was typed: 0 is not at all, 1 is best. Every word must occur in the
 * row's words; what begins with them comes first. Letters scattered over a row are no match: with many threads almost
 * every row has them.
 */
export function fuzzyScore(_value: string, search: string, words: readonly string[] = []): number {
  const text = words.join(' ').toLowerCase();
  const [first = ''] = words;
  const asked = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!asked.every((word) => text.includes(word))) return 0;
  if (first.toLowerCase().startsWith(asked.join(' '))) return 1;
  const begins = asked.filter((word) => ` ${text}`.includes(` ${word}`)).length;
  return asked.length === 0 ? 1 : 0.4 + 0.4 * (begins / asked.length);
}
