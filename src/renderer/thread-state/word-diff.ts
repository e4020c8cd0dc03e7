import { commonPrefixLength, commonSuffixLength } from 'exact-json';

export interface DiffSegment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

// Changed middles with more words get no word diff.
const maxWords = 2000;
// Limit in characters.
const maxMiddleLength = 20_000;

// The difference between two texts by word; `null` if they have so little in common that it would confuse.
export function wordDiff(before: string, after: string): readonly DiffSegment[] | null {
  const { head, tail } = commonAffixes(before, after);
  const oldMiddle = before.slice(head, before.length - tail);
  const nowMiddle = after.slice(head, after.length - tail);
  const pieces = [
    { kind: 'same' as const, text: before.slice(0, head) },
    ...middlePieces(oldMiddle, nowMiddle),
    { kind: 'same' as const, text: tail === 0 ? '' : before.slice(-tail) },
  ];
  const same = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  const longer = Math.max(before.length, after.length);
  return same * 4 < longer ? null : joinSegments(pieces);
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

function middlePieces(before: string, after: string): DiffSegment[] {
  const wholeSegments: DiffSegment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before.length + after.length > maxMiddleLength) return wholeSegments;
  const old = wordsOf(before);
  const now = wordsOf(after);
  return old.length > maxWords || now.length > maxWords ? wholeSegments : commonRun(old, now);
}

// Longest common subsequence by dynamic programming.
function commonRun(old: readonly string[], now: readonly string[]): DiffSegment[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
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
