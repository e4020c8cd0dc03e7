import { z } from 'zod';
import type { RunFrame } from './run.ts';

/** What an event is called: its mode, and the subgraphs that it came from, outermost first. */
export const FrameName = z.strictObject({ mode: z.string(), namespace: z.array(z.string()) });
export type FrameName = z.infer<typeof FrameName>;

/** An event's id as it travels: most are small numbers in order, which are kept as such. */
export type FrameId = string | number | null;

// One loop for each column: a schema for every member of an array costs more than reading the events does.
const counts = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isCount));
const times = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isTime));
const ids = z.custom<readonly FrameId[]>((value) => Array.isArray(value) && value.every(isId));

/** The members of a {@link FrameBlock}, for schemas that have more. */
export const frameBlockShape = {
  /** Names the log. In a log frames never change; another name is another log. */
  log: z.string(),
  /** The place of the first frame in the log. The others follow it without gaps. */
  from: z.int().nonnegative(),
  /** UTF-16 units of each frame's payload. */
  lengths: counts,
  /** Milliseconds of each frame since the run's first one, by a steady clock. */
  atMs: times,
  ids,
  /** Each name once. */
  names: z.array(FrameName),
  /** The name of each frame, as its place in `names`. */
  nameAt: counts,
  /** All payloads as they came, one behind the other. */
  text: z.string(),
};

/**
 * Frames in a row, in columns. What a run sends by the hundred thousand crosses from the services to the window in
 * this form: a list of objects is several times slower to write, to check and to read.
 */
export const FrameBlock = z.strictObject(frameBlockShape).refine(isWhole);
export type FrameBlock = z.infer<z.ZodObject<typeof frameBlockShape>>;

/** Whether the columns are of one length, every name is there, and the payloads are all of the text. */
export function isWhole({ lengths, atMs, ids: own, names, nameAt, text }: FrameBlock): boolean {
  const { length } = lengths;
  if (atMs.length !== length || own.length !== length || nameAt.length !== length) return false;
  return (
    nameAt.every((at) => at < names.length) && lengths.reduce((sum, each) => sum + each, 0) === text.length
  );
}

/** The frames of a block as objects: for few of them, and for tests. */
export function framesOfBlock(block: FrameBlock): RunFrame[] {
  const { from, lengths, atMs, ids: own, names, nameAt, text } = block;
  let end = 0;
  return lengths.map((length, at) => {
    end += length;
    const { mode, namespace } = names[nameAt[at] ?? 0] ?? { mode: '', namespace: [] };
    const payload = text.slice(end - length, end);
    return {
      seq: from + at,
      atMs: atMs[at] ?? 0,
      id: textOfFrameId(own[at] ?? null),
      mode,
      namespace,
      text: payload,
    };
  });
}

/** The id as the server wrote it. */
export function textOfFrameId(id: FrameId): string | null {
  return typeof id === 'number' ? String(id) : id;
}

/** The same id in its smallest form; {@link textOfFrameId} gives back exactly the same text. */
export function frameIdOf(id: string | null): FrameId {
  if (id === null || id.length > 15) return id;
  const number = Number(id);
  return isCount(number) && String(number) === id ? number : id;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function isId(value: unknown): boolean {
  return value === null || typeof value === 'string' || isCount(value);
}
