import type { FrameBatch } from 'remote-graph-client/client';
import { maxTick, ticksPerMs, type FrameBlock } from '../../../shared/model/frame-block.ts';
import type { RunEnd, RunConnectionState } from '../../../shared/model/run.ts';
import { blockLength, BlockBuilder, sliceBlock, withPayload } from './block-builder.ts';
import { addSource, type FrameTimes, type FrameTimeSource } from './frame-times.ts';
import { LogRemovedError, type BlockLocation, type LogFile } from './log-file.ts';

// - `id`: Unique over time.
// - `openFile`: Creates the file for the oldest frames once memory is full.
// - `now`: Milliseconds of a monotonic clock.
// - `ageMs`: Age of the run now by its server's clock, in milliseconds; `null` while unknown. It may become more exact with
//   each response of the server. Omitted for a run that was just started.
// - `onLoss`: Called once if payloads had to be dropped.
interface RunLogOptions {
  readonly id: string;
  readonly openFile: () => LogFile;
  readonly memoryLimit: number;
  readonly now: () => number;
  readonly ageMs?: (() => number | null) | undefined;
  readonly onLoss: (problem: unknown) => void;
}

/**
 * Everything that a run's stream sent, from the first frame on, for any number of readers at any pace.
 *
 * - `elapsedMs`: Milliseconds since the first frame, 0 before it; `null` for an archived log.
 * - `ageAtFirstFrameMs`: Age of the run by its server's clock at its first frame, in milliseconds; `null` if unknown or new.
 * - `firstFrameMs`: Milliseconds from the run's creation to its first frame; `null` before it and if unknown.
 */
export interface RunLog {
  readonly id: string;
  readonly length: number;
  readonly lengthInMemory: number;
  readonly connectionState: RunConnectionState;
  readonly end: RunEnd | null;
  readonly elapsedMs: number | null;
  readonly ageAtFirstFrameMs: number | null;
  readonly firstFrameMs: number | null;
  readonly times: FrameTimes;
  /**
   * Adds frames at once; resolves when there is room for more. `serverMs`: when the server sent each, by its clock, in
   * milliseconds; `null` for a frame sent with the one before. Omitted if the frames come as they are sent. `source`: how
   * their times are known, if otherwise than that.
   */
  append(
    batch: FrameBatch,
    serverMs?: readonly (number | null)[] | null,
    source?: FrameTimeSource,
  ): Promise<void>;
  setConnectionState(connectionState: RunConnectionState): void;
  /** Sets the end. Nothing is added after it, but an end that was lost may become known later. */
  finish(end: RunEnd): void;
  /** Frames from `seq` (inclusive) to `to` (exclusive): at least one if available, at most a block. */
  read(seq: number, to?: number): Promise<FrameBlock>;
  /** Resolves at the next frame, change of connection state, end, or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
  /**
   * Moves a finished run's log to its own file without rewriting what is in a file already, and reads it from
   * there. Throws if it exceeds `maxBytes`, the disk refuses (the log stays intact), or the log was removed.
   */
  archiveTo(path: string, maxBytes: number): Promise<LogFileLayout>;
  /** Frees memory, and removes its file unless that was moved. Later frames are ignored. */
  remove(): Promise<void>;
}

// `length`: Frames, and bytes on disk. `blocks`: Each block's first frame in the log, and its position in the file.
interface LogFileLayout {
  readonly length: number;
  readonly bytes: number;
  readonly blocks: readonly (BlockLocation & { readonly from: number })[];
}

// Bytes per write when archiving.
const partBytes = 8 * 2 ** 20;

export const lostPayload = JSON.stringify('This payload was not saved: the disk is full.');

interface FullBlock {
  readonly from: number;
  length: number;
  storage: { readonly block: FrameBlock } | { readonly place: BlockLocation };
}

// A log with its newest part in memory and older frames in a file once it outgrows its limit. Frames never
// change and never leave gaps; if the disk refuses, payloads of the oldest frames are dropped and the end
// says so.
export function createRunLog(options: RunLogOptions): RunLog {
  const { id, openFile, memoryLimit, now, ageMs, onLoss } = options;
  const madeAt = now();
  const full: FullBlock[] = [];
  // Several blocks may be in memory, whatever the limit: the newest is moved last.
  const builderFrom = (seq: number): BlockBuilder =>
    new BlockBuilder(id, seq, Math.min(blockLength, memoryLimit / 4));
  let newest = builderFrom(0);
  // Full blocks before this one are in the file.
  let moved = 0;
  let lengthInMemory = 0;
  let firstAt: number | null = null;
  // The server's time of the first frame, if its frames have times.
  let firstServerMs: number | null = null;
  const sources: FrameTimes['spans'] = [];
  // Time of the newest frame, since the first one.
  let lastMs = 0;
  let connectionState: RunConnectionState = 'live';
  let end: RunEnd | null = null;
  let isLost = false;
  let file: LogFile | null = null;
  let moving: Promise<void> | null = null;
  let removed = false;
  // The newest that was known until the end: the connection may be edited, and clocks set.
  let knownAgeMs: number | null = null;
  const waiting = new Set<() => void>();

  const wake = (): void => {
    for (const each of waiting) each();
    waiting.clear();
  };
  const ageAtFirstFrame = (): number | null => {
    if (end !== null || firstAt === null) return knownAgeMs;
    const age = ageMs?.() ?? null;
    if (age !== null) knownAgeMs = Math.max(0, age - (now() - firstAt));
    return knownAgeMs;
  };
  const closeNewest = (): void => {
    if (newest.count === 0) return;
    const { from, length, count } = newest;
    full.push({ from, length, storage: { block: newest.whole() } });
    newest = builderFrom(from + count);
  };

  // The oldest blocks in memory, up to `limit` bytes, but at least one.
  const oldestInMemory = (limit: number) => {
    const oldest: { readonly full: FullBlock; readonly block: FrameBlock }[] = [];
    let length = 0;
    for (const each of full.slice(moved)) {
      if (oldest.length > 0 && length + each.length > limit) break;
      if ('block' in each.storage) oldest.push({ full: each, block: each.storage.block });
      length += each.length;
    }
    return { oldest, length };
  };
  const writeDown = async (oldest: readonly { readonly full: FullBlock; readonly block: FrameBlock }[]) => {
    file ??= openFile();
    const locations = await file.append(oldest.map(({ block }) => block));
    for (const [index, { full: each }] of oldest.entries()) {
      const location = locations[index];
      if (location) each.storage = { place: location };
    }
  };
  // Moves the older half at once, so that it happens rarely.
  const makeRoom = async (): Promise<void> => {
    if (moved === full.length) closeNewest();
    const { oldest, length } = oldestInMemory(lengthInMemory / 2);
    try {
      await writeDown(oldest);
    } catch (problem) {
      if (!isLost) onLoss(problem);
      isLost = true;
      for (const { full: each, block } of oldest) each.storage = { block: withPayload(block, lostPayload) };
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
    get connectionState() {
      return connectionState;
    },
    get end() {
      return end;
    },
    get elapsedMs() {
      return firstAt === null ? 0 : Math.max(0, now() - firstAt);
    },
    get ageAtFirstFrameMs() {
      return ageAtFirstFrame();
    },
    get firstFrameMs() {
      if (ageMs !== undefined) return ageAtFirstFrame();
      return firstAt === null ? null : firstAt - madeAt;
    },
    get times() {
      return { serverStartMs: firstServerMs, spans: sources };
    },
    async append(batch, serverMs = null, source = serverMs === null ? 'seen' : 'server') {
      if (end || removed || batch.count === 0) return;
      addSource(sources, newest.from + newest.count, source);
      const arrival = now();
      firstAt ??= arrival;
      for (let index = 0; index < batch.count; index += 1) {
        const sentMs = serverMs?.[index] ?? null;
        if (sentMs !== null) {
          firstServerMs ??= sentMs - lastMs;
          lastMs = Math.max(lastMs, sentMs - firstServerMs);
          // A frame can't arrive before it is sent, so the earliest first frame is the closest to the truth.
          firstAt = Math.min(firstAt, arrival - lastMs);
        } else if (serverMs === null) lastMs = Math.max(lastMs, arrival - firstAt);
        const ticks = Math.min(maxTick, Math.round(lastMs * ticksPerMs));
        if (!newest.hasRoomFor(batch.byteLength(index))) closeNewest();
        const before = newest.length;
        newest.add(batch, index, ticks);
        lengthInMemory += newest.length - before;
      }
      wake();
      if (lengthInMemory <= memoryLimit) return;
      moving ??= makeRoom().finally(() => (moving = null));
      await moving;
    },
    setConnectionState(next) {
      if (end || connectionState === next) return;
      connectionState = next;
      wake();
    },
    finish(last) {
      if (end && end.outcome !== 'lost') return;
      ageAtFirstFrame();
      end = isLost ? { ...last, incomplete: true } : last;
      connectionState = 'ended';
      wake();
    },
    async read(seq, to) {
      const location = seq < newest.from ? fullBlockWith(seq) : undefined;
      if (!location) return sliceBlock(newest.blockFrom(seq), seq, to);
      const { storage } = location;
      if ('block' in storage) return sliceBlock(storage.block, seq, to);
      if (!file) throw new Error('The file of a block was never opened.');
      return sliceBlock(await file.read(storage.place), seq, to);
    },
    changed(signal) {
      return new Promise((resolve) => {
        const finishWaiting = (): void => {
          waiting.delete(finishWaiting);
          signal.removeEventListener('abort', finishWaiting);
          resolve();
        };
        if (signal.aborted) return finishWaiting();
        waiting.add(finishWaiting);
        signal.addEventListener('abort', finishWaiting);
      });
    },
    async archiveTo(path, maxBytes) {
      await moving;
      if (removed) throw new LogRemovedError();
      closeNewest();
      if ((file?.length ?? 0) + lengthInMemory > maxBytes) throw tooLong(maxBytes);
      // In parts, which bounds the additional memory.
      while (moved < full.length) {
        const { oldest, length } = oldestInMemory(partBytes);
        await writeDown(oldest);
        for (const { full: each } of oldest) each.length = 0;
        moved += oldest.length;
        lengthInMemory -= length;
      }
      // Blocks that the disk refused are still in memory.
      await writeDown(
        full.flatMap((each) => ('block' in each.storage ? [{ full: each, block: each.storage.block }] : [])),
      );
      if (!file || file.length > maxBytes) throw tooLong(maxBytes);
      await file.moveTo(path);
      const blocks = full.flatMap(({ from, storage }) =>
        'place' in storage ? [{ from, ...storage.place }] : [],
      );
      return { blocks, bytes: file.length, length: newest.from + newest.count };
    },
    async remove() {
      // Nothing is added from now on: it would open a file that nobody closes.
      removed = true;
      await moving;
      full.length = 0;
      moved = 0;
      newest = builderFrom(0);
      lengthInMemory = 0;
      await file?.remove();
    },
  };
}

function tooLong(maxBytes: number): Error {
  return new Error(`It is larger than ${maxBytes} bytes.`);
}
