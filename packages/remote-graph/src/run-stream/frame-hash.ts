import type { EventName } from '../sse/event-name.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import type { SseId } from '../sse/sse-frame.ts';

// A longer payload is hashed by its length and this many bytes of both ends.
const endBytes = 2048;

const none: readonly Uint8Array[] = [];

// Hashes id, name and payload of an event to 53 bits without decoding the payload.
export class FrameHasher {
  #low = 0;
  #high = 0;
  #name: EventName | null = null;
  #nameLow = 0;
  #nameHigh = 0;
  /** View of the last buffer: payloads of one chunk share one. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Hash of an event in a batch; `null` matches any id. */
  of(id: SseId, batch: FrameBatch, index: number): number {
    const name = batch.name(index);
    if (name !== this.#name) this.#beginWith(name);
    this.#low = this.#nameLow;
    this.#high = this.#nameHigh;
    if (typeof id === 'number') this.#addNumber(id);
    else this.#addText(id ?? '');
    if (!batch.isTooLarge(index)) this.#add(batch.array(index), batch.from(index), batch.to(index));
    for (const piece of batch.rest(index) ?? none) this.#add(piece, 0, piece.length);
    return this.#hash();
  }

  /** Hash of a text alone. */
  ofText(text: string): number {
    this.#reset();
    this.#addText(text);
    return this.#hash();
  }

  #reset(): void {
    this.#low = 0x811c9dc5 | 0;
    this.#high = 0x01234567;
  }

  #hash(): number {
    return (this.#high >>> 11) * 2 ** 32 + (this.#low >>> 0);
  }

  /** Most events repeat the previous name, so its state is cached. */
  #beginWith(name: EventName): void {
    this.#reset();
    this.#addText(name.text);
    this.#name = name;
    this.#nameLow = this.#low;
    this.#nameHigh = this.#high;
  }

  #addNumber(id: number): void {
    this.#mix(id | 0);
    this.#mix(Math.floor(id / 2 ** 32) - 2);
  }

  #addText(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.#mix(text.charCodeAt(index));
    this.#mix(-1);
  }

  #add(bytes: Uint8Array, start: number, end: number): void {
    if (bytes.buffer !== this.#view.buffer) this.#view = new DataView(bytes.buffer);
    const from = bytes.byteOffset + start;
    const to = bytes.byteOffset + end;
    this.#mix(to - from);
    if (to - from <= 2 * endBytes) {
      this.#addRange(from, to);
      return;
    }
    this.#addRange(from, from + endBytes);
    this.#addRange(to - endBytes, to);
  }

  /**
   * Sixteen bytes per step, four into each of four independent numbers, which are then mixed into both
   * halves. A remainder overlaps with earlier bytes, or is added alone if there are none.
   */
  #addRange(from: number, to: number): void {
    const view = this.#view;
    if (to - from < 16) {
      for (let offset = from; offset < to; offset += 1) this.#mix(view.getUint8(offset));
      return;
    }
    const last = to - 16;
    let a = this.#low;
    let b = this.#high;
    let c = 0x2545f491;
    let d = 0x6c62272e;
    for (let offset = from; ; offset = Math.min(offset + 16, last)) {
      a = Math.imul(a ^ view.getInt32(offset, true), 0x01000193);
      b = Math.imul(b ^ view.getInt32(offset + 4, true), 0x5bd1e995);
      c = Math.imul(c ^ view.getInt32(offset + 8, true), 0x2c1b3c6d);
      d = Math.imul(d ^ view.getInt32(offset + 12, true), 0x297a2d39);
      // Mixes high bits into low ones, which products never do.
      a ^= d >>> 15;
      c ^= b >>> 13;
      if (offset === last) break;
    }
    this.#low = a;
    this.#high = b;
    this.#mix(c);
    this.#mix(d);
  }

  #mix(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193) ^ (this.#low >>> 15);
    this.#high = Math.imul(this.#high ^ word, 0x5bd1e995) ^ (this.#high >>> 13);
  }
}

// A growable list of numbers at eight bytes each: a run may have a million events.
export class GrowableFloat64Array {
  #numbers = new Float64Array(64);
  #length = 0;

  add(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number | undefined {
    return index < this.#length ? this.#numbers[index] : undefined;
  }

  all(): Float64Array {
    return this.#numbers.slice(0, this.#length);
  }

  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const number of this.#numbers.subarray(0, this.#length)) {
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return counts;
  }
}
