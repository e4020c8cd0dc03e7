import { open, type FileHandle } from 'node:fs/promises';
import { AppError } from '../../../shared/app-error.ts';

/** Bytes that are read at once. */
const chunkBytes = 2 ** 20;
/** A longer line is not read: no text of this size can be handled. */
const mostLineBytes = 256 * 2 ** 20;
const lineBreak = 10;

/** The records of a file, by their number. Only where they begin is in memory. */
export interface LineFile {
  readonly length: number;
  /** Length of a line with its end; 0 for one that is not there. */
  bytesOf(index: number): number;
  line(index: number): Promise<string>;
  /** Lines from `from` (inclusive) to `to` (exclusive), but not more than `mostBytes`; at least one, if there is one. */
  lines(from: number, to: number, mostBytes?: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const noLines: LineFile = {
  length: 0,
  bytesOf: () => 0,
  line: () => Promise.reject(missingLine()),
  lines: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

/** Finds where the lines of a file begin, in one pass over its bytes. A last line without its end is no record. */
export async function openLineFile(path: string): Promise<LineFile> {
  const file = await open(path, 'r');
  try {
    const starts = await lineStarts(file);
    return createLineFile(file, starts);
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

function createLineFile(file: FileHandle, starts: Float64Array): LineFile {
  const length = starts.length - 1;
  const startOf = (index: number): number => starts[index] ?? 0;
  const read = async (from: number, to: number): Promise<Buffer> => {
    const bytes = startOf(to) - startOf(from);
    if (bytes > mostLineBytes) throw tooLong();
    const buffer = Buffer.allocUnsafe(bytes);
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(buffer, at, bytes - at, startOf(from) + at);
      if (bytesRead === 0) throw missingLine();
      at += bytesRead;
    }
    return buffer;
  };
  return {
    length,
    bytesOf: (index) => (index < 0 || index >= length ? 0 : startOf(index + 1) - startOf(index)),
    async line(index) {
      if (index < 0 || index >= length) throw missingLine();
      return (await read(index, index + 1)).toString('utf8', 0, startOf(index + 1) - startOf(index) - 1);
    },
    async lines(from, to, mostBytes = mostLineBytes) {
      const end = Math.min(to, length);
      let until = Math.min(from + 1, end);
      while (until < end && startOf(until + 1) - startOf(from) <= mostBytes) until += 1;
      if (from >= until) return [];
      const buffer = await read(from, until);
      return Array.from({ length: until - from }, (_, index) => {
        const at = startOf(from + index) - startOf(from);
        return buffer.toString('utf8', at, startOf(from + index + 1) - startOf(from) - 1);
      });
    },
    close: () => file.close(),
  };
}

/** Start of each line, and the end of the last one. */
async function lineStarts(file: FileHandle): Promise<Float64Array> {
  let starts = new Float64Array(1024);
  let count = 1;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) {
      if (count === starts.length) {
        const larger = new Float64Array(count * 2);
        larger.set(starts);
        starts = larger;
      }
      starts[count] = position + at + 1;
      count += 1;
    }
    position += bytesRead;
  }
  return starts.slice(0, count);
}

function missingLine(): AppError {
  return new AppError('not-found', 'The recording has no such record.', {
    hint: 'Its files may have been changed by another program. Open the file again.',
  });
}

function tooLong(): AppError {
  return new AppError('invalid-input', 'A record of the recording is too large to be read.');
}
