import { concatBytes } from './bytes.ts';

// Lines up to this length are copied as they come; longer ones are payloads, which stay in pieces.
const shortLine = 2048;
// This much of every line is copied, so that its field name is never split.
const prefixLength = 16;
// Short lines are packed into arrays of this size, which are never overwritten.
const shelfBytes = 16_384;
// This many pieces are joined into one: a stream of single bytes must not become a list of as many arrays.
const maxLooseBytes = 256;
// The longest piece that a loop copies faster than a call.
const tinyPiece = 96;

// A line, or its first piece with the `rest` behind it. `tooLong`: its end was dropped.
export interface BufferedLine {
  readonly line: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly rest: Uint8Array[] | null;
  readonly tooLong: boolean;
}

// The unfinished line. Of a line over the limit only the start is stored.
export class LineBuffer {
  readonly #maxBytes: number;
  #shelf = new Uint8Array(0);
  #from = 0;
  #to = 0;
  /** The pieces after the packed start. */
  #pieces: Uint8Array[] = [];
  /** Index of the first piece that is not joined yet. */
  #loose = 0;
  #kept = 0;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes so far, including dropped ones. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array, from: number, to: number): void {
    this.#length += to - from;
    if (this.#kept > this.#maxBytes) return;
    this.#kept += to - from;
    const shelved = this.#to - this.#from;
    const end = this.#kept <= shortLine ? to : Math.min(to, from + Math.max(0, prefixLength - shelved));
    if (end > from) this.#shelve(chunk, from, end);
    if (end < to) this.#addPiece(chunk.subarray(end, to));
  }

  /** Completes the line with its last piece and resets. */
  take(chunk: Uint8Array, from: number, to: number): BufferedLine {
    this.add(chunk, from, to);
    const rest = this.#pieces.length === 0 ? null : this.#pieces;
    const tooLong = this.#length > this.#kept;
    const bufferedLine = { line: this.#shelf, from: this.#from, to: this.#to, rest, tooLong };
    this.#from = this.#to;
    if (rest !== null) this.#pieces = [];
    this.#loose = 0;
    this.#kept = 0;
    this.#length = 0;
    return bufferedLine;
  }

  #shelve(chunk: Uint8Array, from: number, to: number): void {
    if (this.#to + to - from > this.#shelf.length) {
      const partial = this.#shelf.subarray(this.#from, this.#to);
      this.#shelf = new Uint8Array(shelfBytes);
      this.#shelf.set(partial);
      this.#to = partial.length;
      this.#from = 0;
    }
    if (to - from > tinyPiece) this.#shelf.set(chunk.subarray(from, to), this.#to);
    else
      for (let index = from; index < to; index += 1) this.#shelf[this.#to + index - from] = chunk[index] ?? 0;
    this.#to += to - from;
  }

  #addPiece(piece: Uint8Array): void {
    this.#pieces.push(piece);
    if (this.#pieces.length - this.#loose < maxLooseBytes) return;
    this.#pieces.push(concatBytes(this.#pieces.splice(this.#loose)));
    this.#loose = this.#pieces.length;
  }
}
