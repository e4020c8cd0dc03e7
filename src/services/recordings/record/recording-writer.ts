import { RemoteGraphError } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import { asAppError } from '../../errors/server-errors.ts';
import { createEntryWriter } from '../format/entry-writer.ts';
import type { MissingPart, RecordingEntry } from '../format/manifest.ts';
import { onOneLine } from './read-history.ts';
import type { RecordScrubber } from './scrub-record.ts';

/** Adds a record, JSON, to a file. */
export type AddRecord = (json: string) => Promise<void>;

/** Files of a recording that is being made, and what it will lack. */
export interface RecordingWriter {
  /** What has been written. A file without records is none. */
  readonly entries: readonly RecordingEntry[];
  readonly missing: readonly MissingPart[];
  /**
   * Writes a file with what `fill` adds to it, scrubbed. Resolves with the number of its records. If `fill` fails, the
   * file is no part of the recording.
   */
  write(path: string, fill: (add: AddRecord) => Promise<void>): Promise<number>;
  lacks(part: MissingPart): void;
  /** What fails on the server is missing in the recording; all else, and a full disk, ends it. */
  attempt(part: Omit<MissingPart, 'reason'>, work: () => Promise<void>): Promise<void>;
}

/** `folder`: an empty one, which gets the files. */
export function createRecordingWriter({
  folder,
  scrubber,
  signal,
}: {
  readonly folder: string;
  readonly scrubber: RecordScrubber;
  readonly signal: AbortSignal;
}): RecordingWriter {
  const missing: MissingPart[] = [];
  const entries: RecordingEntry[] = [];
  return {
    entries,
    missing,
    async write(path, fill) {
      const writer = createEntryWriter(folder, path);
      let entry: RecordingEntry | null;
      try {
        await fill((json) => writer.add(scrubber.scrub(onOneLine(json))));
        entry = await writer.close();
      } catch (thrown) {
        await writer.abandon().catch(() => undefined);
        throw thrown;
      }
      if (entry) entries.push(entry);
      return entry?.lines ?? 0;
    },
    lacks: (part) => void missing.push(part),
    async attempt(part, work) {
      try {
        await work();
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof RemoteGraphError || thrown instanceof AppError))
          throw thrown;
        const { message, code } = asAppError(thrown);
        if (code === 'storage') throw thrown;
        missing.push({ ...part, reason: scrubber.scrub(JSON.stringify(message)).slice(1, -1) });
      }
    },
  };
}

/** For files whose records are at hand. */
export function addAll(records: Iterable<string>): (add: AddRecord) => Promise<void> {
  return async (add) => {
    for (const record of records) await add(record);
  };
}
