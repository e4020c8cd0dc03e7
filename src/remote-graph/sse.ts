import { searchable, textOfBytes } from './bytes.ts';
import { EventNames, messageEvent, type EventName } from './event-name.ts';
import { HeldLine } from './held-line.ts';
import { SseFrame, type SseId } from './sse-frame.ts';

const lf = 10;
const cr = 13;
const space = 32;
const zero = 48;
const nine = 57;
const colon = 58;
const letterD = 100;
/** Lines that are no payload are about this long: a loop finds their end sooner than a call does. */
const shortLine = 64;
const none: readonly SseFrame[] = [];

/**
 * Turns the bytes of a `text/event-stream` into frames, whatever the bytes and wherever they were cut (rows R-9 to
 * Line ends (LF, CR, CRLF) are looked for in bytes; a payload is not touched until somebody reads it. Never
 * throws. Drops comments, events without data (after an id each heartbeat would make one) and `end` events of older
 * servers. Keeps views of the arrays that it is given: they must not be written to afterwards.
 */
export class SseDecoder {
  readonly #maxFrameBytes: number;
  readonly #names = new EventNames();
  readonly #held: HeldLine;
  #skipLf = false;
  #firstLine = true;
  #frames: SseFrame[] = [];
  #comments = 0;

  #name: EventName = messageEvent;
  #id: SseId = null;
  #lastId: SseId = null;
  /** The first line of data, as a place in the array that it came in. */
  #data: Uint8Array | null = null;
  #from = 0;
  #to = 0;
  #more: Uint8Array[] | null = null;
  #moreBytes = 0;
  #tooLarge = false;

  constructor(maxFrameBytes = 64 * 2 ** 20) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#held = new HeldLine(maxFrameBytes);
  }

  /** How many comment lines came so far: servers send them as heartbeats. */
  get comments(): number {
    return this.#comments;
  }

  /** Takes the next bytes and gives the frames that they complete. */
  push(bytes: Uint8Array): readonly SseFrame[] {
    if (bytes.length === 0) return none;
    const chunk = searchable(bytes);
    let at = 0;
    if (this.#skipLf) {
      this.#skipLf = false;
      if (chunk[0] === lf) at = 1;
    }
    at = chunk.indexOf(cr, at) === -1 ? this.#lfLines(chunk, at) : this.#anyLines(chunk, at);
    if (at < chunk.length) this.#held.add(at === 0 ? chunk : chunk.subarray(at));
    return this.#takeFrames();
  }

  /** Gives the last frame if it came without its blank line. It may be cut: who can resume should not use it. */
  end(): readonly SseFrame[] {
    if (this.#held.length > 0) this.#endHeld(new Uint8Array());
    this.#dispatch();
    return this.#takeFrames();
  }

  #takeFrames(): readonly SseFrame[] {
    if (this.#frames.length === 0) return none;
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  /** The way of every graph server: lines end with LF only. Gives where the unfinished line begins. */
  #lfLines(chunk: Uint8Array, begin: number): number {
    let at = begin;
    const { length } = chunk;
    if (this.#held.length > 0 || this.#firstLine) {
      const end = chunk.indexOf(lf, at);
      if (end === -1) return at;
      this.#endLine(chunk, at, end);
      at = end + 1;
    }
    while (at < length) {
      const first = chunk[at];
      if (first === lf) {
        this.#dispatch();
        at += 1;
        continue;
      }
      const end = first === letterD ? chunk.indexOf(lf, at) : endOfShort(chunk, at);
      if (end === -1) return at;
      this.#line(chunk, at, end);
      at = end + 1;
    }
    return at;
  }

  /** The same with CR and CRLF, too. */
  #anyLines(chunk: Uint8Array, begin: number): number {
    let at = begin;
    let nextCr = chunk.indexOf(cr, at);
    while (at < chunk.length) {
      if (nextCr !== -1 && nextCr < at) nextCr = chunk.indexOf(cr, at);
      const nextLf = chunk.indexOf(lf, at);
      const endsWithCr = nextCr !== -1 && (nextLf === -1 || nextCr < nextLf);
      const end = endsWithCr ? nextCr : nextLf;
      if (end === -1) return at;
      this.#endLine(chunk, at, end);
      at = end + 1;
      if (!endsWithCr) continue;
      if (at === chunk.length) this.#skipLf = true;
      else if (chunk[at] === lf) at += 1;
    }
    return at;
  }

  #endLine(chunk: Uint8Array, from: number, to: number): void {
    if (this.#held.length > 0) this.#endHeld(chunk.subarray(from, to));
    else this.#line(chunk, from, to);
  }

  #endHeld(last: Uint8Array): void {
    const { line, tooLong } = this.#held.take(last);
    // What was thrown away counts as a payload that is too large; as anything else it is not worth keeping.
    if (tooLong && fieldName(line, 0, line.length) === 'data') this.#addData(line, 0, Infinity);
    else if (!tooLong) this.#line(line, 0, line.length);
  }

  #line(line: Uint8Array, begin: number, to: number): void {
    let from = begin;
    if (this.#firstLine) {
      this.#firstLine = false;
      if (line[from] === 0xef && line[from + 1] === 0xbb && line[from + 2] === 0xbf) from += 3;
    }
    if (from === to) {
      this.#dispatch();
      return;
    }
    if (line[from] === colon) {
      this.#comments += 1;
      return;
    }
    const name = fieldName(line, from, to);
    if (name === null) return;
    const end = from + name.length;
    const value = end === to ? to : end + (line[end + 1] === space ? 2 : 1);
    if (name === 'data') this.#addData(line, value, to);
    else if (name === 'event') this.#name = value === to ? messageEvent : this.#names.of(line, value, to);
    else this.#setId(line, value, to);
  }

  #addData(line: Uint8Array, from: number, to: number): void {
    if (this.#data === null) {
      this.#data = line;
      this.#from = from;
      this.#to = to;
    } else {
      (this.#more ??= []).push(line.subarray(from, to));
      this.#moreBytes += to - from + 1;
    }
    if (this.#to - this.#from + this.#moreBytes <= this.#maxFrameBytes) return;
    this.#tooLarge = true;
    this.#more = [];
  }

  #setId(line: Uint8Array, from: number, to: number): void {
    const id = smallNumber(line, from, to);
    if (id !== -1) this.#id = id;
    // An id that holds NUL is to be ignored, says the standard.
    else if (!line.subarray(from, to).includes(0)) this.#id = textOfBytes(line, from, to);
  }

  #dispatch(): void {
    if (this.#id !== null) this.#lastId = this.#id;
    if (this.#data !== null) {
      if (this.#name.text !== 'end') this.#frames.push(this.#frame(this.#data));
      this.#data = null;
      this.#more = null;
      this.#moreBytes = 0;
      this.#tooLarge = false;
    }
    this.#name = messageEvent;
    this.#id = null;
  }

  #frame(data: Uint8Array): SseFrame {
    return new SseFrame(
      this.#name,
      this.#id,
      this.#lastId,
      this.#tooLarge ? null : data,
      this.#from,
      this.#to,
      this.#tooLarge ? null : this.#more,
      this.#tooLarge,
    );
  }
}

function endOfShort(chunk: Uint8Array, from: number): number {
  const near = Math.min(chunk.length, from + shortLine);
  for (let at = from; at < near; at += 1) if (chunk[at] === lf) return at;
  return near === chunk.length ? -1 : chunk.indexOf(lf, near);
}

/** The name of a field that means something here. A name ends at a colon or at the end of its line. */
function fieldName(line: Uint8Array, from: number, to: number): 'data' | 'event' | 'id' | null {
  switch (line[from]) {
    case letterD:
      return isField(line, from, to, dataBytes) ? 'data' : null;
    case 101:
      return isField(line, from, to, eventBytes) ? 'event' : null;
    case 105:
      return isField(line, from, to, idBytes) ? 'id' : null;
    default:
      return null;
  }
}

const dataBytes = [...'data'].map((letter) => letter.charCodeAt(0));
const eventBytes = [...'event'].map((letter) => letter.charCodeAt(0));
const idBytes = [...'id'].map((letter) => letter.charCodeAt(0));

function isField(line: Uint8Array, from: number, to: number, name: readonly number[]): boolean {
  const end = from + name.length;
  if (end > to || (end < to && line[end] !== colon)) return false;
  for (let at = 1; at < name.length; at += 1) if (line[from + at] !== name[at]) return false;
  return true;
}

/** A whole number that its own text can be made from again, or -1. */
function smallNumber(line: Uint8Array, from: number, to: number): number {
  const digits = to - from;
  if (digits === 0 || digits > 15 || (line[from] === zero && digits > 1)) return -1;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = line[at] ?? 0;
    if (digit < zero || digit > nine) return -1;
    number = number * 10 + digit - zero;
  }
  return number;
}
