const blockBits = 16;
const blockSize = 2 ** blockBits;

/** A list of whole numbers below 2^32 that grows without ever being copied: four bytes for each. */
export class NumberColumn {
  readonly #blocks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(number: number): void {
    const at = this.#length & (blockSize - 1);
    if (at === 0) this.#blocks.push(new Uint32Array(blockSize));
    const block = this.#blocks[this.#length >> blockBits];
    if (block) block[at] = number;
    this.#length += 1;
  }

  /** 0 for a place that is not in the list. */
  at(place: number): number {
    return this.#blocks[place >> blockBits]?.[place & (blockSize - 1)] ?? 0;
  }
}
