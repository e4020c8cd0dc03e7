// A chunk of a long text; similar texts share chunks.
export interface TextChunk {
  readonly text: string;
}

export type ChunkedText = readonly TextChunk[];

// Shorter texts are one chunk.
const minLength = 4096;
// After a difference, how many of the following chunks are searched for, and how far ahead.
const piecesTried = 4;
const lengthTried = 1 << 16;

// Splits a text into chunks, sharing as many as possible with `like`, a similar text: those before, after and
// between changes. The chunks do not retain `text`, as `slice` would.
export function chunkText(text: string, like: ChunkedText): ChunkedText {
  const sharedTail = sharedBehind(text, like);
  const end = text.length - lengthOf(sharedTail);
  const others = like.slice(0, like.length - sharedTail.length);
  const chunks: TextChunk[] = [];
  let offset = 0;
  for (let next = 0; offset < end;) {
    const same = others[next];
    if (same && offset + same.text.length <= end && startsAt(text, same, offset)) {
      chunks.push(same);
      offset += same.text.length;
      next += 1;
      continue;
    }
    const sharedChunk = nextShared(text, offset, end, others, next + 1);
    for (const piece of newPieces(text, offset, sharedChunk?.at ?? end)) chunks.push(piece);
    offset = sharedChunk?.at ?? end;
    next = sharedChunk?.next ?? others.length;
  }
  return [...chunks, ...sharedTail];
}

export function joinChunks(pieces: ChunkedText): string {
  return pieces.map(({ text }) => text).join('');
}

// Memory of a chunk: engines store a text with any character beyond Latin-1 in two bytes per character.
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

function nextShared(
  text: string,
  from: number,
  end: number,
  like: ChunkedText,
  next: number,
): { readonly at: number; readonly next: number } | null {
  for (const [offset, piece] of like.slice(next, next + piecesTried).entries()) {
    const searchedText = text.slice(from, Math.min(end, from + lengthTried + piece.text.length));
    const index = searchedText.indexOf(piece.text);
    if (index >= 0) return { at: from + index, next: next + offset };
  }
  return null;
}

function startsAt(text: string, piece: TextChunk, index: number): boolean {
  return index >= 0 && text.slice(index, index + piece.text.length) === piece.text;
}

function newPieces(text: string, from: number, end: number): TextChunk[] {
  // Longer texts have longer chunks, which balances their number and the amount stored per change.
  const length = Math.max(minLength, Math.floor(4 * Math.sqrt(text.length)));
  const cuts: string[] = [];
  for (let index = from; index < end; index += length)
    cuts.push(text.slice(index, Math.min(end, index + length)));
  // A slice retains the whole text; a clone does not.
  return structuredClone(cuts).map((chunk) => ({ text: chunk }));
}

function lengthOf(pieces: ChunkedText): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
