/** A text of at most `most` characters, and how many more there are. Never cuts a character in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}
