import { commonPrefixLength, commonSuffixLength } from '../scan/common-affixes.ts';

/** What one change did to a text: at `at`, `inserted` took the place of `removed`. Everything else stayed. */
export interface TextSplice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The smallest single splice that leads from one text to another; `null` between equal texts. */
export function spliceBetween(before: string, after: string): TextSplice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const at = commonPrefixLength(before, 0, after, 0, shorter);
  const tail = commonSuffixLength(before, before.length, after, after.length, shorter - at);
  return {
    at,
    removed: before.slice(at, before.length - tail),
    inserted: after.slice(at, after.length - tail),
  };
}

/** The text after a splice. */
export function applySplice(text: string, { at, removed, inserted }: TextSplice): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** The text as it was before a splice. */
export function revertSplice(text: string, { at, removed, inserted }: TextSplice): string {
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}
