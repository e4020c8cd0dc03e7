import { z } from 'zod';
import { totalByteLength } from '../../bytes.ts';
import { RunEnd, RunConnectionState } from './run.ts';

/** What an event is called: its mode, and the subgraphs that it came from, outermost first. */
export const FrameName = z.strictObject({ mode: z.string(), namespace: z.array(z.string()) });
export type FrameName = z.infer<typeof FrameName>;

const pieces = z.custom<readonly Uint8Array[]>(
  (value) => Array.isArray(value) && value.every((piece) => piece instanceof Uint8Array),
);

/** The members of a {@link FrameBlock}, for schemas that have more. */
export const frameBlockShape = {
  /** Names the log. In a log frames never change; another name is another log. */
  log: z.string(),
  /** The place of the first frame in the log. The others follow it without gaps. */
  from: z.int().nonnegative(),
  count: z.int().nonnegative(),
  /** Each name once. */
  names: z.array(FrameName),
  /** Those ids that are no small numbers; see {@link FrameColumns}. */
  idTexts: z.array(z.string()),
  /**
   * Bytes that belong one behind the other. First the columns, all in the first piece; then the payloads as they came,
   * in order, with anything between them: whoever copies each payload of a stream spends most of the time on that.
   */
  pieces,
};

/**
 * Frames in a row, in columns. What a run sends by the hundred thousand crosses from the services to the window in
 * this form: a list of objects is several times slower to write, to check and to read, and so are texts.
 */
export const FrameBlock = z.strictObject(frameBlockShape).refine(isValidFrameBlock);
export type FrameBlock = z.infer<z.ZodObject<typeof frameBlockShape>>;

/** The columns of a block: numbers of 32 bits each, as every machine that the studio runs on writes them. */
export interface FrameColumns {
  /** Where each payload begins, in bytes behind the columns. */
  readonly starts: Uint32Array;
  /** Bytes of each payload. */
  readonly lengths: Uint32Array;
  /** When each frame came: tenths of a millisecond since the run's first one, by a steady clock. */
  readonly ticks: Uint32Array;
  /** A number below {@link firstTextId}; from there on the place of a text in `idTexts`; {@link missingId}. */
  readonly ids: Uint32Array;
  /** The name of each frame, as its place in `names`. */
  readonly nameIndexes: Uint32Array;
}

/** Ids from here on are texts. */
export const firstTextId = 2 ** 31;
/** Stands for a frame that has no id. */
export const missingId = 2 ** 32 - 1;
/** Tenths of a millisecond fit into 32 bits for five days. */
export const ticksPerMs = 10;
export const maxTick = 2 ** 32 - 1;

/** Bytes of one frame in the columns. */
export const bytesPerFrame = 5 * 4;

/** The columns of a block, as views. */
export function readColumns({ count, pieces: [first = new Uint8Array()] }: FrameBlock): FrameColumns {
  // Views of numbers begin at a multiple of their size. (The `slice` of Node's `Buffer` copies nothing.)
  const aligned =
    first.byteOffset % 4 === 0 ? first : new Uint8Array(first.subarray(0, count * bytesPerFrame));
  const column = (at: number): Uint32Array =>
    new Uint32Array(aligned.buffer, aligned.byteOffset + at * count * 4, count);
  return { starts: column(0), lengths: column(1), ticks: column(2), ids: column(3), nameIndexes: column(4) };
}

/** Columns as the first piece of a block. */
export function columnsToBytes({ starts, lengths, ticks, ids, nameIndexes }: FrameColumns): Uint8Array {
  const numbers = new Uint32Array(starts.length * 5);
  for (const [at, column] of [starts, lengths, ticks, ids, nameIndexes].entries()) {
    numbers.set(column, at * starts.length);
  }
  return new Uint8Array(numbers.buffer);
}

/** Whether the columns are there, every payload is inside of the pieces, and every name and id is there. */
export function isValidFrameBlock(block: FrameBlock): boolean {
  const { count, names, idTexts } = block;
  const [first] = block.pieces;
  if (!first || count < 0 || first.length < count * bytesPerFrame) return false;
  const { starts, lengths, ids, nameIndexes } = readColumns(block);
  const bytes = totalByteLength(block.pieces) - count * bytesPerFrame;
  for (let at = 0; at < count; at += 1) {
    if ((starts[at] ?? 0) + (lengths[at] ?? 0) > bytes || (nameIndexes[at] ?? 0) >= names.length)
      return false;
    const id = ids[at] ?? missingId;
    if (id >= firstTextId && id !== missingId && id - firstTextId >= idTexts.length) return false;
  }
  return true;
}

/** One batch of a followed run: the frames that are new, and how the link stands after them. */
export const RunBatch = z
  .strictObject({
    ...frameBlockShape,
    connectionState: RunConnectionState,
    end: RunEnd.nullable(),
    /**
     * Milliseconds since the run's first frame, by the host's steady clock, when this batch was made: a window that is
     * loaded in mid-run sets its clock by it. `null` for a log that was read from disk.
     */
    elapsedMs: z.number().nonnegative().nullable(),
    /**
     * How old the run was, by its server's clock, when its first frame was read here: milliseconds. `null` for a run that
     * was started here, and where the server tells no time.
     */
    ageAtFirstFrameMs: z.number().nonnegative().nullable(),
  })
  .refine(isValidFrameBlock);
export type RunBatch = z.infer<typeof RunBatch>;

/** What a window has of a log already. Of the same log only what comes behind it is sent. */
export const LogPosition = z.strictObject({ log: z.string(), count: z.int().nonnegative() });
export type LogPosition = z.infer<typeof LogPosition>;
