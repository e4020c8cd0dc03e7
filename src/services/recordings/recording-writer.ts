import { RemoteGraphError } from 'remote-graph-client/client';
import { isNestedDeeperThan } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { asAppError } from '../common/server-errors.ts';
import { createEntryWriter } from './entry-writer.ts';
import { maxRecordsOf, numeral, recordingLimits, type RecordingLimits } from './limits.ts';
import type { MissingPart, RecordingEntry } from './manifest.ts';
import { onOneLine } from './read-history-rows.ts';
import type { ValueScrubber } from '../scrubbing/value-scrubber.ts';

type AddRecord = (json: string) => Promise<void>;

export interface RecordingWriter {
  // What has been written. A file without records is none.
  readonly entries: readonly RecordingEntry[];
  readonly missing: readonly MissingPart[];
  // Writes a file with what `fill` adds to it, scrubbed. Resolves with the number of its records. If `fill` fails, or adds
  // more than a reader would take, the file is no part of the recording.
  write(path: string, fill: (add: AddRecord) => Promise<void>): Promise<number>;
  lacks(part: MissingPart): void;
  // What fails on the server is missing in the recording; all else, and a full disk, ends it.
  attempt(part: Omit<MissingPart, 'reason'>, work: () => Promise<void>): Promise<void>;
}

export function createRecordingWriter({
  folder,
  scrubber,
  signal,
  limits = recordingLimits,
}: {
  readonly folder: string;
  readonly scrubber: Pick<ValueScrubber, 'json' | 'text'>;
  readonly signal: AbortSignal;
  readonly limits?: RecordingLimits;
}): RecordingWriter {
  const missing: MissingPart[] = [];
  const entries: RecordingEntry[] = [];
  let frames = 0;

  // Refuses what a reader would refuse, so that every recording can be opened.
  const check = (path: string, line: string, records: number): void => {
    const isFrame = path.startsWith('frames/');
    const count = isFrame ? frames + records : records;
    const maxRecords = maxRecordsOf(path, limits);
    if (count > maxRecords)
      throw tooMuch(path, `more than ${numeral(maxRecords)} ${isFrame ? 'events' : 'records'}`);
    if (line.length > limits.recordBytes / 3 && Buffer.byteLength(line) > limits.recordBytes)
      throw tooMuch(path, `a record of more than ${numeral(limits.recordBytes)} bytes`);
    if (isNestedDeeperThan(line, limits.depth))
      throw tooMuch(path, `a record that is nested more than ${numeral(limits.depth)} levels deep`);
  };
  return {
    entries,
    missing,
    async write(path, fill) {
      const writer = createEntryWriter(folder, path);
      let entry: RecordingEntry | null;
      try {
        let records = 0;
        await fill((json) => {
          const line = onOneLine(json);
          check(path, line, (records += 1));
          return writer.add(scrubber.json(line));
        });
        entry = await writer.close();
        if (path.startsWith('frames/')) frames += records;
      } catch (error) {
        await writer.abandon().catch(() => undefined);
        throw error;
      }
      if (entry) entries.push(entry);
      return entry?.lines ?? 0;
    },
    lacks: (part) => {
      missing.push(part);
    },
    async attempt(part, work) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted || !(error instanceof RemoteGraphError || error instanceof AppError)) throw error;
        const { message, code } = asAppError(error);
        if (code === 'storage') throw error;
        missing.push({ ...part, reason: scrubber.text(message) });
      }
    },
  };
}

function tooMuch(path: string, what: string): AppError {
  return new AppError('invalid-input', `${path} would have ${what}, which no recording may have.`);
}

export function addAll(records: Iterable<string> | AsyncIterable<string>): (add: AddRecord) => Promise<void> {
  return async (add) => {
    for await (const record of records) await add(record);
  };
}
