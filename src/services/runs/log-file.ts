import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FrameBlock } from '../../shared/model/frame-block.ts';

/** Where a block lies in the file, in bytes. */
export interface BlockPlace {
  readonly at: number;
  readonly bytes: number;
}

/** The part of a run's log that lies on disk: block after block, each as one JSON line and its payloads as they came. */
export interface LogFile {
  /** Adds blocks behind those that are there, and tells their places. All of them, or (when it throws) none. */
  append(blocks: readonly FrameBlock[]): Promise<readonly BlockPlace[]>;
  read(place: BlockPlace): Promise<FrameBlock>;
  remove(): Promise<void>;
}

/**
 * A log file at `path`, made at the first append, readable by its owner only. An append that would make it larger than
 * `maxBytes` throws.
 */
export function createLogFile(path: string, maxBytes: number): LogFile {
  /** What lies behind is left over from a write that failed. */
  let length = 0;
  let opened: Promise<FileHandle> | null = null;
  const handle = (): Promise<FileHandle> => {
    opened ??= openFresh(path).catch((problem: unknown) => {
      opened = null;
      throw problem;
    });
    return opened;
  };

  return {
    async append(blocks) {
      const pieces = blocks.map(bytesOfBlock);
      const whole = Buffer.concat(pieces);
      if (length + whole.length > maxBytes)
        throw new Error(`A run's log would be larger than ${maxBytes} bytes.`);
      const file = await handle();
      let written = 0;
      while (written < whole.length) {
        // One after the other: a disk may take less than it was given.
        const { bytesWritten } = await file.write(whole, written, whole.length - written, length + written);
        written += bytesWritten;
      }
      return pieces.map((piece) => {
        const place = { at: length, bytes: piece.length };
        length += piece.length;
        return place;
      });
    },
    async read({ at, bytes }) {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await (await handle()).read(buffer, 0, bytes, at);
      if (bytesRead < bytes) throw new Error("A run's log on disk was cut by somebody else.");
      return blockOfBytes(buffer);
    },
    async remove() {
      const file = await opened?.catch(() => null);
      opened = null;
      await file?.close();
      await rm(path, { force: true });
    },
  };
}

/** A block as it lies on disk. Payloads are not escaped: as JSON they would take a fifth more. */
export function bytesOfBlock({ text, ...facts }: FrameBlock): Buffer {
  return Buffer.from(`${JSON.stringify(facts)}\n${text}`);
}

/** The block of its bytes, which a studio wrote from frames that were checked when they were made. */
export function blockOfBytes(bytes: Buffer): FrameBlock {
  const end = bytes.indexOf(10);
  const facts = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<FrameBlock, 'text'>;
  return { ...facts, text: bytes.toString('utf8', end + 1) };
}

async function openFresh(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'w+', 0o600);
}
