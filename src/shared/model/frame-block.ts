import { z } from 'zod';
import { totalByteLength } from '../bytes.ts';
import { RunEnd, RunConnectionState } from './run.ts';

/** An event's mode and the subgraphs that it came from, outermost first. */
export const FrameName = z.strictObject({ mode: z.string(), namespace: z.array(z.string()) });
export type FrameName = z.infer<typeof FrameName>;

const pieces = z.custom<readonly Uint8Array[]>(
  (value) => Array.isArray(value) && value.every((piece) => piece instanceof Uint8Array),
);

// Members of a `FrameBlock`, for schemas that extend it.
// - `log`: Id of the log. Frames of a log never change; a new id is a new log.
// - `from`: Position of the first frame in the log. The others follow without gaps.
// - `idTexts`: Ids that are no small numbers; see `FrameColumns`.
const frameBlockShape = {
  log: z.string(),
  from: z.int().nonnegative(),
  count: z.int().nonnegative(),
  names: z.array(FrameName),
  idTexts: z.array(z.string()),
  // Concatenated bytes: first the columns, all in the first piece; then the payloads in order, with anything
  // between them, because copying each payload would dominate the cost of a stream.
  pieces,
};

/**
 * Consecutive frames, in columns. Runs send them by the hundred thousand, and a list of objects or strings is
 * several times slower to serialize, validate and parse.
 */
export const FrameBlock = z.strictObject(frameBlockShape).refine(isValidFrameBlock);
export type FrameBlock = z.infer<z.ZodObject<typeof frameBlockShape>>;

/**
 * The columns of a block: 32-bit numbers in the native byte order of all supported machines.
 *
 * - `ticks`: Arrival of each frame: tenths of a millisecond since the run's first one, by a monotonic clock.
 * - `ids`: A number below {@link firstTextId}; from there on an index into `idTexts`; or {@link missingId}.
 * - `nameIndexes`: Index of each frame's name in `names`.
 */
export interface FrameColumns {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly ticks: Uint32Array;
  readonly ids: Uint32Array;
  readonly nameIndexes: Uint32Array;
}

/** Ids from here on are indexes of texts. */
export const firstTextId = 2 ** 31;
export const missingId = 2 ** 32 - 1;
/** In tenths of a millisecond, 32 bits last for five days. */
export const ticksPerMs = 10;
export const maxTick = 2 ** 32 - 1;

export const bytesPerFrame = 5 * 4;

export function readColumns({ count, pieces: [first = new Uint8Array()] }: FrameBlock): FrameColumns {
  // Typed arrays must be aligned to their element size. (The `slice` of Node's `Buffer` copies nothing.)
  const aligned =
    first.byteOffset % 4 === 0 ? first : new Uint8Array(first.subarray(0, count * bytesPerFrame));
  const column = (offset: number): Uint32Array =>
    new Uint32Array(aligned.buffer, aligned.byteOffset + offset * count * 4, count);
  return { starts: column(0), lengths: column(1), ticks: column(2), ids: column(3), nameIndexes: column(4) };
}

export function columnsToBytes({ starts, lengths, ticks, ids, nameIndexes }: FrameColumns): Uint8Array {
  const numbers = new Uint32Array(starts.length * 5);
  for (const [index, column] of [starts, lengths, ticks, ids, nameIndexes].entries()) {
    numbers.set(column, index * starts.length);
  }
  return new Uint8Array(numbers.buffer);
}

// Whether all columns, names and ids are there and every payload is within the pieces.
function isValidFrameBlock(block: FrameBlock): boolean {
  const { count, names, idTexts } = block;
  const [first] = block.pieces;
  if (!first || count < 0 || first.length < count * bytesPerFrame) return false;
  const { starts, lengths, ids, nameIndexes } = readColumns(block);
  const bytes = totalByteLength(block.pieces) - count * bytesPerFrame;
  for (let index = 0; index < count; index += 1) {
    if ((starts[index] ?? 0) + (lengths[index] ?? 0) > bytes || (nameIndexes[index] ?? 0) >= names.length)
      return false;
    const id = ids[index] ?? missingId;
    if (id >= firstTextId && id !== missingId && id - firstTextId >= idTexts.length) return false;
  }
  return true;
}

/**
 * A batch of a followed run: the new frames, and the connection's state after them.
 *
 * - `elapsedMs`: Milliseconds since the run's first frame when this batch was made, by the host's monotonic clock: sets
 *   the clock of a window loaded in mid-run. `null` for a log read from disk.
 * - `ageAtFirstFrameMs`: Age of the run in milliseconds, by its server's clock, when its first frame was read here.
 *   `null` if started here or if the server sends no time.
 * - `firstFrameMs`: Milliseconds from the run's creation to its first frame: measured here if it was started here, else
 *   by its server's clock. `null` before the first frame and if unknown.
 */
export const RunBatch = z
  .strictObject({
    ...frameBlockShape,
    connectionState: RunConnectionState,
    end: RunEnd.nullable(),
    elapsedMs: z.number().nonnegative().nullable(),
    ageAtFirstFrameMs: z.number().nonnegative().nullable(),
    firstFrameMs: z.number().nonnegative().nullable(),
  })
  .refine(isValidFrameBlock);
export type RunBatch = z.infer<typeof RunBatch>;

/** What a window already has of a log. Of the same log only what follows is sent. */
export const LogPosition = z.strictObject({ log: z.string(), count: z.int().nonnegative() });
export type LogPosition = z.infer<typeof LogPosition>;
