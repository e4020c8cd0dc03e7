import {
  readColumns,
  ticksPerMs,
  type FrameBlock,
  type FrameName,
} from '../../../shared/model/frame-block.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import { LazyFrame } from '../../../shared/run-events/lazy-frame.ts';
import { segmentOf, sliceSegment } from '../../../shared/run-events/payload-segment.ts';
import { PayloadCache } from './payload-cache.ts';

const blockBits = 16;
const blockSize = 2 ** blockBits;

// A growable list of 32-bit unsigned integers, four bytes each, that never copies on growth.
export class GrowableIntArray {
  readonly #blocks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  addAll(numbers: Uint32Array): void {
    for (let from = 0; from < numbers.length;) {
      const offset = this.#length & (blockSize - 1);
      if (offset === 0) this.#blocks.push(new Uint32Array(blockSize));
      const to = Math.min(numbers.length, from + blockSize - offset);
      this.#blocks[this.#length >> blockBits]?.set(numbers.subarray(from, to), offset);
      this.#length += to - from;
      from = to;
    }
  }

  // 0 for an index out of range.
  at(index: number): number {
    return this.#blocks[index >> blockBits]?.[index & (blockSize - 1)] ?? 0;
  }
}

/** Stored for every frame, even if its payload is evicted. */
export interface FrameInfo {
  readonly seq: number;
  readonly atMs: number;
  readonly mode: string;
  readonly namespace: readonly string[];
  /** Size of the payload in bytes. */
  readonly length: number;
}

export interface NameCount {
  readonly mode: string;
  readonly namespace: readonly string[];
  readonly count: number;
}

/**
 * The frames of one log, in order. Time, name and length of every frame stay in memory (twelve bytes each).
 * Payloads and ids share a fixed budget: the least recently used are evicted and reloaded from the host on
 * demand.
 */
export class FrameList {
  readonly #ticks = new GrowableIntArray();
  readonly #nameAt = new GrowableIntArray();
  readonly #lengths = new GrowableIntArray();
  readonly #names: { readonly mode: string; readonly namespace: readonly string[]; count: number }[] = [];
  readonly #nameIndexes = new Map<string, number>();
  readonly #payloads: PayloadCache;

  constructor(maxPayloadBytes?: number) {
    this.#payloads = new PayloadCache(maxPayloadBytes);
  }

  get length(): number {
    return this.#lengths.length;
  }

  /** In the order of their first frames; new names are appended. */
  get names(): readonly NameCount[] {
    return this.#names;
  }

  /** The index into {@link names} of a frame's name, which is fast to compare for a million frames. */
  nameAt(seq: number): number {
    return this.#nameAt.at(seq);
  }

  /** Milliseconds since the run's first frame. */
  atMs(seq: number): number {
    return this.#ticks.at(seq) / ticksPerMs;
  }

  facts(seq: number): FrameInfo | undefined {
    const name = seq >= 0 && seq < this.length ? this.#names[this.nameAt(seq)] : undefined;
    if (!name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), mode, namespace, length: this.#lengths.at(seq) };
  }

  has(seq: number): boolean {
    return this.#payloads.has(seq);
  }

  /** The id of a frame whose payload is in memory; `undefined` for others. */
  id(seq: number): string | null | undefined {
    return this.#payloads.id(seq);
  }

  /** A frame with its payload and id; `undefined` if they are evicted: see `load` of the log. */
  frame(seq: number): RunFrame | undefined {
    const text = this.#payloads.text(seq);
    const name = text === undefined ? undefined : this.#names[this.nameAt(seq)];
    if (text === undefined || !name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), id: this.id(seq) ?? null, mode, namespace, text };
  }

  /** Appends frames, skips repeated ones and calls `onFrame` for each new one. Throws on a gap. */
  append(block: FrameBlock, onFrame: ((frame: RunFrame) => void) | null = null): void {
    const repeated = this.length - block.from;
    if (repeated < 0 || repeated >= block.count) return;
    const columns = readColumns(block);
    const first = this.length;
    const names = block.names.map((name) => this.#placeOf(name));
    const nameAt = columns.nameIndexes.subarray(repeated).map((index) => names[index] ?? 0);
    const counts = new Map<number, number>();
    for (const at of nameAt) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (const [index, count] of counts) {
      const name = this.#names[index];
      if (name) name.count += count;
    }
    this.#nameAt.addAll(nameAt);
    this.#ticks.addAll(columns.ticks.subarray(repeated));
    this.#lengths.addAll(columns.lengths.subarray(repeated));
    const segment = sliceSegment(segmentOf(block), first, block.from + block.count);
    this.#payloads.put(segment);
    if (!onFrame) return;
    for (let seq = first; seq < this.length; seq += 1) {
      const name = this.#names[this.nameAt(seq)];
      if (name) onFrame(new LazyFrame(seq, this.atMs(seq), name, segment));
    }
  }

  refill(block: FrameBlock): void {
    const to = Math.min(this.length, block.from + block.count);
    if (block.from < to) this.#payloads.put(sliceSegment(segmentOf(block), block.from, to));
  }

  /** The first frame in `[from, to)` whose payload is evicted; `null` if there is none. */
  firstMissing(from: number, to: number): number | null {
    const end = Math.min(to, this.length);
    for (let seq = Math.max(0, from); seq < end; seq += 1) if (!this.#payloads.has(seq)) return seq;
    return null;
  }

  #placeOf({ mode, namespace }: FrameName): number {
    const key = JSON.stringify([mode, ...namespace]);
    const existing = this.#nameIndexes.get(key);
    if (existing !== undefined) return existing;
    const index = this.#names.length;
    this.#nameIndexes.set(key, index);
    this.#names.push({ mode, namespace, count: 0 });
    return index;
  }
}
