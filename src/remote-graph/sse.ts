/** One event as it came over the wire. */
export interface SseFrame {
  /** The id that this frame itself carried. */
  readonly id: string | null;
  /** The newest id up to and with this frame: what to resume after. */
  readonly lastId: string | null;
  /** The event's name; `message` when it had none. */
  readonly event: string;
  readonly text: string;
  readonly invalidUtf8: boolean;
  readonly tooLarge: boolean;
}

const lf = 10;
const cr = 13;
const space = 32;
const colon = 58;

/**
 * Turns the bytes of a `text/event-stream` into frames, whatever the bytes and wherever they were cut (rows R-9 to
 * Line ends (LF, CR, CRLF) are looked for in bytes, and only whole payloads are decoded. Never throws. Drops
 * comments, events without data (after an id each heartbeat would make one) and `end` events of older servers.
 */
export class SseDecoder {
  readonly #maxFrameBytes: number;
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Pieces of the line whose end has not come yet. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #skipLf = false;
  #firstLine = true;
  #frames: SseFrame[] = [];

  #event = '';
  #data: Uint8Array[] = [];
  #dataLines = 0;
  #dataBytes = 0;
  #tooLarge = false;
  #id: string | null = null;
  #lastId: string | null = null;
  #invalid = false;
  #comments = 0;

  constructor(maxFrameBytes = 64 * 2 ** 20) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** How many comment lines came so far: servers send them as heartbeats. */
  get comments(): number {
    return this.#comments;
  }

  /** Takes the next bytes and gives the frames that they complete. */
  push(bytes: Uint8Array): SseFrame[] {
    let at = 0;
    if (this.#skipLf && bytes.length > 0) {
      this.#skipLf = false;
      if (bytes[0] === lf) at = 1;
    }
    let nextCr = bytes.indexOf(cr, at);
    while (at < bytes.length) {
      if (nextCr !== -1 && nextCr < at) nextCr = bytes.indexOf(cr, at);
      const nextLf = bytes.indexOf(lf, at);
      const endsWithCr = nextCr !== -1 && (nextLf === -1 || nextCr < nextLf);
      const end = endsWithCr ? nextCr : nextLf;
      if (end === -1) break;
      this.#line(this.#joinedLine(bytes.subarray(at, end)));
      at = end + 1;
      if (!endsWithCr) continue;
      if (at === bytes.length) this.#skipLf = true;
      else if (bytes[at] === lf) at += 1;
    }
    this.#hold(bytes.subarray(at));
    return this.#takeFrames();
  }

  /** Gives the last frame if it came without its blank line. It may be cut: who can resume should not use it. */
  end(): SseFrame[] {
    if (this.#heldBytes > 0) this.#line(this.#joinedLine(new Uint8Array()));
    this.#dispatch();
    return this.#takeFrames();
  }

  #takeFrames(): SseFrame[] {
    const frames = this.#frames;
    if (frames.length > 0) this.#frames = [];
    return frames;
  }

  /** Keeps a copy, since the caller's buffer may be used again; of a line that is too long only the start. */
  #hold(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#heldBytes <= this.#maxFrameBytes) this.#held.push(piece.slice());
    this.#heldBytes += piece.length;
  }

  #joinedLine(last: Uint8Array): Uint8Array {
    if (this.#held.length === 0) return last;
    if (this.#heldBytes <= this.#maxFrameBytes) this.#held.push(last);
    else this.#tooLarge = true;
    const line = concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return line;
  }

  #line(whole: Uint8Array): void {
    const bom = this.#firstLine && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
    this.#firstLine = false;
    const line = bom ? whole.subarray(3) : whole;
    if (line.length === 0) {
      this.#dispatch();
      return;
    }
    const end = line.indexOf(colon);
    if (end === 0) {
      this.#comments += 1;
      return;
    }
    const name = asciiName(end === -1 ? line : line.subarray(0, end));
    const from = end === -1 ? line.length : end + (line[end + 1] === space ? 2 : 1);
    this.#field(name, line.subarray(from));
  }

  #field(name: string, value: Uint8Array): void {
    if (name === 'data') this.#addData(value);
    else if (name === 'event') this.#event = this.#decode(value);
    // An id that holds NUL is to be ignored, says the standard.
    else if (name === 'id' && !value.includes(0)) this.#id = this.#decode(value);
  }

  #addData(value: Uint8Array): void {
    this.#dataLines += 1;
    this.#dataBytes += value.length + 1;
    if (this.#dataBytes > this.#maxFrameBytes) this.#tooLarge = true;
    if (this.#tooLarge) this.#data = [];
    else this.#data.push(value);
  }

  #dispatch(): void {
    if (this.#id !== null) this.#lastId = this.#id;
    if (this.#dataLines > 0 && this.#event !== 'end') {
      const text = this.#tooLarge ? '' : this.#data.map((line) => this.#decode(line)).join('\n');
      this.#frames.push({
        id: this.#id,
        lastId: this.#lastId,
        event: this.#event === '' ? 'message' : this.#event,
        text,
        invalidUtf8: this.#invalid,
        tooLarge: this.#tooLarge,
      });
    }
    this.#event = '';
    this.#data = [];
    this.#dataLines = 0;
    this.#dataBytes = 0;
    this.#tooLarge = false;
    this.#id = null;
    this.#invalid = false;
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#strict.decode(bytes);
    } catch {
      this.#invalid = true;
      return this.#lenient.decode(bytes);
    }
  }
}

/** Names of fields are ASCII; anything longer than the longest is unknown anyway. */
function asciiName(bytes: Uint8Array): string {
  return bytes.length > 5 ? '' : String.fromCharCode(...bytes);
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const whole = new Uint8Array(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
