import { joinedPieces } from '../bytes.ts';
import {
  columnBytes,
  columnsOf,
  columnsPiece,
  noId,
  textId,
  ticksPerMs,
  type FrameBlock,
  type FrameColumns,
  type FrameName,
} from './frame-block.ts';
import type { RunFrame } from './run.ts';

const encoder = new TextEncoder();
// A byte order mark is part of the text: it is not the beginning of a file.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a payload; U+FFFD stands in for what is not valid UTF-8. */
export function textOfPayload(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The frames of a block as objects: for few of them, and for tests. */
export function framesOfBlock(block: FrameBlock): RunFrame[] {
  const { from, count, names, idTexts } = block;
  const { starts, lengths, ticks, ids, nameAt } = columnsOf(block);
  const bytes = joinedPieces(block.pieces).subarray(count * columnBytes);
  return Array.from({ length: count }, (_, at) => {
    const { mode, namespace } = names[nameAt[at] ?? 0] ?? { mode: '', namespace: [] };
    const start = starts[at] ?? 0;
    const text = textOfPayload(bytes.subarray(start, start + (lengths[at] ?? 0)));
    const id = textOfId(ids[at] ?? noId, idTexts);
    return { seq: from + at, atMs: (ticks[at] ?? 0) / ticksPerMs, id, mode, namespace, text };
  });
}

/** Frames in a row as a block of a log. For few of them: a stream goes from its bytes to a block without texts. */
export function blockOfFrames(log: string, frames: readonly RunFrame[]): FrameBlock {
  const names: FrameName[] = [];
  const known = new Map<string, number>();
  const idTexts: string[] = [];
  const payloads = frames.map(({ text }) => encoder.encode(text));
  const column = (numbers: readonly number[]): Uint32Array => Uint32Array.from(numbers);
  let end = 0;
  const columns: FrameColumns = {
    starts: column(payloads.map(({ length }) => (end += length) - length)),
    lengths: column(payloads.map(({ length }) => length)),
    ticks: column(frames.map(({ atMs }) => Math.round(atMs * ticksPerMs))),
    ids: column(frames.map(({ id }) => idNumber(id, idTexts))),
    nameAt: column(
      frames.map(({ mode, namespace }) => {
        const key = JSON.stringify([mode, ...namespace]);
        const place = known.get(key) ?? names.push({ mode, namespace: [...namespace] }) - 1;
        known.set(key, place);
        return place;
      }),
    ),
  };
  const pieces = [joinedPieces([columnsPiece(columns), ...payloads])];
  return { log, from: frames[0]?.seq ?? 0, count: frames.length, names, idTexts, pieces };
}

/** The id in its column as the server wrote it. */
export function textOfId(id: number, idTexts: readonly string[]): string | null {
  if (id < textId) return String(id);
  return id === noId ? null : (idTexts[id - textId] ?? null);
}

/** An id for its column; {@link textOfId} gives back exactly the same text. What is no small number goes to `idTexts`. */
export function idNumber(id: string | number | null, idTexts: string[]): number {
  if (id === null) return noId;
  const number = typeof id === 'number' ? id : Number(id);
  const isSmall = Number.isSafeInteger(number) && number >= 0 && number < textId;
  if (isSmall && (typeof id === 'number' || String(number) === id)) return number;
  return textId + idTexts.push(String(id)) - 1;
}
