import { indexOfByte, concatBytes, totalByteLength, textOfBytes } from './bytes.ts';
import { EventNames, messageEvent, type EventName } from './event-name.ts';
import { FrameBatch } from './frame-batch.ts';
import { LineBuffer } from './line-buffer.ts';
import type { SseFrame, SseId } from './sse-frame.ts';

const lf = 10;
const cr = 13;
const space = 32;
const zero = 48;
const nine = 57;
const colon = 58;
const letterD = 100;
const letterE = 101;
// Lines without payload are about this long: a loop finds their end faster than a call.
const shortLine = 64;
const lineEnd = Uint8Array.of(lf);

/**
 * Decodes the bytes of a `text/event-stream` into frames, however they were chunked. Finds
 * line ends (LF, CR, CRLF) in bytes; payloads are decoded on demand. Never throws. Drops comments, events
 * without data (once there was an id, each heartbeat would count as one) and `end` events, which some servers close a
 * run with. Retains views of its input arrays: don't write to them.
 */
export class SseDecoder {
  readonly #maxFrameBytes: number;
  readonly #names = new EventNames();
  readonly #lines: LineBuffer;
  #skipLf = false;
  #firstLine = true;
  readonly #batch = new FrameBatch();
  #comments = 0;
  #sawEndEvent = false;

  #name: EventName = messageEvent;
  #id: SseId = null;
  #lastId: SseId = null;
  /** The first line of data, as a range of its input array. */
  #data: Uint8Array | null = null;
  #from = 0;
  #to = 0;
  /** Further pieces of that line, and the lines after it. */
  #rest: Uint8Array[] | null = null;
  #restBytes = 0;
  #tooLarge = false;

  constructor(maxFrameBytes = 64 * 2 ** 20) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#lines = new LineBuffer(maxFrameBytes);
  }

  /** Number of comment lines: servers send them as heartbeats. */
  get comments(): number {
    return this.#comments;
  }

  /** The server sent an `end` event: nothing is missing before it, nothing follows. */
  get sawEndEvent(): boolean {
    return this.#sawEndEvent;
  }

  /** No partial frame is pending. */
  get isBetweenFrames(): boolean {
    return (
      this.#lines.length === 0 && this.#data === null && this.#id === null && this.#name === messageEvent
    );
  }

  /** Decodes the next bytes and returns the frames that they complete. */
  push(chunk: Uint8Array): readonly SseFrame[] {
    return this.pushBatch(chunk).frames();
  }

  /** A last frame without its blank line. It may be cut: don't use it if you can resume. */
  flush(): readonly SseFrame[] {
    return this.flushBatch().frames();
  }

  /** Like {@link push} without an object per frame. The batch is valid until the next call. */
  pushBatch(chunk: Uint8Array): FrameBatch {
    this.#batch.clear();
    let offset = 0;
    if (this.#skipLf && chunk.length > 0) {
      this.#skipLf = false;
      if (chunk[0] === lf) offset = 1;
    }
    offset =
      indexOfByte(chunk, cr, offset) === -1 ? this.#lfLines(chunk, offset) : this.#anyLines(chunk, offset);
    if (offset < chunk.length) this.#lines.add(chunk, offset, chunk.length);
    return this.#batch;
  }

  /** Like {@link flush}, as a batch. */
  flushBatch(): FrameBatch {
    this.#batch.clear();
    if (this.#lines.length > 0) this.#endHeld(lineEnd, 0, 0);
    this.#dispatch();
    return this.#batch;
  }

  /** Fast path: every graph server ends lines with LF only. Returns where the unfinished line begins. */
  #lfLines(chunk: Uint8Array, start: number): number {
    let index = start;
    const { length } = chunk;
    const view = new DataView(chunk.buffer, chunk.byteOffset, length);
    if (this.#lines.length > 0 || this.#firstLine) {
      const end = indexOfByte(chunk, lf, index);
      if (end === -1) return index;
      this.#endLine(chunk, index, end);
      index = end + 1;
    }
    while (index < length) {
      const first = chunk[index];
      if (first === lf) {
        this.#dispatch();
        index += 1;
        continue;
      }
      const repeated = first === letterE ? this.#names.repeated(view, index) : null;
      if (repeated !== null) {
        this.#name = repeated;
        index += this.#names.repeatedBytes;
        continue;
      }
      const end = first === letterD ? indexOfByte(chunk, lf, index) : endOfShort(chunk, index);
      if (end === -1) return index;
      this.#line(chunk, index, end, null);
      index = end + 1;
    }
    return index;
  }

  /** The same for CR and CRLF. */
  #anyLines(chunk: Uint8Array, start: number): number {
    let index = start;
    let nextCr = indexOfByte(chunk, cr, index);
    while (index < chunk.length) {
      if (nextCr !== -1 && nextCr < index) nextCr = indexOfByte(chunk, cr, index);
      const nextLf = indexOfByte(chunk, lf, index);
      const endsWithCr = nextCr !== -1 && (nextLf === -1 || nextCr < nextLf);
      const end = endsWithCr ? nextCr : nextLf;
      if (end === -1) return index;
      this.#endLine(chunk, index, end);
      index = end + 1;
      if (!endsWithCr) continue;
      if (index === chunk.length) this.#skipLf = true;
      else if (chunk[index] === lf) index += 1;
    }
    return index;
  }

  #endLine(chunk: Uint8Array, from: number, to: number): void {
    if (this.#lines.length > 0) this.#endHeld(chunk, from, to);
    else this.#line(chunk, from, to, null);
  }

  #endHeld(chunk: Uint8Array, end: number, chunkTo: number): void {
    const { line, from, to, rest, tooLong } = this.#lines.take(chunk, end, chunkTo);
    if (!tooLong) this.#line(line, from, to, rest);
    // A dropped payload; nothing else is worth storing.
    else if (isData(line, from, to)) this.#addData(line, from, Infinity, null);
  }

  /** Handles a line, or its first piece with the `rest` behind it. */
  #line(line: Uint8Array, start: number, to: number, rest: Uint8Array[] | null): void {
    let from = start;
    if (this.#firstLine) {
      this.#firstLine = false;
      if (line[from] === 0xef && line[from + 1] === 0xbb && line[from + 2] === 0xbf) from += 3;
    }
    if (from === to) this.#dispatch();
    else if (line[from] === colon) this.#comments += 1;
    else if (isData(line, from, to)) this.#addData(line, valueFrom(line, from + 4, to), to, rest);
    else if (isEvent(line, from, to)) this.#setEvent(line, from, to, rest);
    else if (isId(line, from, to)) this.#setId(line, valueFrom(line, from + 2, to), to, rest);
  }

  #addData(line: Uint8Array, from: number, to: number, rest: Uint8Array[] | null): void {
    if (this.#data === null) {
      this.#data = line;
      this.#from = from;
      this.#to = to;
      this.#rest = rest;
    } else {
      this.#rest ??= [];
      this.#rest.push(lineEnd, line.subarray(from, to));
      for (const piece of rest ?? []) this.#rest.push(piece);
      this.#restBytes += to - from + 1;
    }
    if (rest !== null) this.#restBytes += totalByteLength(rest);
    if (this.#to - this.#from + this.#restBytes <= this.#maxFrameBytes) return;
    this.#tooLarge = true;
    this.#rest = null;
  }

  #setEvent(line: Uint8Array, start: number, to: number, rest: Uint8Array[] | null): void {
    if (rest !== null) {
      const whole = concatBytes([line.subarray(start, to), ...rest]);
      this.#setEvent(whole, 0, whole.length, null);
      return;
    }
    const from = valueFrom(line, start + 5, to);
    this.#name = from === to ? messageEvent : this.#names.of(line, start, from, to);
  }

  #setId(line: Uint8Array, from: number, to: number, rest: Uint8Array[] | null): void {
    if (rest !== null) {
      const whole = concatBytes([line.subarray(from, to), ...rest]);
      this.#setId(whole, 0, whole.length, null);
      return;
    }
    const id = smallNumber(line, from, to);
    if (id !== -1) this.#id = id;
    // The standard ignores an id that contains NUL.
    else if (!line.subarray(from, to).includes(0)) this.#id = textOfBytes(line, from, to);
  }

  #dispatch(): void {
    if (this.#id !== null) this.#lastId = this.#id;
    if (this.#name.text === 'end') this.#sawEndEvent = true;
    else if (this.#data !== null) this.#add(this.#data);
    if (this.#data !== null) {
      this.#data = null;
      this.#rest = null;
      this.#restBytes = 0;
      this.#tooLarge = false;
    }
    this.#name = messageEvent;
    this.#id = null;
  }

  #add(data: Uint8Array): void {
    const payload = this.#tooLarge ? null : data;
    this.#batch.add(this.#name, this.#lastId, this.#id !== null, payload, this.#from, this.#to, this.#rest);
  }
}

function endOfShort(chunk: Uint8Array, from: number): number {
  const scanEnd = Math.min(chunk.length, from + shortLine);
  for (let index = from; index < scanEnd; index += 1) if (chunk[index] === lf) return index;
  return scanEnd === chunk.length ? -1 : indexOfByte(chunk, lf, scanEnd);
}

// A field name ends at a colon or with its line. After a line comes its end or a zero, never a letter.

function isData(line: Uint8Array, index: number, to: number): boolean {
  if (line[index] !== letterD || line[index + 1] !== 97 || line[index + 2] !== 116 || line[index + 3] !== 97)
    return false;
  return line[index + 4] === colon || index + 4 === to;
}

function isEvent(line: Uint8Array, index: number, to: number): boolean {
  if (line[index] !== letterE || line[index + 1] !== 118 || line[index + 2] !== 101) return false;
  return (
    line[index + 3] === 110 && line[index + 4] === 116 && (line[index + 5] === colon || index + 5 === to)
  );
}

function isId(line: Uint8Array, index: number, to: number): boolean {
  return line[index] === 105 && line[index + 1] === 100 && (line[index + 2] === colon || index + 2 === to);
}

// Start of a value, after the colon at `end` and one blank.
function valueFrom(line: Uint8Array, end: number, to: number): number {
  if (end >= to) return to;
  return end + 1 < to && line[end + 1] === space ? end + 2 : end + 1;
}

// An integer that converts back to the same text, or -1.
function smallNumber(line: Uint8Array, from: number, to: number): number {
  const digits = to - from;
  if (digits === 0 || digits > 15 || (line[from] === zero && digits > 1)) return -1;
  let number = 0;
  for (let index = from; index < to; index += 1) {
    const digit = line[index] ?? 0;
    if (digit < zero || digit > nine) return -1;
    number = number * 10 + digit - zero;
  }
  return number;
}
