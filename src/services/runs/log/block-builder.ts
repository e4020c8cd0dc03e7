import type { EventName, FrameBatch } from 'remote-graph-client/client';
import { concatChunks, totalByteLength, sliceChunks } from '../../../shared/bytes.ts';
import { encodeFrameId, encodeFrames, decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import {
  bytesPerFrame,
  readColumns,
  columnsToBytes,
  type FrameBlock,
  type FrameColumns,
  type FrameName,
} from '../../../shared/model/frame-block.ts';

// Bytes per block: 256 K. A larger frame is a block by itself.
export const blockLength = 256 * 1024;

// Frames per block: many tiny frames must not make a large message.
const blockFrames = 2000;

// Gaps between payloads up to this many bytes stay: the lines of a frame besides its payload.
const maxGapBytes = 512;

const smallPiece = 8 * 1024;

// Numbers per frame, and initial capacity in frames.
const rowLength = 5;
const firstRows = 512;

const none: readonly Uint8Array[] = [];

const tooLarge = new TextEncoder().encode(JSON.stringify('This payload is too large to be read.'));

// The newest frames of a log, until they fill a block. Payloads are not copied: as long as they are adjacent
// in their input memory, it is one piece of the block.
export class BlockBuilder {
  readonly from: number;
  readonly #log: string;
  readonly #maxLength: number;
  // Per frame: start, length, time, id, name.
  #rows = new Uint32Array(rowLength * firstRows);
  #count = 0;
  #length = 0;
  readonly #names: FrameName[] = [];
  readonly #idTexts: string[] = [];
  readonly #nameIndexes = new Map<string, number>();
  // Frames of one name share an object, which is faster to look up than a string.
  readonly #indexesByName = new Map<EventName, number>();
  // Pieces, as ranges of their input arrays.
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

  // Bytes of all payloads and the gaps between them.
  get length(): number {
    return this.#length;
  }

  hasRoomFor(byteLength: number): boolean {
    return this.#count === 0 || (this.#count < blockFrames && this.#length + byteLength <= this.#maxLength);
  }

  // Adds the frame at an index of a batch. `ticks`: arrival, in tenths of a millisecond since the log's first
  // frame.
  add(batch: FrameBatch, index: number, ticks: number): void {
    const row = this.#count * rowLength;
    if (row === this.#rows.length) this.#growRows();
    const rows = this.#rows;
    const start = batch.isTooLarge(index)
      ? this.#addBytes(tooLarge, 0, tooLarge.length)
      : this.#addBytes(batch.array(index), batch.from(index), batch.to(index));
    for (const piece of batch.rest(index) ?? none) this.#addBytes(piece, 0, piece.length);
    rows[row] = start;
    rows[row + 1] = this.#length - start;
    rows[row + 2] = ticks;
    rows[row + 3] = encodeFrameId(batch.id(index), this.#idTexts);
    rows[row + 4] = this.#placeOf(batch.name(index));
    this.#count += 1;
  }

  // The frames from `seq` on.
  blockFrom(seq: number): FrameBlock {
    const first = seq - this.from;
    const base = first < this.#count ? (this.#rows[first * rowLength] ?? 0) : this.#length;
    const pieces = this.#arrays.map((array, piece) => array.subarray(this.#froms[piece], this.#tos[piece]));
    return {
      log: this.#log,
      from: seq,
      count: this.#count - first,
      names: [...this.#names],
      idTexts: [...this.#idTexts],
      pieces: [this.#columnsFrom(first, base), ...sliceChunks(pieces, base, this.#length)],
    };
  }

  // All frames, finally: joins many small pieces, so that they don't retain more memory than they use.
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

  // Columns of the frames from `from` on, omitting the first `base` payload bytes.
  #columnsFrom(start: number, base: number): Uint8Array {
    const count = this.#count - start;
    const numbers = new Uint32Array(count * rowLength);
    const rows = this.#rows;
    for (let frame = 0, index = start * rowLength; frame < count; frame += 1, index += rowLength) {
      numbers[frame] = (rows[index] ?? 0) - base;
      numbers[frame + count] = rows[index + 1] ?? 0;
      numbers[frame + 2 * count] = rows[index + 2] ?? 0;
      numbers[frame + 3 * count] = rows[index + 3] ?? 0;
      numbers[frame + 4 * count] = rows[index + 4] ?? 0;
    }
    return new Uint8Array(numbers.buffer);
  }

  // Returns their start in the block.
  #addBytes(bytes: Uint8Array, from: number, to: number): number {
    const last = this.#arrays.length - 1;
    const before = this.#tos[last] ?? 0;
    const between = from - before;
    if (this.#arrays[last] === bytes && between >= 0 && between <= maxGapBytes) {
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
    const cachedIndex = this.#indexesByName.get(name);
    if (cachedIndex !== undefined) return cachedIndex;
    const { mode, namespace } = name;
    const key = JSON.stringify([mode, ...namespace]);
    const index = this.#nameIndexes.get(key) ?? this.#names.push({ mode, namespace: [...namespace] }) - 1;
    this.#nameIndexes.set(key, index);
    this.#indexesByName.set(name, index);
    return index;
  }
}

export function sliceBlock(block: FrameBlock, seq: number, to = Infinity): FrameBlock {
  const start = seq - block.from;
  const end = Math.min(block.count, to - block.from);
  if (start === 0 && end === block.count) return block;
  const columns = readColumns(block);
  const head = block.count * bytesPerFrame;
  const base = start < end ? (columns.starts[start] ?? 0) : 0;
  const last = start < end ? (columns.starts[end - 1] ?? 0) + (columns.lengths[end - 1] ?? 0) : 0;
  return {
    ...block,
    from: seq,
    count: Math.max(0, end - start),
    pieces: [
      columnsToBytes(partOfColumns(columns, start, Math.max(start, end), base)),
      ...sliceChunks(block.pieces, head + base, head + last),
    ],
  };
}

export function withPayload(block: FrameBlock, payload: string): FrameBlock {
  const bytes = new TextEncoder().encode(payload);
  const columns = readColumns(block);
  const starts = new Uint32Array(block.count);
  const lengths = new Uint32Array(block.count).fill(bytes.length);
  return { ...block, pieces: [columnsToBytes({ ...columns, starts, lengths }), bytes] };
}

/** Bytes of a block's payloads and the gaps between them. */
export function payloadBytes({ count, pieces }: FrameBlock): number {
  return totalByteLength(pieces) - count * bytesPerFrame;
}

// Columns of some frames, omitting the first `base` payload bytes.
function partOfColumns(columns: FrameColumns, from: number, end: number, base: number): FrameColumns {
  return {
    starts:
      base === 0
        ? columns.starts.subarray(from, end)
        : columns.starts.subarray(from, end).map((start) => start - base),
    lengths: columns.lengths.subarray(from, end),
    ticks: columns.ticks.subarray(from, end),
    ids: columns.ids.subarray(from, end),
    nameIndexes: columns.nameIndexes.subarray(from, end),
  };
}

// Longest payload in bytes that fits into a message with the frames before it (16 MiB).
const maxPayloadLength = 15 * 1024 * 1024;

// Replaces a payload that no message can carry by a notice.
export function truncateOversized(block: FrameBlock): FrameBlock {
  if (payloadBytes(block) <= maxPayloadLength) return block;
  const frames = decodeFrames(block).map((frame) => {
    if (frame.text.length <= maxPayloadLength) return frame;
    const megabytes = Math.round(frame.text.length / 2 ** 20);
    return { ...frame, text: JSON.stringify(`This payload of ${megabytes} MB is too large to be shown.`) };
  });
  return { ...encodeFrames(block.log, frames), from: block.from };
}
