import { frameIdOf, type FrameBlock, type FrameId, type FrameName } from '../../shared/model/frame-block.ts';
import type { RunFrame } from '../../shared/model/run.ts';

/** A frame as it comes from the stream; the log gives it its place and time. */
export type NewFrame = Omit<RunFrame, 'seq' | 'atMs'>;

/** UTF-16 units of payload in one block: 256 K. A larger frame is a block by itself. */
export const blockLength = 256 * 1024;

/** Frames of a block at most: tiny frames in great number must not make a great message. */
const blockFrames = 2000;

/** The newest frames of a log, until there are enough of them for a block. */
export class BlockBuilder {
  readonly from: number;
  readonly #log: string;
  readonly #maxLength: number;
  #length = 0;
  readonly #lengths: number[] = [];
  readonly #atMs: number[] = [];
  readonly #ids: FrameId[] = [];
  readonly #names: FrameName[] = [];
  readonly #nameAt: number[] = [];
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();
  #newest: NewFrame | null = null;

  constructor(log: string, from: number, maxLength: number) {
    this.#log = log;
    this.#maxLength = maxLength;
    this.from = from;
  }

  get count(): number {
    return this.#lengths.length;
  }

  /** UTF-16 units of all payloads. */
  get length(): number {
    return this.#length;
  }

  hasRoomFor({ text }: NewFrame): boolean {
    return this.count === 0 || (this.count < blockFrames && this.#length + text.length <= this.#maxLength);
  }

  add(frame: NewFrame, atMs: number): void {
    this.#nameAt.push(this.#nameOf(frame));
    this.#newest = frame;
    this.#length += frame.text.length;
    this.#lengths.push(frame.text.length);
    this.#atMs.push(atMs);
    this.#ids.push(frameIdOf(frame.id));
    this.#texts.push(frame.text);
  }

  /** The frames from `seq` on. */
  blockFrom(seq: number): FrameBlock {
    const at = seq - this.from;
    return {
      log: this.#log,
      from: seq,
      lengths: this.#lengths.slice(at),
      atMs: this.#atMs.slice(at),
      ids: this.#ids.slice(at),
      names: [...this.#names],
      nameAt: this.#nameAt.slice(at),
      text: this.#texts.slice(at).join(''),
    };
  }

  /** Most frames are called as the one before. */
  #nameOf({ mode, namespace }: NewFrame): number {
    if (this.#newest?.mode === mode && this.#newest.namespace === namespace) return this.#nameAt.at(-1) ?? 0;
    const key = JSON.stringify([mode, ...namespace]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#names.length);
    this.#names.push({ mode, namespace: [...namespace] });
    return this.#names.length - 1;
  }
}

/** The frames of a block from `seq` on and before `to`. */
export function partOfBlock(block: FrameBlock, seq: number, to = Infinity): FrameBlock {
  const begin = seq - block.from;
  const end = Math.min(block.lengths.length, to - block.from);
  if (begin === 0 && end === block.lengths.length) return block;
  const lengths = block.lengths.slice(begin, end);
  const textFrom = sum(block.lengths.slice(0, begin));
  return {
    log: block.log,
    from: seq,
    lengths,
    atMs: block.atMs.slice(begin, end),
    ids: block.ids.slice(begin, end),
    names: block.names,
    nameAt: block.nameAt.slice(begin, end),
    text: block.text.slice(textFrom, textFrom + sum(lengths)),
  };
}

/** The same frames with one payload for all of them. */
export function withPayload(block: FrameBlock, payload: string): FrameBlock {
  const { length } = block.lengths;
  return {
    ...block,
    lengths: Array.from({ length }, () => payload.length),
    text: payload.repeat(length),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
