import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { AuditEntry } from './audit-log.ts';

/** A line of the log. `time`: when the call ended, in ISO 8601. */
export interface AuditLine extends AuditEntry {
  readonly time: string;
}

const Line = z.object({
  time: z.iso.datetime(),
  subject: z.string(),
  name: z.string(),
  role: z.string(),
  call: z.string(),
  server: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  targets: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  outcome: z.enum(['done', 'failed', 'refused']),
  code: z.string().nullable(),
});

// The writer bounds its targets, so that a longer line is not its own.
const maxLineBytes = 1_000_000;
const lineEnd = 0x0a;

/**
 * Yields the lines of a log and of its older files, oldest first, and `null` for a line that is none; holds one of
 * them at a time. Lines that are written meanwhile may be missing. Yields nothing if there is no log.
 */
export async function* readAuditLog(path: string, olderFiles = 9): AsyncGenerator<AuditLine | null> {
  const files = await openFiles(path, olderFiles);
  try {
    for (const file of files.toReversed())
      for await (const line of linesOf(file)) yield line === null ? null : parse(line);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

// Newest first: a file that is renamed meanwhile is met again under its next name, and none is skipped.
async function openFiles(path: string, olderFiles: number): Promise<readonly FileHandle[]> {
  const files = new Map<string, FileHandle>();
  for (let number = 0; number <= olderFiles; number += 1) {
    const file = await open(number === 0 ? path : `${path}.${number}`).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
    if (file === null) continue;
    const { dev, ino } = await file.stat({ bigint: true });
    const id = `${dev}:${ino}`;
    if (files.has(id)) await file.close();
    else files.set(id, file);
  }
  return [...files.values()];
}

// `null`: a line that is too long.
async function* linesOf(file: FileHandle): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (): string | null => {
    const line = bytes > maxLineBytes ? null : Buffer.concat(parts).toString();
    parts = [];
    bytes = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}

function parse(line: string): AuditLine | null {
  try {
    return Line.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
