import type { EventName } from './event-name.ts';
import type { SseFrame } from './sse-frame.ts';

/** Of a longer payload, its length and this many bytes at both ends stand for the whole. */
const endBytes = 2048;

/** What stands for an event: a number of 53 bits made of its id, name and payload. The payload stays undecoded. */
export class Fingerprints {
  #low = 0;
  #high = 0;
  #name: EventName | null = null;
  #nameLow = 0;
  #nameHigh = 0;
  readonly #take = (bytes: Uint8Array, from: number, to: number): void => this.#add(bytes, from, to);

  of(id: string, frame: SseFrame): number {
    if (frame.name !== this.#name) this.#beginWith(frame.name);
    this.#low = this.#nameLow;
    this.#high = this.#nameHigh;
    this.#addText(id);
    frame.digest(this.#take);
    return (this.#high >>> 11) * 2 ** 32 + (this.#low >>> 0);
  }

  /** Most events are called as the one before: what their name makes is kept. */
  #beginWith(name: EventName): void {
    this.#low = 0x811c9dc5 | 0;
    this.#high = 0x01234567;
    this.#addText(name.text);
    this.#name = name;
    this.#nameLow = this.#low;
    this.#nameHigh = this.#high;
  }

  #addText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#mix(text.charCodeAt(at));
    this.#mix(-1);
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    this.#mix(to - from);
    if (to - from <= 2 * endBytes) {
      this.#addRange(bytes, from, to);
      return;
    }
    this.#addRange(bytes, from, from + endBytes);
    this.#addRange(bytes, to - endBytes, to);
  }

  /** Four bytes at a time. */
  #addRange(bytes: Uint8Array, from: number, to: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, to - from);
    const whole = (to - from) & ~3;
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < whole; at += 4) {
      const word = view.getInt32(at, true);
      low = Math.imul(low ^ word, 0x01000193) ^ (low >>> 15);
      high = Math.imul(high ^ word, 0x5bd1e995) ^ (high >>> 13);
    }
    this.#low = low;
    this.#high = high;
    for (let at = whole; at < to - from; at += 1) this.#mix(view.getUint8(at));
  }

  #mix(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193) ^ (this.#low >>> 15);
    this.#high = Math.imul(this.#high ^ word, 0x5bd1e995) ^ (this.#high >>> 13);
  }
}

/** A list of numbers that costs eight bytes for each: a run may have a million events. */
export class NumberList {
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

  /** The numbers up to now, in order. */
  all(): Float64Array {
    return this.#numbers.slice(0, this.#length);
  }

  /** How often each number is in the list. */
  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const number of this.#numbers.subarray(0, this.#length)) {
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return counts;
  }
}
