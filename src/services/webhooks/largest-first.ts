import TinyQueue from 'tinyqueue';

interface Item {
  readonly key: string;
  readonly weight: number;
  // Of two with the same weight, the older one is first.
  readonly age: number;
}

const compare = (one: Item, other: Item): number => other.weight - one.weight || one.age - other.age;

// Knows the key with the largest weight; of equal weights, the key that came first. A change costs the logarithm of
// their number.
export class LargestFirst {
  readonly #items = new Map<string, Item>();
  // Holds outdated items too, until they come first or are too many.
  #queue = new TinyQueue<Item>([], compare);
  #ages = 0;

  get largest(): string | null {
    for (let item = this.#queue.peek(); item; item = this.#queue.peek()) {
      if (this.#items.get(item.key) === item) return item.key;
      this.#queue.pop();
    }
    return null;
  }

  // Adds a key, or changes its weight.
  set(key: string, weight: number): void {
    const age = this.#items.get(key)?.age ?? (this.#ages += 1);
    const item = { key, weight, age };
    this.#items.set(key, item);
    this.#queue.push(item);
    if (this.#queue.length > 2 * this.#items.size + 100)
      this.#queue = new TinyQueue([...this.#items.values()], compare);
  }

  delete(key: string): void {
    this.#items.delete(key);
  }
}
