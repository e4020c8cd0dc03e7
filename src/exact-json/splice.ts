/** What one change did to a text: at `at`, `inserted` took the place of `removed`. Everything else stayed. */
export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The smallest single splice that leads from one text to another; `null` between equal texts. */
export function spliceBetween(before: string, after: string): Splice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let tail = 0;
  while (
    tail < shorter - at &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return {
    at,
    removed: before.slice(at, before.length - tail),
    inserted: after.slice(at, after.length - tail),
  };
}

/** The text after a splice. */
export function applySplice(text: string, { at, removed, inserted }: Splice): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** The text as it was before a splice. */
export function undoSplice(text: string, { at, removed, inserted }: Splice): string {
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}
