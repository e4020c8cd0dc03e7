import { isValidUtf8, concatToScratch, totalByteLength, textOfBytes } from './bytes.ts';
import type { EventName } from './event-name.ts';

/** Most ids are small numbers, whose text is created on demand. */
export type SseId = number | string | null;

/** One event as received. The payload is decoded on demand. */
export class SseFrame {
  readonly name: EventName;
  readonly tooLarge: boolean;
  // Plain members, not #private ones, which cost more to set: frames are created by the hundred thousand.
  private readonly ownId: SseId;
  private readonly newestId: SseId;
  private bytes: Uint8Array | null;
  private readonly from: number;
  private readonly to: number;
  private rest: readonly Uint8Array[] | null;
  private decoded = '';
  private valid = true;

  /** The payload: `bytes` from `from` to `to`, then the arrays in `rest`; `null` if dropped. */
  constructor(
    name: EventName,
    ownId: SseId,
    newestId: SseId,
    bytes: Uint8Array | null,
    from: number,
    to: number,
    rest: readonly Uint8Array[] | null,
    tooLarge: boolean,
  ) {
    this.name = name;
    this.ownId = ownId;
    this.newestId = newestId;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.rest = rest;
    this.tooLarge = tooLarge;
  }

  /** The event's name; `message` if it had none. */
  get event(): string {
    return this.name.text;
  }

  /** The id that this frame itself carried. */
  get id(): string | null {
    return sseIdText(this.ownId);
  }

  /** The newest id up to and with this frame: the resume position. */
  get lastId(): string | null {
    return sseIdText(this.newestId);
  }

  /** The payload's text, with U+FFFD for invalid UTF-8. Releases the bytes. */
  get text(): string {
    if (this.bytes !== null) this.decode(this.bytes);
    return this.decoded;
  }

  get invalidUtf8(): boolean {
    if (this.bytes !== null) this.decode(this.bytes);
    return !this.valid || !this.name.validUtf8;
  }

  /** The frame's own id without the cost of a string. */
  get shortId(): SseId {
    return this.ownId;
  }

  /** Length of the payload in bytes. */
  get byteLength(): number {
    if (this.bytes === null) return encoder.encode(this.decoded).length;
    return this.to - this.from + (this.rest === null ? 0 : totalByteLength(this.rest));
  }

  /** Passes on the payload's bytes piece by piece; those of its text once that was decoded. */
  forEachChunk(take: (bytes: Uint8Array, from: number, to: number) => void): void {
    if (this.bytes !== null) take(this.bytes, this.from, this.to);
    else if (this.decoded !== '') takeText(this.decoded, take);
    if (this.rest !== null) for (const piece of this.rest) take(piece, 0, piece.length);
  }

  private decode(bytes: Uint8Array): void {
    let [whole, from, to] = [bytes, this.from, this.to];
    if (this.rest !== null) {
      const pieces = [bytes.subarray(from, to), ...this.rest];
      whole = concatToScratch(pieces);
      [from, to] = [0, pieces.reduce((sum, piece) => sum + piece.length, 0)];
    }
    this.decoded = textOfBytes(whole, from, to);
    this.valid = isValidUtf8(this.decoded, whole, from, to);
    this.bytes = null;
    this.rest = null;
  }
}

const encoder = new TextEncoder();

function takeText(text: string, take: (bytes: Uint8Array, from: number, to: number) => void): void {
  const bytes = encoder.encode(text);
  take(bytes, 0, bytes.length);
}

export function sseIdText(id: SseId): string | null {
  return typeof id === 'number' ? String(id) : id;
}
