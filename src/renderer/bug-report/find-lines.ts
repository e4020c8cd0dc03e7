/** Lines of a text that contain a search, with their numbers; the whole text without one. Case does not matter. */
export function findLines(text: string, search: string): { readonly text: string; readonly count: number } {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return { text, count: 0 };
  const matches = text
    .split('\n')
    .flatMap((line, index) => (line.toLowerCase().includes(wanted) ? `${index + 1}: ${line}` : []));
  return { text: matches.join('\n'), count: matches.length };
}
