/**
 * Scores a palette row against the query: 0 is no match, 1 the best. Every word must occur in the row; words
 * at its beginning score higher. Scattered letters don't match, because with many threads almost every row
 * has them.
 */
export function fuzzyScore(_value: string, search: string, keywords: readonly string[] = []): number {
  const text = keywords.join(' ').toLowerCase();
  const [first = ''] = keywords;
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!terms.every((word) => text.includes(word))) return 0;
  if (first.toLowerCase().startsWith(terms.join(' '))) return 1;
  const wordStarts = terms.filter((word) => ` ${text}`.includes(` ${word}`)).length;
  return terms.length === 0 ? 1 : 0.4 + 0.4 * (wordStarts / terms.length);
}
