import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RecordingEntry } from './manifest.ts';

const bufferBytes = 256 * 1024;

interface EntryWriter {
  // The record's text must have no line breaks.
  add(line: string): Promise<void>;
  // Finishes the file; `null` if it got no record, and then there is no file.
  close(): Promise<RecordingEntry | null>;
  // Gives up; what was written stays in the folder, and is no part of the recording.
  abandon(): Promise<void>;
}

// Creates the file at the first record.
export function createEntryWriter(folder: string, path: string): EntryWriter {
  const sum = createHash('sha256');
  let file: Awaited<ReturnType<typeof open>> | null = null;
  let lines = 0;
  let bytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;

  const flush = async (): Promise<void> => {
    if (pendingBytes === 0) return;
    if (file === null) {
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      file = await open(join(folder, path), 'wx', 0o600);
    }
    const whole = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    for (let offset = 0; offset < whole.length;) offset += (await file.write(whole, offset)).bytesWritten;
    sum.update(whole);
    bytes += whole.length;
  };

  return {
    async add(line) {
      const text = Buffer.from(`${line}\n`);
      pending.push(text);
      pendingBytes += text.length;
      lines += 1;
      if (pendingBytes >= bufferBytes) await flush();
    },
    async close() {
      await flush();
      await file?.close();
      return lines === 0 ? null : { path, bytes, lines, sha256: sum.digest('hex') };
    },
    abandon: async () => file?.close(),
  };
}
