import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunFrame } from '../../shared/model/run.ts';

/** The part of a run's log that lies on disk: one JSON line for each frame, in order, from frame 0 on. */
export interface LogFile {
  /** Adds frames behind those that are there. All of them, or (when it throws) none. */
  append(frames: readonly RunFrame[]): Promise<void>;
  /** Frames from `seq` on: at least one, at most `maxBytes` bytes together. */
  read(seq: number, maxBytes: number): Promise<readonly RunFrame[]>;
  remove(): Promise<void>;
}

/**
 * A log file at `path`, made at the first append, readable by its owner only. An append that would make it larger than
 * `maxBytes` throws.
 */
export function createLogFile(path: string, maxBytes: number): LogFile {
  /** Where each frame ends. Lines behind the last offset are left over from a write that failed. */
  const ends: number[] = [];
  let opened: Promise<FileHandle> | null = null;
  const handle = (): Promise<FileHandle> => {
    opened ??= openFresh(path).catch((problem: unknown) => {
      opened = null;
      throw problem;
    });
    return opened;
  };
  const endOf = (seq: number): number => (seq < 0 ? 0 : (ends[seq] ?? 0));

  return {
    async append(frames) {
      const lines = frames.map((frame) => Buffer.from(`${JSON.stringify(frame)}\n`));
      const start = ends.at(-1) ?? 0;
      const whole = Buffer.concat(lines);
      if (start + whole.length > maxBytes)
        throw new Error(`A run's log would be larger than ${maxBytes} bytes.`);
      const file = await handle();
      let written = 0;
      while (written < whole.length) {
        // One after the other: a disk may take less than it was given.
        const { bytesWritten } = await file.write(whole, written, whole.length - written, start + written);
        written += bytesWritten;
      }
      let end = start;
      for (const line of lines) ends.push((end += line.length));
    },
    async read(seq, maxReadBytes) {
      const start = endOf(seq - 1);
      let last = seq;
      while (last + 1 < ends.length && endOf(last + 1) - start <= maxReadBytes) last += 1;
      const buffer = Buffer.alloc(endOf(last) - start);
      await (await handle()).read(buffer, 0, buffer.length, start);
      const lines = buffer.toString('utf8').trimEnd().split('\n');
      // Written by this process, from frames that were checked when they were made.
      return lines.map((line) => JSON.parse(line) as RunFrame);
    },
    async remove() {
      const file = await opened?.catch(() => null);
      opened = null;
      await file?.close();
      await rm(path, { force: true });
    },
  };
}

async function openFresh(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'w+', 0o600);
}
