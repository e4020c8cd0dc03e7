import { noLines, openLineFile, type LineFile } from './line-file.ts';
import { RecordedLogFacts, type RecordingManifest } from './manifest.ts';

export interface OpenedRecording {
  readonly manifest: RecordingManifest;
  /** The records of a file; none if the recording does not have it. */
  records(path: string): Promise<LineFile>;
  /** The only record of a file; `null` if the recording does not have it. */
  only(path: string): Promise<string | null>;
  /** How the events of each run ended, by its ID, as far as they were recorded. */
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
      const { data } = RecordedLogFacts.safeParse(parsedOrNull(line));
      if (data) logs.set(data.run_id, data);
    }
    return logs;
  };

  return {
    manifest,
    records,
    async only(path) {
      const file = await records(path);
      return file.length === 0 ? null : file.line(0);
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

export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
