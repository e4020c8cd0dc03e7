import { createHash } from 'node:crypto';
import { mkdir, open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { numeral, type RecordingLimits } from './limits.ts';
import type { RecordingEntry } from './manifest.ts';
import { createRecordCheck } from './record-check.ts';
import { refused } from './recording-errors.ts';

const bufferBytes = 2 ** 20;

// Writes a file of a recording into a folder while its length, its records and its digest are checked. Throws as soon as
// it is longer than its manifest says, or has more than a recording may have, so that a bomb fills neither disk nor memory.
export async function writeVerified(
  folder: string,
  entry: RecordingEntry,
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  { limits, signal }: { readonly limits: RecordingLimits; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const path = join(folder, entry.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(path, 'wx', 0o600);
  const sum = createHash('sha256');
  const check = createRecordCheck(entry, limits);
  let bytes = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const whole = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    sum.update(whole);
    for (let offset = 0; offset < whole.length;) offset += (await file.write(whole, offset)).bytesWritten;
  };
  try {
    for await (const chunk of await open()) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      if (bytes > entry.bytes) throw refused(`${entry.path} is longer than its manifest says.`);
      check.add(chunk);
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes >= bufferBytes) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
  if (bytes < entry.bytes)
    throw refused(`${entry.path} was cut off after ${numeral(bytes)} of ${numeral(entry.bytes)} bytes.`);
  check.end();
  if (sum.digest('hex') !== entry.sha256) throw refused(`the checksum of ${entry.path} is wrong.`);
}
