import { commonPrefixLength, commonSuffixLength } from 'exact-json';

export interface DiffSegment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

// Changed middles with more words get no word diff.
const maxWords = 2000;
// Limit in characters.
const maxMiddleLength = 20_000;

// The longer text has at most this many times as many characters as both have in common.
const maxLengthRatio = 4;

// The difference between two texts by word; `null` if they have so little in common that it would confuse.
export function wordDiff(before: string, after: string): readonly DiffSegment[] | null {
  const { head, tail } = commonAffixes(before, after);
  const oldMiddle = before.slice(head, before.length - tail);
  const nowMiddle = after.slice(head, after.length - tail);
  const longer = Math.max(before.length, after.length);
  const pieces = [
    { kind: 'same' as const, text: before.slice(0, head) },
    ...middlePieces(oldMiddle, nowMiddle, longer / maxLengthRatio - head - tail),
    { kind: 'same' as const, text: tail === 0 ? '' : before.slice(-tail) },
  ];
  const same = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  return same * maxLengthRatio < longer ? null : joinSegments(pieces);
}

// The common prefix and suffix of two texts at word boundaries.
function commonAffixes(before: string, after: string): { readonly head: number; readonly tail: number } {
  const max = Math.min(before.length, after.length);
  let head = commonPrefixLength(before, 0, after, 0, max);
  const isCut = (at: number): boolean => isWord(before, at - 1) && (isWord(before, at) || isWord(after, at));
  while (head > 0 && isCut(head)) head -= 1;
  let tail = commonSuffixLength(before, before.length, after, after.length, max - head);
  const isTailCut = (length: number): boolean =>
    isWord(before, before.length - length) &&
    (isWord(before, before.length - length - 1) || isWord(after, after.length - length - 1));
  while (tail > 0 && isTailCut(tail)) tail -= 1;
  return { head, tail };
}

// Surrogates count as word characters, so that no pair is split.
function isWord(text: string, index: number): boolean {
  return /[\p{L}\p{N}_\ud800-\udfff]/u.test(text.charAt(index));
}

// Splits into words, spaces and punctuation; scripts without spaces by character.
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

// `minSame`: with fewer characters in common, no word diff is wanted.
function middlePieces(before: string, after: string, minSame: number): DiffSegment[] {
  const wholeSegments: DiffSegment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before.length + after.length > maxMiddleLength) return wholeSegments;
  const old = wordsOf(before);
  const now = wordsOf(after);
  if (old.length > maxWords || now.length > maxWords) return wholeSegments;
  return commonLength(old, now) < minSame ? wholeSegments : commonRun(old, now);
}

// The number of characters that both can have in common at most: of the same words, in any order.
function commonLength(old: readonly string[], now: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1);
  let length = 0;
  for (const word of now) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    length += word.length;
  }
  return length;
}

// A number for each distinct word, so that the table compares numbers.
function wordIds(words: readonly string[], ids: Map<string, number>): Int32Array {
  return Int32Array.from(words, (word) => {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
  });
}

// Longest common subsequence by dynamic programming.
function commonRun(old: readonly string[], now: readonly string[]): DiffSegment[] {
  const ids = new Map<string, number>();
  const oldIds = wordIds(old, ids);
  const nowIds = wordIds(now, ids);
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const id = oldIds[i];
    // Of the cell to the right, and of the one below that.
    let right = 0;
    let diagonal = 0;
    for (let j = now.length - 1, cell = i * width + j; j >= 0; j -= 1, cell -= 1) {
      const below = lengths[cell + width] ?? 0;
      right = id === nowIds[j] ? diagonal + 1 : below > right ? below : right;
      diagonal = below;
      lengths[cell] = right;
    }
  }
  const pieces: DiffSegment[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      pieces.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pieces.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: now[j] ?? '' });
      j += 1;
    }
  }
  return pieces;
}

function joinSegments(pieces: readonly DiffSegment[]): DiffSegment[] {
  const result: DiffSegment[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of pieces) {
    if (text === '') continue;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'same') result[result.length - 1] = { kind, text: last.text + text };
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
