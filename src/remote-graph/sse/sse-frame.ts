import { isValidUtf8, concatToScratch, totalByteLength, textOfBytes } from './bytes.ts';
import type { EventName } from './event-name.ts';

/** An id as it is kept: most are small numbers, which cost nothing until somebody asks for the text. */
export type SseId = number | string | null;

/** One event as it came over the wire. Its payload stays bytes until it is asked for. */
export class SseFrame {
  readonly name: EventName;
  readonly tooLarge: boolean;
  // Plain members, not #private ones: frames are made by the hundred thousand, and these are cheaper to set.
  private readonly ownId: SseId;
  private readonly newestId: SseId;
  private bytes: Uint8Array | null;
  private readonly from: number;
  private readonly to: number;
  private rest: readonly Uint8Array[] | null;
  private decoded = '';
  private valid = true;

  /** The payload is `bytes` from `from` to `to` and the arrays in `rest` behind it; `null`: there is none to show. */
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

  /** The event's name; `message` when it had none. */
  get event(): string {
    return this.name.text;
  }

  /** The id that this frame itself carried. */
  get id(): string | null {
    return sseIdText(this.ownId);
  }

  /** The newest id up to and with this frame: what to resume after. */
  get lastId(): string | null {
    return sseIdText(this.newestId);
  }

  /** The payload. Where bytes were not valid UTF-8, U+FFFD stands in for them. Lets go of the bytes. */
  get text(): string {
    if (this.bytes !== null) this.decode(this.bytes);
    return this.decoded;
  }

  get invalidUtf8(): boolean {
    if (this.bytes !== null) this.decode(this.bytes);
    return !this.valid || !this.name.validUtf8;
  }

  /** The id that this frame itself carried, in the form that costs nothing. */
  get shortId(): SseId {
    return this.ownId;
  }

  /** Bytes of the payload. */
  get byteLength(): number {
    if (this.bytes === null) return encoder.encode(this.decoded).length;
    return this.to - this.from + (this.rest === null ? 0 : totalByteLength(this.rest));
  }

  /** Hands over the payload's bytes, piece by piece, as they lie; those of its text once that was asked for. */
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

/** The text of an id. */
export function sseIdText(id: SseId): string | null {
  return typeof id === 'number' ? String(id) : id;
}
