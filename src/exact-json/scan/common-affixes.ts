/** Lengths of the common prefix and suffix of two pieces of text, which never overlap. */
export interface CommonAffixes {
  readonly prefixLength: number;
  readonly suffixLength: number;
}

/** Pieces of this length are compared as a whole, which the engine does many characters at a time. */
const block = 16_384;

/** Number of equal characters from `aFrom` and `bFrom` on, at most `limit`. */
export function commonPrefixLength(
  a: string,
  aFrom: number,
  b: string,
  bFrom: number,
  limit: number,
): number {
  let at = 0;
  for (; at + block <= limit; at += block) {
    if (a.slice(aFrom + at, aFrom + at + block) !== b.slice(bFrom + at, bFrom + at + block)) break;
  }
  while (at < limit && a.charCodeAt(aFrom + at) === b.charCodeAt(bFrom + at)) at += 1;
  return at;
}

/** Number of equal characters before `aEnd` and `bEnd`, at most `limit`. */
export function commonSuffixLength(a: string, aEnd: number, b: string, bEnd: number, limit: number): number {
  let at = 0;
  for (; at + block <= limit; at += block) {
    if (a.slice(aEnd - at - block, aEnd - at) !== b.slice(bEnd - at - block, bEnd - at)) break;
  }
  while (at < limit && a.charCodeAt(aEnd - at - 1) === b.charCodeAt(bEnd - at - 1)) at += 1;
  return at;
}
