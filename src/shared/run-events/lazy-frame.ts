import { decodeFrameId, decodePayload } from '../model/frame-block-codec.ts';
import { missingId, readColumns, ticksPerMs, type FrameBlock } from '../model/frame-block.ts';
import type { RunFrame } from '../model/run.ts';
import { payloadIn, segmentOf, type PayloadSegment } from './payload-segment.ts';

// Maximum bytes of a UTF-8 character.
const maxBytes = 4;

/** A frame that decodes its payload on first access: most payloads are never read. */
export class LazyFrame implements RunFrame {
  readonly seq: number;
  readonly atMs: number;
  readonly mode: string;
  readonly namespace: readonly string[];
  readonly #segment: PayloadSegment;
  #text: string | null = null;

  constructor(
    seq: number,
    atMs: number,
    { mode, namespace }: Pick<RunFrame, 'mode' | 'namespace'>,
    segment: PayloadSegment,
  ) {
    this.seq = seq;
    this.atMs = atMs;
    this.mode = mode;
    this.namespace = namespace;
    this.#segment = segment;
  }

  get id(): string | null {
    return decodeFrameId(
      this.#segment.ids[this.seq - this.#segment.from] ?? missingId,
      this.#segment.idTexts,
    );
  }

  get text(): string {
    this.#text ??= decodePayload(payloadIn(this.#segment, this.seq));
    return this.#text;
  }

  prefix(length: number): string {
    const bytes = payloadIn(this.#segment, this.seq).subarray(0, length * maxBytes);
    return decodePayload(bytes).slice(0, length);
  }
}

/** Decodes only the first characters of a payload. */
export function payloadPrefix(frame: RunFrame, length: number): string {
  return frame instanceof LazyFrame ? frame.prefix(length) : frame.text.slice(0, length);
}

export function* lazyFrames(block: FrameBlock): Generator<LazyFrame> {
  const segment = segmentOf(block);
  const { ticks, nameIndexes } = readColumns(block);
  for (let index = 0; index < block.count; index += 1) {
    const name = block.names[nameIndexes[index] ?? 0];
    if (name) yield new LazyFrame(block.from + index, (ticks[index] ?? 0) / ticksPerMs, name, segment);
  }
}
