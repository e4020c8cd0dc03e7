import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/app-error.ts';
import { totalByteLength, sliceChunks } from '../../../shared/bytes.ts';
import type { FrameBlock } from '../../../shared/model/frame-block.ts';

export class LogRemovedError extends AppError {
  constructor() {
    super('not-found', 'These events are no longer stored.', {
      hint: 'Reopen the run to load them again.',
    });
    this.name = 'LogRemovedError';
  }
}

export interface BlockLocation {
  readonly at: number;
  readonly bytes: number;
}

// The on-disk part of a run's log: blocks, each as a JSON line followed by its bytes.
export interface LogFile {
  readonly length: number;
  // Appends blocks and returns their positions. All of them, or (if it throws) none.
  append(blocks: readonly FrameBlock[]): Promise<readonly BlockLocation[]>;
  read(location: BlockLocation): Promise<FrameBlock>;
  // Flushes the file and moves it. It is no longer removed with the log.
  moveTo(path: string): Promise<void>;
  // Closes the file; removes it unless it was moved.
  remove(): Promise<void>;
}

// A log file at `path`, created at the first append, readable by its owner only. An append beyond `maxBytes`
// throws.
export function createLogFile(path: string, maxBytes: number): LogFile {
  // Anything after it is left over from a failed write.
  let length = 0;
  let moved = false;
  let removed = false;
  let opened: Promise<FileHandle> | null = null;
  const handle = async (): Promise<FileHandle> => {
    // A closed file must not be created again: nobody would close it.
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
        const location = { at: length, bytes: totalByteLength(pieces) };
        length += location.bytes;
        return location;
      });
    },
    async read(location) {
      return readBlock(await handle(), location);
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

export async function readBlock(file: FileHandle, { at, bytes }: BlockLocation): Promise<FrameBlock> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  if (bytesRead < bytes) throw new Error("A run's log file was truncated by another program.");
  return blockOfBytes(buffer);
}

// Serializes a block without copying its bytes.
export function piecesOfBlock({ pieces, ...facts }: FrameBlock): readonly Uint8Array[] {
  return [Buffer.from(`${JSON.stringify(facts)}\n`), ...pieces];
}

// Parses a block's bytes, which a studio wrote from validated frames.
function blockOfBytes(bytes: Buffer): FrameBlock {
  const end = bytes.indexOf(10);
  const facts = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<FrameBlock, 'pieces'>;
  return { ...facts, pieces: [bytes.subarray(end + 1)] };
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  const whole = totalByteLength(pieces);
  for (let written = 0; written < whole;) {
    // Loops because a write may be partial.
    const unwritten = written === 0 ? pieces : sliceChunks(pieces, written, whole);
    const { bytesWritten } = await file.writev([...unwritten], position + written);
    written += bytesWritten;
  }
}

async function openFresh(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'w+', 0o600);
}
