/** The first `maxLength` UTF-16 units of a text and `…`, without half of a surrogate pair; a text that is not longer stays whole. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return `${text.slice(0, isInPair ? maxLength - 1 : maxLength)}…`;
}
