import { concatChunks } from '../bytes.ts';
import { bytesPerFrame, readColumns, type FrameBlock } from '../model/frame-block.ts';

/** Payloads of consecutive frames, as received. */
export interface PayloadSegment {
  readonly from: number;
  /** Offset of each payload in `bytes`. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** As in the columns of a block. */
  readonly ids: Uint32Array;
  readonly idTexts: readonly string[];
  readonly bytes: Uint8Array;
}

export function segmentOf(block: FrameBlock): PayloadSegment {
  const { starts, lengths, ids } = readColumns(block);
  const bytes = concatChunks(block.pieces).subarray(block.count * bytesPerFrame);
  return { from: block.from, starts, lengths, ids, idTexts: block.idTexts, bytes };
}

export function sliceSegment(segment: PayloadSegment, from: number, to: number): PayloadSegment {
  const offset = from - segment.from;
  const end = to - segment.from;
  if (offset === 0 && end === segment.lengths.length) return segment;
  const starts = segment.starts.slice(offset, end);
  const lengths = segment.lengths.slice(offset, end);
  const base = starts[0] ?? 0;
  const last = (starts.at(-1) ?? 0) + (lengths.at(-1) ?? 0);
  return {
    from,
    starts: starts.map((start) => start - base),
    lengths,
    ids: segment.ids.slice(offset, end),
    idTexts: segment.idTexts,
    bytes: segment.bytes.subarray(base, last),
  };
}

export function payloadIn({ from, starts, lengths, bytes }: PayloadSegment, seq: number): Uint8Array {
  const start = starts[seq - from] ?? 0;
  return bytes.subarray(start, start + (lengths[seq - from] ?? 0));
}
