/** A piece of a long text; texts that resemble each other hold the same objects. */
export interface TextChunk {
  readonly text: string;
}

export type ChunkedText = readonly TextChunk[];

/** Texts up to this length are one piece. */
const shortest = 4096;
/** How many pieces that follow are looked for where two texts went apart, and how far ahead. */
const piecesTried = 4;
const lengthTried = 1 << 16;

/**
 * A text in pieces, as many as possible of them those of `like`, a text that it resembles: what stands in front of and
 * behind a change, and between several changes. Nothing of `text` itself is held on to, as `slice` would.
 */
export function chunkText(text: string, like: ChunkedText): ChunkedText {
  const behind = sharedBehind(text, like);
  const end = text.length - lengthOf(behind);
  const others = like.slice(0, like.length - behind.length);
  const made: TextChunk[] = [];
  let at = 0;
  for (let next = 0; at < end;) {
    const same = others[next];
    if (same && at + same.text.length <= end && startsAt(text, same, at)) {
      made.push(same);
      at += same.text.length;
      next += 1;
      continue;
    }
    const found = nextShared(text, at, end, others, next + 1);
    for (const piece of newPieces(text, at, found?.at ?? end)) made.push(piece);
    at = found?.at ?? end;
    next = found?.next ?? others.length;
  }
  return [...made, ...behind];
}

/** The text that was put into pieces. */
export function joinChunks(pieces: ChunkedText): string {
  return pieces.map(({ text }) => text).join('');
}

/** What a piece takes in memory: engines write a text with any character beyond Latin-1 in two bytes each. */
export function chunkBytes({ text }: TextChunk): number {
  return isNarrow.test(text) ? text.length : text.length * 2;
}

const isNarrow = /^[\0-\xff]*$/;

function sharedBehind(text: string, like: ChunkedText): ChunkedText {
  let end = text.length;
  let from = like.length;
  for (let piece = like[from - 1]; piece && startsAt(text, piece, end - piece.text.length);) {
    end -= piece.text.length;
    from -= 1;
    piece = like[from - 1];
  }
  return like.slice(from);
}

/** Where one of the next pieces stands further on. */
function nextShared(
  text: string,
  from: number,
  end: number,
  like: ChunkedText,
  next: number,
): { readonly at: number; readonly next: number } | null {
  for (const [offset, piece] of like.slice(next, next + piecesTried).entries()) {
    const within = text.slice(from, Math.min(end, from + lengthTried + piece.text.length));
    const at = within.indexOf(piece.text);
    if (at >= 0) return { at: from + at, next: next + offset };
  }
  return null;
}

function startsAt(text: string, piece: TextChunk, at: number): boolean {
  return at >= 0 && text.slice(at, at + piece.text.length) === piece.text;
}

function newPieces(text: string, from: number, end: number): TextChunk[] {
  // A longer text has longer pieces: their number and what is stored anew at each change weigh the same.
  const length = Math.max(shortest, Math.floor(4 * Math.sqrt(text.length)));
  const cuts: string[] = [];
  for (let at = from; at < end; at += length) cuts.push(text.slice(at, Math.min(end, at + length)));
  // A slice keeps the whole text alive; a clone is a text of its own.
  return structuredClone(cuts).map((own) => ({ text: own }));
}

function lengthOf(pieces: ChunkedText): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
