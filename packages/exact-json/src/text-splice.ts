import { commonPrefixLength, commonSuffixLength } from './common-affixes.ts';

/** A change of a text: at `at`, `inserted` replaced `removed`. */
export interface TextSplice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The smallest single splice between two texts; `null` if they are equal. */
export function spliceBetween(before: string, after: string): TextSplice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const index = commonPrefixLength(before, 0, after, 0, shorter);
  const tail = commonSuffixLength(before, before.length, after, after.length, shorter - index);
  return {
    at: index,
    removed: before.slice(index, before.length - tail),
    inserted: after.slice(index, after.length - tail),
  };
}

export function applySplice(text: string, { at, removed, inserted }: TextSplice): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** Undoes a splice. */
export function revertSplice(text: string, { at, removed, inserted }: TextSplice): string {
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}
