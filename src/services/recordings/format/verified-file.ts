import { createHash } from 'node:crypto';
import { mkdir, open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RecordingEntry } from './manifest.ts';
import { refused } from './recording-errors.ts';

/** Bytes that are collected before they are written. */
const bufferBytes = 2 ** 20;

/**
 * Writes a file of a recording into a folder while its length and digest are checked. Throws as soon as it is longer
 * than its manifest says, so that a bomb fills no disk.
 */
export async function writeVerified(
  folder: string,
  entry: RecordingEntry,
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const path = join(folder, entry.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(path, 'wx', 0o600);
  const sum = createHash('sha256');
  let bytes = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const whole = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    sum.update(whole);
    for (let at = 0; at < whole.length;) at += (await file.write(whole, at)).bytesWritten;
  };
  try {
    for await (const chunk of await open()) {
      bytes += chunk.length;
      if (bytes > entry.bytes) throw refused(`${entry.path} is longer than its manifest says.`);
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes >= bufferBytes) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
  if (bytes < entry.bytes) throw refused(`${entry.path} is shorter than its manifest says.`);
  if (sum.digest('hex') !== entry.sha256) throw refused(`the checksum of ${entry.path} is wrong.`);
}
