import type { FrameBlock } from '../../shared/model/frame-block.ts';
import type { RunEnd, RunLink } from '../../shared/model/run.ts';
import { blockLength, BlockBuilder, partOfBlock, withPayload, type NewFrame } from './block-builder.ts';
import type { BlockPlace, LogFile } from './log-file.ts';

export interface RunLogOptions {
  /** A name that no other log has or had. */
  readonly id: string;
  /** Where the oldest frames go when memory is full. Asked for only when it is needed. */
  readonly openFile: () => LogFile;
  /** UTF-16 units of payload text that stay in memory. */
  readonly memoryLimit: number;
  /** Milliseconds of a steady clock. */
  readonly now: () => number;
  /** Told once, when payloads could not be kept. */
  readonly onLoss: (problem: unknown) => void;
}

/** Everything that one run's stream sent, from the first frame on, for any number of readers at any pace. */
export interface RunLog {
  readonly id: string;
  readonly length: number;
  /** UTF-16 units of payload text that are held in memory now. */
  readonly lengthInMemory: number;
  readonly link: RunLink;
  readonly end: RunEnd | null;
  /** Adds frames that came together; resolves when there is room for the next ones. */
  append(frames: readonly NewFrame[]): Promise<void>;
  setLink(link: RunLink): void;
  /** The last word. Nothing is added after it. */
  finish(end: RunEnd): void;
  /** Frames from `seq` on and before `to`: at least one if there is one, at most a block of them. */
  read(seq: number, to?: number): Promise<FrameBlock>;
  /** Resolves at the next frame, change of link, end, or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
  /** Gives back memory and disk. */
  remove(): Promise<void>;
}

/** What stands in the place of a payload that found no room (row R-9). */
export const lostPayload = JSON.stringify('This payload was not kept: there was no room for it on the disk.');

/** A block that is full: in memory, in the file, or without its payloads. */
interface FullBlock {
  readonly from: number;
  /** UTF-16 units that can be given back to memory. */
  length: number;
  kept: { readonly block: FrameBlock } | { readonly place: BlockPlace };
}

/**
 * A log whose newest part is in memory and whose older part is in a file once it outgrew its bound. Frames never
 * change and never leave gaps; when the disk refuses, payloads of the oldest frames are given up and the end says so.
 */
export function createRunLog({ id, openFile, memoryLimit, now, onLoss }: RunLogOptions): RunLog {
  const full: FullBlock[] = [];
  // Several blocks in memory, whatever its bound: what came last is moved away last.
  const builderFrom = (seq: number): BlockBuilder =>
    new BlockBuilder(id, seq, Math.min(blockLength, memoryLimit / 4));
  let newest = builderFrom(0);
  /** The full blocks before this one were moved away. */
  let moved = 0;
  let lengthInMemory = 0;
  let firstAt: number | null = null;
  let link: RunLink = 'live';
  let end: RunEnd | null = null;
  let lost = false;
  let file: LogFile | null = null;
  let moving: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  const wake = (): void => {
    for (const each of waiting) each();
    waiting.clear();
  };
  const closeNewest = (): void => {
    if (newest.count === 0) return;
    const { from, length, count } = newest;
    full.push({ from, length, kept: { block: newest.blockFrom(from) } });
    newest = builderFrom(from + count);
  };

  /** Moves the older half away at once, so that it happens rarely. */
  const makeRoom = async (): Promise<void> => {
    if (moved === full.length) closeNewest();
    const oldest: { readonly full: FullBlock; readonly block: FrameBlock }[] = [];
    let length = 0;
    for (const each of full.slice(moved)) {
      if (oldest.length > 0 && length + each.length > lengthInMemory / 2) break;
      if ('block' in each.kept) oldest.push({ full: each, block: each.kept.block });
      length += each.length;
    }
    file ??= openFile();
    try {
      const places = await file.append(oldest.map(({ block }) => block));
      for (const [at, { full: each }] of oldest.entries()) {
        const place = places[at];
        if (place) each.kept = { place };
      }
    } catch (problem) {
      if (!lost) onLoss(problem);
      lost = true;
      for (const { full: each, block } of oldest) each.kept = { block: withPayload(block, lostPayload) };
    }
    for (const { full: each } of oldest) each.length = 0;
    moved += oldest.length;
    lengthInMemory -= length;
  };

  const fullBlockWith = (seq: number): FullBlock | undefined => {
    let low = 0;
    let high = full.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((full[middle]?.from ?? 0) <= seq) low = middle;
      else high = middle;
    }
    return full[low];
  };

  return {
    id,
    get length() {
      return newest.from + newest.count;
    },
    get lengthInMemory() {
      return lengthInMemory;
    },
    get link() {
      return link;
    },
    get end() {
      return end;
    },
    async append(frames) {
      if (end || frames.length === 0) return;
      firstAt ??= now();
      const atMs = Math.max(0, Math.round((now() - firstAt) * 10) / 10);
      for (const frame of frames) {
        if (!newest.hasRoomFor(frame)) closeNewest();
        newest.add(frame, atMs);
        lengthInMemory += frame.text.length;
      }
      wake();
      if (lengthInMemory <= memoryLimit) return;
      moving ??= makeRoom().finally(() => (moving = null));
      await moving;
    },
    setLink(next) {
      if (end || link === next) return;
      link = next;
      wake();
    },
    finish(last) {
      if (end) return;
      end = lost ? { ...last, incomplete: true } : last;
      link = 'ended';
      wake();
    },
    async read(seq, to) {
      const place = seq < newest.from ? fullBlockWith(seq) : undefined;
      if (!place) return partOfBlock(newest.blockFrom(seq), seq, to);
      const { kept } = place;
      if ('block' in kept) return partOfBlock(kept.block, seq, to);
      if (!file) throw new Error('A block lies in a file that was never opened.');
      return partOfBlock(await file.read(kept.place), seq, to);
    },
    changed(signal) {
      return new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        if (signal.aborted) return done();
        waiting.add(done);
        signal.addEventListener('abort', done);
      });
    },
    async remove() {
      await moving;
      full.length = 0;
      moved = 0;
      newest = builderFrom(0);
      lengthInMemory = 0;
      await file?.remove();
    },
  };
}
