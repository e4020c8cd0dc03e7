import { refused } from './recording-errors.ts';
import type { RecordingEntry } from './manifest.ts';

// The limits of a recording, whoever made it. A refusal names the limit.
// - `bytes`: Of all files, unpacked.
// - `files`: Files in the zip.
// - `directoryBytes`: Of the names and comments in the directory of the zip, which are in memory together.
// - `ratio`: How many times larger than packed a file may be, beyond `freeBytes`.
// - `frames`: Events of all runs. Eight bytes of memory for each.
// - `checkpoints`: Checkpoints of a file. Their IDs are in memory once a page in the middle is read.
// - `records`: Records of any other file.
// - `logBytes`: Of `logs.ndjson`, which is in memory as long as the recording is open, and of `records.ndjson`.
// - `recordBytes`: Of one record.
// - `depth`: Levels of objects and lists in a record.
export interface RecordingLimits {
  readonly bytes: number;
  readonly files: number;
  readonly directoryBytes: number;
  readonly ratio: number;
  readonly freeBytes: number;
  readonly frames: number;
  readonly checkpoints: number;
  readonly records: number;
  readonly logBytes: number;
  readonly recordBytes: number;
  readonly depth: number;
}

// A history repeats its values in every checkpoint, so that real recordings are up to 200 times smaller as zips. Deflate
// reaches 1,032 at most, with content that says nothing.
export const recordingLimits: RecordingLimits = {
  bytes: 8 * 2 ** 30,
  files: 25_000,
  directoryBytes: 32 * 2 ** 20,
  ratio: 600,
  freeBytes: 64 * 2 ** 20,
  frames: 5_000_000,
  checkpoints: 1_000_000,
  records: 100_000,
  logBytes: 32 * 2 ** 20,
  recordBytes: 256 * 2 ** 20,
  depth: 10_000,
};

// Read into memory as a whole.
const parsedFiles: ReadonlySet<string> = new Set(['logs.ndjson', 'records.ndjson']);

export function maxRecordsOf(path: string, limits: RecordingLimits): number {
  if (path.endsWith('.json')) return 1;
  if (path.startsWith('frames/')) return limits.frames;
  return path.endsWith('history.ndjson') ? limits.checkpoints : limits.records;
}

// Throws an `AppError` if what a manifest announces is more than a recording may have, before anything is unpacked.
export function checkAnnounced(entries: readonly RecordingEntry[], limits: RecordingLimits): void {
  let bytes = 0;
  let frames = 0;
  for (const entry of entries) {
    bytes += entry.bytes;
    if (entry.path.startsWith('frames/')) frames += entry.lines;
    const maxRecords = maxRecordsOf(entry.path, limits);
    if (entry.lines > maxRecords) throw tooMany(entry.path, 'records', entry.lines, maxRecords);
    if (parsedFiles.has(entry.path) && entry.bytes > limits.logBytes)
      throw tooMany(entry.path, 'bytes', entry.bytes, limits.logBytes);
  }
  if (bytes > limits.bytes) throw tooMany('it', 'bytes when unpacked', bytes, limits.bytes);
  if (frames > limits.frames) throw tooMany('it', 'events', frames, limits.frames);
}

// `subject`: what has too many of something, as the beginning of a sentence's end.
export function tooMany(subject: string, what: string, count: number, limit: number): Error {
  return refused(`${subject} has ${numeral(count)} ${what}, and the limit is ${numeral(limit)}.`);
}

export function numeral(count: number): string {
  return count.toLocaleString('en');
}
