const blockBits = 16;
const blockSize = 2 ** blockBits;

/** A list of whole numbers below 2^32 that grows without ever being copied: four bytes for each. */
export class GrowableIntArray {
  readonly #blocks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds many at once. */
  addAll(numbers: Uint32Array): void {
    for (let from = 0; from < numbers.length;) {
      const at = this.#length & (blockSize - 1);
      if (at === 0) this.#blocks.push(new Uint32Array(blockSize));
      const to = Math.min(numbers.length, from + blockSize - at);
      this.#blocks[this.#length >> blockBits]?.set(numbers.subarray(from, to), at);
      this.#length += to - from;
      from = to;
    }
  }

  /** 0 for a place that is not in the list. */
  at(place: number): number {
    return this.#blocks[place >> blockBits]?.[place & (blockSize - 1)] ?? 0;
  }
}
