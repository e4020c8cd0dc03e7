import { concatChunks } from '../bytes.ts';
import {
  bytesPerFrame,
  readColumns,
  columnsToBytes,
  missingId,
  firstTextId,
  ticksPerMs,
  type FrameBlock,
  type FrameColumns,
  type FrameName,
} from './frame-block.ts';
import type { RunFrame } from './run.ts';

const encoder = new TextEncoder();
// A byte order mark is part of the text: this is not the start of a file.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes a payload, with U+FFFD for invalid UTF-8. */
export function decodePayload(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Frames of a block as objects: for small numbers, and for tests. */
export function decodeFrames(block: FrameBlock): RunFrame[] {
  const { from, count, names, idTexts } = block;
  const { starts, lengths, ticks, ids, nameIndexes } = readColumns(block);
  const bytes = concatChunks(block.pieces).subarray(count * bytesPerFrame);
  return Array.from({ length: count }, (_, index) => {
    const { mode, namespace } = names[nameIndexes[index] ?? 0] ?? { mode: '', namespace: [] };
    const start = starts[index] ?? 0;
    const text = decodePayload(bytes.subarray(start, start + (lengths[index] ?? 0)));
    const id = decodeFrameId(ids[index] ?? missingId, idTexts);
    return { seq: from + index, atMs: (ticks[index] ?? 0) / ticksPerMs, id, mode, namespace, text };
  });
}

/** Encodes frames as a block. For small numbers: a stream goes from its bytes to a block without strings. */
export function encodeFrames(log: string, frames: readonly RunFrame[]): FrameBlock {
  const names: FrameName[] = [];
  const indexes = new Map<string, number>();
  const idTexts: string[] = [];
  const payloads = frames.map(({ text }) => encoder.encode(text));
  const column = (numbers: readonly number[]): Uint32Array => Uint32Array.from(numbers);
  let end = 0;
  const columns: FrameColumns = {
    starts: column(payloads.map(({ length }) => (end += length) - length)),
    lengths: column(payloads.map(({ length }) => length)),
    ticks: column(frames.map(({ atMs }) => Math.round(atMs * ticksPerMs))),
    ids: column(frames.map(({ id }) => encodeFrameId(id, idTexts))),
    nameIndexes: column(
      frames.map(({ mode, namespace }) => {
        const key = JSON.stringify([mode, ...namespace]);
        const index = indexes.get(key) ?? names.push({ mode, namespace: [...namespace] }) - 1;
        indexes.set(key, index);
        return index;
      }),
    ),
  };
  const pieces = [concatChunks([columnsToBytes(columns), ...payloads])];
  return { log, from: frames[0]?.seq ?? 0, count: frames.length, names, idTexts, pieces };
}

/** Decodes an id from its column, exactly as the server wrote it. */
export function decodeFrameId(id: number, idTexts: readonly string[]): string | null {
  if (id < firstTextId) return String(id);
  return id === missingId ? null : (idTexts[id - firstTextId] ?? null);
}

/**
 * Encodes an id for its column; {@link decodeFrameId} restores the same text. Anything but a small number
 * goes to `idTexts`.
 */
export function encodeFrameId(id: string | number | null, idTexts: string[]): number {
  if (id === null) return missingId;
  const number = typeof id === 'number' ? id : Number(id);
  const isSmall = Number.isSafeInteger(number) && number >= 0 && number < firstTextId;
  if (isSmall && (typeof id === 'number' || String(number) === id)) return number;
  return firstTextId + idTexts.push(String(id)) - 1;
}
