import { concatChunks } from '../../../shared/bytes.ts';
import {
  bytesPerFrame,
  readColumns,
  ticksPerMs,
  type FrameBlock,
  type FrameName,
} from '../../../shared/model/runs/frame-block.ts';
import type { RunFrame } from '../../../shared/model/runs/run.ts';
import { LazyFrame } from './lazy-frame.ts';
import { sliceSegment, PayloadCache, type PayloadSegment } from './payload-cache.ts';

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

/** What is known of every frame, whether or not its payload is in the window. */
export interface FrameInfo {
  readonly seq: number;
  readonly atMs: number;
  readonly mode: string;
  readonly namespace: readonly string[];
  /** Bytes of the payload. */
  readonly length: number;
}

/** A name that occurs in a log, and how often it does. */
export interface NameCount {
  readonly mode: string;
  readonly namespace: readonly string[];
  readonly count: number;
}

/**
 * The frames of one log, in order, from 0 on. Twelve bytes for each are kept for good: when it came, what it is called
 * and how long its payload is. Payloads and ids take a fixed amount of memory: those that were not looked at for the
 * longest time are let go of, and are read from the services again when somebody wants them.
 */
export class FrameList {
  readonly #ticks = new GrowableIntArray();
  readonly #nameAt = new GrowableIntArray();
  readonly #lengths = new GrowableIntArray();
  readonly #names: { readonly mode: string; readonly namespace: readonly string[]; count: number }[] = [];
  readonly #known = new Map<string, number>();
  readonly #payloads: PayloadCache;

  constructor(maxPayloadBytes?: number) {
    this.#payloads = new PayloadCache(maxPayloadBytes);
  }

  /** How many frames there are. */
  get length(): number {
    return this.#lengths.length;
  }

  /** The names that occur, in the order of their first frames. A new one has a new place at the end. */
  get names(): readonly NameCount[] {
    return this.#names;
  }

  /** The place in {@link names} of a frame's name: quick to compare for each of a million frames. */
  nameAt(seq: number): number {
    return this.#nameAt.at(seq);
  }

  /** When a frame came, in milliseconds since the run's first one. */
  atMs(seq: number): number {
    return this.#ticks.at(seq) / ticksPerMs;
  }

  facts(seq: number): FrameInfo | undefined {
    const name = seq >= 0 && seq < this.length ? this.#names[this.nameAt(seq)] : undefined;
    if (!name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), mode, namespace, length: this.#lengths.at(seq) };
  }

  /** Whether a frame's payload is in the window. */
  has(seq: number): boolean {
    return this.#payloads.has(seq);
  }

  /** The id of a frame whose payload is in the window; `undefined` for any other. */
  id(seq: number): string | null | undefined {
    return this.#payloads.id(seq);
  }

  /** A frame with its payload and id; `undefined` while these are not in the window: see `load` of the log. */
  frame(seq: number): RunFrame | undefined {
    const text = this.#payloads.text(seq);
    const name = text === undefined ? undefined : this.#names[this.nameAt(seq)];
    if (text === undefined || !name) return undefined;
    const { mode, namespace } = name;
    return { seq, atMs: this.atMs(seq), id: this.id(seq) ?? null, mode, namespace, text };
  }

  /** Takes frames that follow the last one, or repeat some; tells of each that is new. A gap is refused. */
  append(block: FrameBlock, onFrame: ((frame: RunFrame) => void) | null = null): void {
    const repeated = this.length - block.from;
    if (repeated < 0 || repeated >= block.count) return;
    const columns = readColumns(block);
    const first = this.length;
    const names = block.names.map((name) => this.#placeOf(name));
    const nameAt = columns.nameIndexes.subarray(repeated).map((at) => names[at] ?? 0);
    const counts = new Map<number, number>();
    for (const at of nameAt) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (const [at, count] of counts) {
      const name = this.#names[at];
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

  /** Takes payloads back that were let go of. */
  refill(block: FrameBlock): void {
    const to = Math.min(this.length, block.from + block.count);
    if (block.from < to) this.#payloads.put(sliceSegment(segmentOf(block), block.from, to));
  }

  /** The first frame from `from` on and before `to` whose payload is not in the window; `null` when all are. */
  firstMissing(from: number, to: number): number | null {
    const end = Math.min(to, this.length);
    for (let seq = Math.max(0, from); seq < end; seq += 1) if (!this.#payloads.has(seq)) return seq;
    return null;
  }

  #placeOf({ mode, namespace }: FrameName): number {
    const key = JSON.stringify([mode, ...namespace]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.#names.length;
    this.#known.set(key, place);
    this.#names.push({ mode, namespace, count: 0 });
    return place;
  }
}

function segmentOf(block: FrameBlock): PayloadSegment {
  const { starts, lengths, ids } = readColumns(block);
  const bytes = concatChunks(block.pieces).subarray(block.count * bytesPerFrame);
  return { from: block.from, starts, lengths, ids, idTexts: block.idTexts, bytes };
}
