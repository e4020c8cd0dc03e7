import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { maxRecordsOf, recordingLimits, tooMany } from './limits.ts';

const chunkBytes = 2 ** 20;
// A longer line is not read: no text of this size can be handled.
const maxLineBytes = 256 * 2 ** 20;
const lineBreak = 10;
const batchLines = 500;
const batchBytes = 4 * 2 ** 20;
// Starts of lines that are stored together, so that none is copied while their number grows.
const blockLines = 4096;

// The records of a file, by their number. Only where they begin is in memory.
export interface LineFile {
  readonly length: number;
  // Length of a line with its end; 0 for one that is not there.
  bytesOf(index: number): number;
  line(index: number): Promise<string>;
  // Lines from `from` (inclusive) to `to` (exclusive), but not more than `maxBytes`; at least one, if there is one.
  lines(from: number, to: number, maxBytes?: number): Promise<readonly string[]>;
  // All lines in order, of which only a few are in memory.
  all(): AsyncGenerator<string, void>;
  close(): Promise<void>;
}

export const noLines: LineFile = {
  length: 0,
  bytesOf: () => 0,
  line: () => Promise.reject(missingLine()),
  lines: () => Promise.resolve([]),
  async *all() {},
  close: () => Promise.resolve(),
};

// Opens a file of a recording, by its path in there. Finds where its lines begin, in one pass over its bytes. A last
// line without its end is no record. Throws an `AppError` for more lines than such a file may have.
export async function openLineFile(folder: string, path: string): Promise<LineFile> {
  const file = await open(join(folder, path), 'r');
  try {
    const starts = await findLineStarts(file, path);
    return createLineFile(file, starts);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function createLineFile(file: FileHandle, { length, startOf }: LineStarts): LineFile {
  const read = async (from: number, to: number): Promise<Buffer> => {
    const bytes = startOf(to) - startOf(from);
    if (bytes > maxLineBytes) throw tooLong();
    const buffer = Buffer.allocUnsafe(bytes);
    for (let offset = 0; offset < bytes;) {
      const { bytesRead } = await file.read(buffer, offset, bytes - offset, startOf(from) + offset);
      if (bytesRead === 0) throw missingLine();
      offset += bytesRead;
    }
    return buffer;
  };
  const lines: LineFile['lines'] = async (from, to, maxBytes = maxLineBytes) => {
    const end = Math.min(to, length);
    let until = Math.min(from + 1, end);
    while (until < end && startOf(until + 1) - startOf(from) <= maxBytes) until += 1;
    if (from >= until) return [];
    const buffer = await read(from, until);
    return Array.from({ length: until - from }, (_, index) => {
      const offset = startOf(from + index) - startOf(from);
      return buffer.toString('utf8', offset, startOf(from + index + 1) - startOf(from) - 1);
    });
  };
  return {
    length,
    bytesOf: (index) => (index < 0 || index >= length ? 0 : startOf(index + 1) - startOf(index)),
    async line(index) {
      if (index < 0 || index >= length) throw missingLine();
      return (await read(index, index + 1)).toString('utf8', 0, startOf(index + 1) - startOf(index) - 1);
    },
    lines,
    async *all() {
      for (let from = 0; from < length;) {
        const batch = await lines(from, from + batchLines, batchBytes);
        yield* batch;
        from += Math.max(1, batch.length);
      }
    },
    close: () => file.close(),
  };
}

interface LineStarts {
  readonly length: number;
  // For `length`: the end of the last line.
  readonly startOf: (index: number) => number;
}

async function findLineStarts(file: FileHandle, path: string): Promise<LineStarts> {
  const maxLines = maxRecordsOf(path, recordingLimits);
  const blocks: Float64Array[] = [];
  let length = 0;
  const addStart = (index: number, start: number): void => {
    const block = (blocks[Math.floor(index / blockLines)] ??= new Float64Array(blockLines));
    block[index % blockLines] = start;
  };
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, end + 1)) {
      length += 1;
      if (length > maxLines) throw tooMany(path, 'records', length, maxLines);
      addStart(length, position + end + 1);
    }
    position += bytesRead;
  }
  return { length, startOf: (index) => blocks[Math.floor(index / blockLines)]?.[index % blockLines] ?? 0 };
}

function missingLine(): AppError {
  return new AppError('not-found', 'The recording has no such record.', {
    hint: 'Its files may have been changed by another program. Open the file again.',
  });
}

function tooLong(): AppError {
  return new AppError('invalid-input', 'A record of the recording is too large to be read.');
}
