import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/app-error.ts';
import { totalByteLength, sliceChunks } from '../../../shared/bytes.ts';
import type { FrameBlock } from '../../../shared/model/runs/frame-block.ts';

/** The log was forgotten while somebody still read it or wrote to it. */
export class LogRemovedError extends AppError {
  constructor() {
    super('not-found', 'These events are no longer held by the studio.', {
      hint: 'Open the run again to read it once more.',
    });
    this.name = 'LogRemovedError';
  }
}

/** Where a block lies in the file, in bytes. */
export interface BlockLocation {
  readonly at: number;
  readonly bytes: number;
}

/** The part of a run's log that lies on disk: block after block, each as one JSON line and its bytes as they are. */
export interface LogFile {
  /** Bytes of all blocks that are there. */
  readonly length: number;
  /** Adds blocks behind those that are there, and tells their places. All of them, or (when it throws) none. */
  append(blocks: readonly FrameBlock[]): Promise<readonly BlockLocation[]>;
  read(place: BlockLocation): Promise<FrameBlock>;
  /** Sees to it that all of it is on the disk, and moves it there. From then on it is not removed with the log. */
  moveTo(path: string): Promise<void>;
  /** Lets go of the file; removes it unless it was moved. */
  remove(): Promise<void>;
}

/**
 * A log file at `path`, made at the first append, readable by its owner only. An append that would make it larger than
 * `maxBytes` throws.
 */
export function createLogFile(path: string, maxBytes: number): LogFile {
  /** What lies behind is left over from a write that failed. */
  let length = 0;
  let moved = false;
  let removed = false;
  let opened: Promise<FileHandle> | null = null;
  const handle = async (): Promise<FileHandle> => {
    // A file that was let go of must not be made anew: nobody would close it.
    if (removed) throw new LogRemovedError();
    opened ??= openFresh(path).catch((problem: unknown) => {
      opened = null;
      throw problem;
    });
    return opened;
  };

  return {
    get length() {
      return length;
    },
    async append(blocks) {
      const written = blocks.map(piecesOfBlock);
      const bytes = written.reduce((sum, pieces) => sum + totalByteLength(pieces), 0);
      if (length + bytes > maxBytes) throw new Error(`A run's log would be larger than ${maxBytes} bytes.`);
      await writeAll(await handle(), written.flat(), length);
      return written.map((pieces) => {
        const place = { at: length, bytes: totalByteLength(pieces) };
        length += place.bytes;
        return place;
      });
    },
    async read(place) {
      return readBlock(await handle(), place);
    },
    async moveTo(target) {
      const file = await handle();
      await file.truncate(length);
      await file.sync();
      await rename(path, target);
      moved = true;
    },
    async remove() {
      removed = true;
      const file = await opened?.catch(() => null);
      opened = null;
      await file?.close();
      if (!moved) await rm(path, { force: true });
    },
  };
}

/** A block of a log file. Throws when the file is shorter than it was. */
export async function readBlock(file: FileHandle, { at, bytes }: BlockLocation): Promise<FrameBlock> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  if (bytesRead < bytes) throw new Error("A run's log on disk was cut by somebody else.");
  return blockOfBytes(buffer);
}

/** A block as it lies on disk, without copying its bytes. */
function piecesOfBlock({ pieces, ...facts }: FrameBlock): readonly Uint8Array[] {
  return [Buffer.from(`${JSON.stringify(facts)}\n`), ...pieces];
}

/** The block of its bytes, which a studio wrote from frames that were checked when they were made. */
function blockOfBytes(bytes: Buffer): FrameBlock {
  const end = bytes.indexOf(10);
  const facts = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<FrameBlock, 'pieces'>;
  return { ...facts, pieces: [bytes.subarray(end + 1)] };
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  const whole = totalByteLength(pieces);
  for (let written = 0; written < whole;) {
    // One after the other: a disk may take less than it was given.
    const left = written === 0 ? pieces : sliceChunks(pieces, written, whole);
    const { bytesWritten } = await file.writev([...left], at + written);
    written += bytesWritten;
  }
}

async function openFresh(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'w+', 0o600);
}
