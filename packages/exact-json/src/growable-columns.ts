// The columns of a structural index while it is built. `capacity` is in values.
export class GrowableColumns {
  count = 0;
  starts: Int32Array;
  ends: Int32Array;
  nexts: Int32Array;
  parents: Int32Array;
  labels: Int32Array;
  sizes: Int32Array;
  depths: Uint16Array;
  kinds: Uint8Array;

  constructor(capacity: number) {
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.nexts = new Int32Array(capacity);
    this.parents = new Int32Array(capacity);
    this.labels = new Int32Array(capacity);
    this.sizes = new Int32Array(capacity);
    this.depths = new Uint16Array(capacity);
    this.kinds = new Uint8Array(capacity);
  }

  // Ensures capacity for this many more values.
  reserve(values: number): void {
    const min = this.count + values;
    if (min > this.starts.length) this.#resize(Math.max(min, this.starts.length * 2));
  }

  add(start: number, label: number, parent: number, depth: number, kind: number): number {
    const index = this.count;
    this.count += 1;
    this.starts[index] = start;
    this.parents[index] = parent;
    this.labels[index] = label;
    this.depths[index] = depth;
    this.kinds[index] = kind;
    if (parent >= 0) this.sizes[parent] = (this.sizes[parent] ?? 0) + 1;
    return index;
  }

  end(index: number, end: number): void {
    this.ends[index] = end;
    this.nexts[index] = this.count;
  }

  finish() {
    this.#resize(this.count);
    const { count, starts, ends, nexts: subtreeEnds, parents, labels, sizes, depths, kinds } = this;
    return { count, starts, ends, subtreeEnds, parents, labels, sizes, depths, kinds };
  }

  #resize(capacity: number): void {
    this.starts = resized(this.starts, new Int32Array(capacity));
    this.ends = resized(this.ends, new Int32Array(capacity));
    this.nexts = resized(this.nexts, new Int32Array(capacity));
    this.parents = resized(this.parents, new Int32Array(capacity));
    this.labels = resized(this.labels, new Int32Array(capacity));
    this.sizes = resized(this.sizes, new Int32Array(capacity));
    this.depths = resized(this.depths, new Uint16Array(capacity));
    this.kinds = resized(this.kinds, new Uint8Array(capacity));
  }
}

function resized<T extends Int32Array | Uint16Array | Uint8Array>(from: T, to: T): T {
  to.set(from.length > to.length ? from.subarray(0, to.length) : from);
  return to;
}
