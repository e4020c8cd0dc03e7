import type { EventName, FrameBatch } from '../../../remote-graph/client.ts';
import { concatChunks, totalByteLength, sliceChunks } from '../../../shared/bytes.ts';
import { encodeFrameId, encodeFrames, decodeFrames } from '../../../shared/model/runs/frame-block-codec.ts';
import {
  bytesPerFrame,
  readColumns,
  columnsToBytes,
  type FrameBlock,
  type FrameColumns,
  type FrameName,
} from '../../../shared/model/runs/frame-block.ts';

/** Bytes of one block: 256 K. A larger frame is a block by itself. */
export const blockLength = 256 * 1024;

/** Frames of a block at most: tiny frames in great number must not make a great message. */
const blockFrames = 2000;

/** Bytes between two payloads, up to here, stay where they are: the lines of a frame that are no payload. */
const mostBetween = 512;

/** Pieces that are smaller on average are put together when their block is full. */
const smallPiece = 8 * 1024;

/** Numbers of a frame, and frames that there is room for at first. */
const rowLength = 5;
const firstRows = 512;

const none: readonly Uint8Array[] = [];

/** Stands in the place of a payload that was larger than the client reads (row R-9). */
const tooLarge = new TextEncoder().encode(JSON.stringify('This payload was larger than the studio reads.'));

/**
 * The newest frames of a log, until there are enough of them for a block. Payloads are not copied: as long as they lie
 * one behind the other in the memory that they came in, that memory is one piece of the block.
 */
export class BlockBuilder {
  readonly from: number;
  readonly #log: string;
  readonly #maxLength: number;
  /** For each frame, one behind the other: start, length, time, id, name. */
  #rows = new Uint32Array(rowLength * firstRows);
  #count = 0;
  #length = 0;
  readonly #names: FrameName[] = [];
  readonly #idTexts: string[] = [];
  readonly #known = new Map<string, number>();
  /** The frames of a name share one object, which is quicker to find than a text. */
  readonly #seen = new Map<EventName, number>();
  /** The pieces as places in the arrays that they came in. */
  readonly #arrays: Uint8Array[] = [];
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];

  constructor(log: string, from: number, maxLength: number) {
    this.#log = log;
    this.#maxLength = maxLength;
    this.from = from;
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes of all payloads, with what lies between them. */
  get length(): number {
    return this.#length;
  }

  hasRoomFor(byteLength: number): boolean {
    return this.#count === 0 || (this.#count < blockFrames && this.#length + byteLength <= this.#maxLength);
  }

  /** The frame at a place in a pack. `ticks`: when it came, in tenths of a millisecond since the log's first frame. */
  add(pack: FrameBatch, at: number, ticks: number): void {
    const row = this.#count * rowLength;
    if (row === this.#rows.length) this.#growRows();
    const rows = this.#rows;
    const start = pack.isTooLarge(at)
      ? this.#addBytes(tooLarge, 0, tooLarge.length)
      : this.#addBytes(pack.array(at), pack.from(at), pack.to(at));
    for (const piece of pack.rest(at) ?? none) this.#addBytes(piece, 0, piece.length);
    rows[row] = start;
    rows[row + 1] = this.#length - start;
    rows[row + 2] = ticks;
    rows[row + 3] = encodeFrameId(pack.id(at), this.#idTexts);
    rows[row + 4] = this.#placeOf(pack.name(at));
    this.#count += 1;
  }

  /** The frames from `seq` on. */
  blockFrom(seq: number): FrameBlock {
    const at = seq - this.from;
    const base = at < this.#count ? (this.#rows[at * rowLength] ?? 0) : this.#length;
    const pieces = this.#arrays.map((array, piece) => array.subarray(this.#froms[piece], this.#tos[piece]));
    return {
      log: this.#log,
      from: seq,
      count: this.#count - at,
      names: [...this.#names],
      idTexts: [...this.#idTexts],
      pieces: [this.#columnsFrom(at, base), ...sliceChunks(pieces, base, this.#length)],
    };
  }

  /** All frames, for good: many small pieces become one, so that they don't hold more memory than they fill. */
  whole(): FrameBlock {
    const block = this.blockFrom(this.from);
    const [columns = new Uint8Array(), ...payloads] = block.pieces;
    if (payloads.length < 2 || this.#length / payloads.length >= smallPiece) return block;
    return { ...block, pieces: [columns, concatChunks(payloads)] };
  }

  #growRows(): void {
    const larger = new Uint32Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }

  /** The columns of the frames from the one at `begin` on, whose payloads begin behind `base` bytes that are left out. */
  #columnsFrom(begin: number, base: number): Uint8Array {
    const count = this.#count - begin;
    const numbers = new Uint32Array(count * rowLength);
    const rows = this.#rows;
    for (let frame = 0, at = begin * rowLength; frame < count; frame += 1, at += rowLength) {
      numbers[frame] = (rows[at] ?? 0) - base;
      numbers[frame + count] = rows[at + 1] ?? 0;
      numbers[frame + 2 * count] = rows[at + 2] ?? 0;
      numbers[frame + 3 * count] = rows[at + 3] ?? 0;
      numbers[frame + 4 * count] = rows[at + 4] ?? 0;
    }
    return new Uint8Array(numbers.buffer);
  }

  /** Gives where they begin in the block. */
  #addBytes(bytes: Uint8Array, from: number, to: number): number {
    const last = this.#arrays.length - 1;
    const before = this.#tos[last] ?? 0;
    const between = from - before;
    if (this.#arrays[last] === bytes && between >= 0 && between <= mostBetween) {
      this.#length += between;
      this.#tos[last] = to;
    } else {
      this.#arrays.push(bytes);
      this.#froms.push(from);
      this.#tos.push(to);
    }
    const start = this.#length;
    this.#length += to - from;
    return start;
  }

  #placeOf(name: EventName): number {
    const seen = this.#seen.get(name);
    if (seen !== undefined) return seen;
    const { mode, namespace } = name;
    const key = JSON.stringify([mode, ...namespace]);
    const at = this.#known.get(key) ?? this.#names.push({ mode, namespace: [...namespace] }) - 1;
    this.#known.set(key, at);
    this.#seen.set(name, at);
    return at;
  }
}

/** The frames of a block from `seq` on and before `to`. */
export function sliceBlock(block: FrameBlock, seq: number, to = Infinity): FrameBlock {
  const begin = seq - block.from;
  const end = Math.min(block.count, to - block.from);
  if (begin === 0 && end === block.count) return block;
  const columns = readColumns(block);
  const head = block.count * bytesPerFrame;
  const base = begin < end ? (columns.starts[begin] ?? 0) : 0;
  const last = begin < end ? (columns.starts[end - 1] ?? 0) + (columns.lengths[end - 1] ?? 0) : 0;
  return {
    ...block,
    from: seq,
    count: Math.max(0, end - begin),
    pieces: [
      columnsToBytes(partOfColumns(columns, begin, Math.max(begin, end), base)),
      ...sliceChunks(block.pieces, head + base, head + last),
    ],
  };
}

/** The same frames with one payload for all of them. */
export function withPayload(block: FrameBlock, payload: string): FrameBlock {
  const bytes = new TextEncoder().encode(payload);
  const columns = readColumns(block);
  const starts = new Uint32Array(block.count);
  const lengths = new Uint32Array(block.count).fill(bytes.length);
  return { ...block, pieces: [columnsToBytes({ ...columns, starts, lengths }), bytes] };
}

/** Bytes of a block's payloads, with what lies between them. */
export function payloadBytes({ count, pieces }: FrameBlock): number {
  return totalByteLength(pieces) - count * bytesPerFrame;
}

/** The columns of some frames, whose payloads begin behind `base` bytes that are left out. */
function partOfColumns(columns: FrameColumns, begin: number, end: number, base: number): FrameColumns {
  return {
    starts:
      base === 0
        ? columns.starts.subarray(begin, end)
        : columns.starts.subarray(begin, end).map((start) => start - base),
    lengths: columns.lengths.subarray(begin, end),
    ticks: columns.ticks.subarray(begin, end),
    ids: columns.ids.subarray(begin, end),
    nameIndexes: columns.nameIndexes.subarray(begin, end),
  };
}

/** The longest payload that fits into a message with the frames before it, in bytes (16 MiB, row H-11). */
const longestPayload = 15 * 1024 * 1024;

/** A payload that no message can carry gives way to words; everything else passes untouched. */
export function truncateOversized(block: FrameBlock): FrameBlock {
  if (payloadBytes(block) <= longestPayload) return block;
  const frames = decodeFrames(block).map((frame) => {
    if (frame.text.length <= longestPayload) return frame;
    const megabytes = Math.round(frame.text.length / 2 ** 20);
    return { ...frame, text: JSON.stringify(`This payload of ${megabytes} MB is too large to be shown.`) };
  });
  return { ...encodeFrames(block.log, frames), from: block.from };
}
