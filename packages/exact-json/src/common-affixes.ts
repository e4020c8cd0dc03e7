// Lengths of the common prefix and suffix of two pieces of text, which never overlap.
export interface CommonAffixes {
  readonly prefixLength: number;
  readonly suffixLength: number;
}

// Pieces of this length are compared as a whole, which the engine does many characters at a time.
const block = 16_384;

/** Number of equal characters from `aFrom` and `bFrom` on, at most `limit`. */
export function commonPrefixLength(
  a: string,
  aFrom: number,
  b: string,
  bFrom: number,
  limit: number,
): number {
  let index = 0;
  for (; index + block <= limit; index += block) {
    if (a.slice(aFrom + index, aFrom + index + block) !== b.slice(bFrom + index, bFrom + index + block))
      break;
  }
  while (index < limit && a.charCodeAt(aFrom + index) === b.charCodeAt(bFrom + index)) index += 1;
  return index;
}

/** Number of equal characters before `aEnd` and `bEnd`, at most `limit`. */
export function commonSuffixLength(a: string, aEnd: number, b: string, bEnd: number, limit: number): number {
  let index = 0;
  for (; index + block <= limit; index += block) {
    if (a.slice(aEnd - index - block, aEnd - index) !== b.slice(bEnd - index - block, bEnd - index)) break;
  }
  while (index < limit && a.charCodeAt(aEnd - index - 1) === b.charCodeAt(bEnd - index - 1)) index += 1;
  return index;
}
