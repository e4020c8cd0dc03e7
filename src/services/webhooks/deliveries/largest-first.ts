interface Item {
  readonly key: string;
  readonly weight: number;
  /** Of two with the same weight, the older one is first. */
  readonly age: number;
}

/**
 * Keys by weight, in a binary heap: the largest is known, and a change costs the logarithm of their number. Of equal
 * weights, the key that came first wins.
 */
export class LargestFirst {
  readonly #heap: Item[] = [];
  readonly #positions = new Map<string, number>();
  #ages = 0;

  get largest(): string | null {
    return this.#heap[0]?.key ?? null;
  }

  /** Adds a key, or changes its weight. */
  set(key: string, weight: number): void {
    const position = this.#positions.get(key) ?? this.#heap.length;
    const age = this.#heap[position]?.age ?? (this.#ages += 1);
    this.#settle(position, { key, weight, age });
  }

  delete(key: string): void {
    const position = this.#positions.get(key);
    if (position === undefined) return;
    this.#positions.delete(key);
    const last = this.#heap.pop();
    if (last && last.key !== key) this.#settle(position, last);
  }

  /** Puts an item where it belongs, above or below a free position. */
  #settle(free: number, item: Item): void {
    let position = free;
    for (;;) {
      const parent = (position - 1) >> 1;
      const above = position > 0 ? this.#heap[parent] : undefined;
      if (!above || !isBefore(item, above)) break;
      this.#place(position, above);
      position = parent;
    }
    for (;;) {
      const child = this.#firstChild(position);
      const below = this.#heap[child];
      if (!below || !isBefore(below, item)) break;
      this.#place(position, below);
      position = child;
    }
    this.#place(position, item);
  }

  #firstChild(position: number): number {
    const [left, right] = [this.#heap[2 * position + 1], this.#heap[2 * position + 2]];
    return left && right && isBefore(right, left) ? 2 * position + 2 : 2 * position + 1;
  }

  #place(position: number, item: Item): void {
    this.#heap[position] = item;
    this.#positions.set(item.key, position);
  }
}

function isBefore(one: Item, other: Item): boolean {
  return one.weight > other.weight || (one.weight === other.weight && one.age < other.age);
}
