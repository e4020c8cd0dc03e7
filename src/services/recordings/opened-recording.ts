import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { noLines, openLineFile, type LineFile } from './line-file.ts';
import { RecordedLogFacts, type RecordingManifest } from './manifest.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export interface OpenedRecording {
  readonly manifest: RecordingManifest;
  records(path: string): Promise<LineFile>;
  // The only record of a file; `null` if the recording does not have it.
  only(path: string): Promise<string | null>;
  // The thread, or the threads of an import.
  threads(): Promise<readonly string[]>;
  // How the events of each run ended, by its ID, as far as they were recorded.
  logs(): Promise<ReadonlyMap<string, RecordedLogFacts>>;
  close(): Promise<void>;
}

export function openRecording(folder: string, manifest: RecordingManifest): OpenedRecording {
  const paths = new Set(manifest.entries.map(({ path }) => path));
  const files = new Map<string, Promise<LineFile>>();
  let facts: Promise<ReadonlyMap<string, RecordedLogFacts>> | null = null;
  let isClosed = false;

  const records = (path: string): Promise<LineFile> => {
    if (!paths.has(path) || isClosed) return Promise.resolve(noLines);
    const openedFile = files.get(path);
    if (openedFile) return openedFile;
    const opened = openLineFile(folder, path);
    files.set(path, opened);
    opened.catch(() => files.delete(path));
    return opened;
  };
  const readLogs = async (): Promise<ReadonlyMap<string, RecordedLogFacts>> => {
    const file = await records('logs.ndjson');
    const logs = new Map<string, RecordedLogFacts>();
    for await (const line of file.all()) {
      const { data } = RecordedLogFacts.safeParse(parseJson(line));
      if (data) logs.set(data.run_id, data);
    }
    return logs;
  };

  const only = async (path: string): Promise<string | null> => {
    const file = await records(path);
    return file.length === 0 ? null : file.line(0);
  };

  return {
    manifest,
    records,
    only,
    async threads() {
      const thread = await only('thread.json');
      if (thread !== null) return [thread];
      const file = await records('threads.ndjson');
      return file.lines(0, Math.min(file.length, maxThreads), maxThreadBytes);
    },
    logs: () => (facts ??= readLogs()),
    async close() {
      isClosed = true;
      const all = [...files.values()];
      files.clear();
      for (const opened of all) await (await opened.catch(() => null))?.close();
    },
  };
}

// More than an import keeps.
const maxThreads = 100;
const maxThreadBytes = 8 * 2 ** 20;

/** Of a thread or a run; `null` without any. */
export function threadIdOf(line: string): string | null {
  return nonEmptyStringOrNull(recordOrEmpty(parseJson(line))['thread_id']);
}
