import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { ThreadRecord } from '../../shared/model/thread-record.ts';
import { recordingIdStart } from '../../shared/model/read-only.ts';
import type { Platform } from '../common/platform.ts';
import type { RecordedLogs } from '../runs/log/recorded-logs.ts';
import type { LineFile } from './line-file.ts';
import { formatManifest, type RecordedLogFacts, type RecordingManifest } from './manifest.ts';
import { parseManifest } from './recording-errors.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import type { StudioRecords } from './record-thread.ts';
import { createRecordedLog } from './recorded-log.ts';
import type { EventPace } from './recorded-events.ts';
import { createRecordedServer } from './recorded-server.ts';
import { openRecording, threadIdOf, type OpenedRecording } from './opened-recording.ts';
import { toRecordingConnection } from './recording-connection.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** Recordings that can be open at a time. */
export const maxOpenRecordings = 50;

// Leftovers of a studio that was killed are this old, in milliseconds, before they are removed.
const leftoverMs = 3600 * 1000;

const About = z.strictObject({ fileName: z.string(), openedAt: z.string() });

export interface RecordedServers {
  // Reads those that were open when the studio ended, once. Never rejects.
  load(): Promise<void>;
  // In the order in which they were opened.
  list(): readonly Connection[];
  has(connectionId: string): boolean;
  // Answers the requests of its client. `null` for other connections.
  fetch(connectionId: string): typeof fetch | null;
  // `fetch` for clients outside of the studio, which sends events at a pace. Throws `not-found`.
  fetchAtPace(connectionId: string, pace: EventPace): typeof fetch;
  readonly logs: RecordedLogs;
  // Opens a file or a plain folder; the same recording is opened once. Throws an `AppError` with the reason
  // (`invalid-input`, `storage`).
  open(path: string, fileName?: string, signal?: AbortSignal): Promise<Connection>;
  // Closes it and removes the studio's copy; the file stays.
  close(connectionId: string): Promise<void>;
  // The studio's copy, to save it again. Throws `not-found`.
  folderOf(connectionId: string): { readonly folder: string; readonly manifest: RecordingManifest };
  // What ran on a thread of an export of another tool, which has no checkpoints to make it of; `null` for any other.
  importedRecord(connectionId: string, threadId: string): Promise<ThreadRecord | null>;
  // The records of a file of an opened recording. Throws `not-found`.
  records(connectionId: string, path: string): Promise<LineFile>;
  // Deliveries of these runs and requests that were recorded. Throws `not-found`.
  studioRecords(connectionId: string, runIds: readonly string[]): Promise<StudioRecords>;
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

interface Opened {
  readonly connection: Connection;
  readonly folder: string;
  readonly recording: OpenedRecording;
  readonly logs: ReadonlyMap<string, RecordedLogFacts>;
  readonly fetch: typeof fetch;
  readonly openedAt: string;
}

// Whether all of a copy was written. What can't be found out counts as yes.
async function isFinished(path: string): Promise<boolean> {
  const error: unknown = await stat(join(path, 'about.json')).then(
    () => null,
    (reason: unknown) => reason,
  );
  return errorCodeOf(error) !== 'ENOENT';
}

/** `folder`: where copies are kept; the data folder of the studio has one for them. */
export function createRecordedServers({
  dataFolder,
  log,
}: Pick<Platform, 'dataFolder' | 'log'>): RecordedServers {
  const folder = join(dataFolder, 'recordings');
  const opened = new Map<string, Opened>();
  const listeners = new Set<() => void>();
  let loading: Promise<void> | null = null;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  const add = async (id: string, path: string, manifest: RecordingManifest, about: z.infer<typeof About>) => {
    const recording = openRecording(path, manifest);
    const logs = await recording.logs();
    const connection = toRecordingConnection(id, about.fileName, manifest);
    const { openedAt } = about;
    const one = {
      connection,
      folder: path,
      recording,
      logs,
      fetch: createRecordedServer(recording),
      openedAt,
    };
    opened.set(id, one);
    return one;
  };
  const loadOne = async (name: string): Promise<void> => {
    const path = join(folder, name);
    try {
      const about = About.parse(JSON.parse(await readFile(join(path, 'about.json'), 'utf8')));
      await add(name, path, parseManifest(await readFile(join(path, 'manifest.json'), 'utf8')), about);
    } catch (error) {
      // What can't be read today stays: it may be the last copy. A folder that was not finished goes.
      if (await isFinished(path)) log('warn', `The recording in ${path} could not be read: ${String(error)}`);
      else await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  };
  const load = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter((one) => isId(one))) await loadOne(name);
    for (const name of names.filter((one) => one.startsWith('.'))) {
      const about = await stat(join(folder, name)).catch(() => null);
      if (about && Date.now() - about.mtimeMs > leftoverMs)
        await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
    }
    const sorted = [...opened].toSorted(([, a], [, b]) => (a.openedAt < b.openedAt ? -1 : 1));
    opened.clear();
    for (const [id, one] of sorted) opened.set(id, one);
    if (sorted.length > 0) changed();
  };
  const find = (connectionId: string): Opened => {
    const openedRecording = opened.get(connectionId);
    if (openedRecording) return openedRecording;
    throw new AppError('not-found', 'This recording is no longer open.', { hint: 'Open its file again.' });
  };
  const loadOnce = (): Promise<void> => (loading ??= load());

  return {
    load: loadOnce,
    list: () => [...opened.values()].map(({ connection }) => connection),
    has: (id) => opened.has(id),
    fetch: (id) => opened.get(id)?.fetch ?? null,
    fetchAtPace: (id, pace) => createRecordedServer(find(id).recording, pace),
    logs: {
      has: (id) => opened.has(id),
      summary({ connectionId, runId }) {
        const facts = opened.get(connectionId)?.logs.get(runId);
        if (!facts) return null;
        const { joined_late: joinedLate, outcome, error, tokens } = facts;
        return { joinedLate, outcome, error, tokens };
      },
      async open({ connectionId, runId }) {
        const one = opened.get(connectionId);
        const facts = one?.logs.get(runId);
        if (!one || !facts) return null;
        const frames = await one.recording.records(facts.path);
        return frames.length === 0 ? null : createRecordedLog(`${connectionId}:${runId}`, facts, frames);
      },
    },
    async open(path, fileName = basename(path), signal) {
      await loadOnce();
      if (opened.size >= maxOpenRecordings) {
        throw new AppError('invalid-input', `${maxOpenRecordings} recordings are open.`, {
          hint: 'Close one first.',
        });
      }
      const draft = join(folder, `.${randomUUID()}`);
      try {
        await mkdir(draft, { recursive: true, mode: 0o700 });
        const source = await stat(path).catch(() => null);
        if (!source) throw new AppError('not-found', 'The file does not exist.', { hint: 'Check its name.' });
        const extract = source.isDirectory()
          ? await folderExtractor()
          : (await isJson(path))
            ? await traceImporter()
            : await zipExtractor();
        const manifest = await extract(path, draft, signal);
        const text = formatManifest(manifest);
        const id = `${recordingIdStart}${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
        const existing = opened.get(id);
        if (existing) {
          await rm(draft, { recursive: true, force: true });
          return existing.connection;
        }
        const about = { fileName: fileName.slice(0, 255), openedAt: new Date().toISOString() };
        await writeFile(join(draft, 'manifest.json'), text, { mode: 0o600 });
        await writeFile(join(draft, 'about.json'), JSON.stringify(about), { mode: 0o600 });
        await rm(join(folder, id), { recursive: true, force: true });
        await rename(draft, join(folder, id));
        const { connection } = await add(id, join(folder, id), manifest, about);
        changed();
        return connection;
      } catch (error) {
        await rm(draft, { recursive: true, force: true }).catch(() => undefined);
        if (error instanceof AppError || signal?.aborted) throw error;
        throw new AppError('storage', 'The recording could not be unpacked.', {
          hint: 'Check that the disk is not full.',
          cause: error,
        });
      }
    },
    async close(id) {
      const one = find(id);
      opened.delete(id);
      changed();
      await one.recording.close();
      await rm(one.folder, { recursive: true, force: true });
    },
    folderOf(id) {
      const { folder: path, recording } = find(id);
      return { folder: path, manifest: recording.manifest };
    },
    async importedRecord(id, threadId) {
      const recording = opened.get(id)?.recording;
      if (recording === undefined) return null;
      // In the order of the threads, whose lines are short.
      const index = (await recording.threads()).findIndex((line) => threadIdOf(line) === threadId);
      const records = await recording.records('records.ndjson');
      if (index < 0 || index >= records.length) return null;
      const record = ThreadRecord.safeParse(parseJson(await records.line(index))).data;
      if (record !== undefined) return record;
      throw new AppError('protocol', 'What ran could not be read from this recording.', {
        hint: 'Import its file again.',
      });
    },
    records: async (id, path) => find(id).recording.records(path),
    async studioRecords(id, runIds) {
      const { recording } = find(id);
      const idSet = new Set<unknown>(runIds);
      const deliveries = await recording.records('deliveries.ndjson');
      const requests = await recording.records('requests.ndjson');
      return {
        deliveries: matchingLines(deliveries, (line) => idSet.has(recordOrEmpty(parseJson(line))['run_id'])),
        requests: requests.all(),
      };
    },
    onChange: (listener) => {
      listeners.add(listener);
    },
    async stop() {
      for (const { recording } of opened.values()) await recording.close();
    },
  };
}

/* Loaded when the first recording is opened: no start needs them. */

async function folderExtractor() {
  return (await import('./extract-folder.ts')).extractFolder;
}

async function traceImporter() {
  return (await import('./import/import-traces.ts')).importTraces;
}

async function zipExtractor() {
  return (await import('./extract-zip.ts')).extractZip;
}

// By its first character: a zip begins with `PK`.
async function isJson(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return /^(?:\uFEFF)?\s*[[{]/.test(buffer.subarray(0, bytesRead).toString());
  } finally {
    await file.close();
  }
}

async function* matchingLines(
  file: LineFile,
  isWanted: (line: string) => boolean,
): AsyncGenerator<string, void> {
  for await (const line of file.all()) if (isWanted(line)) yield line;
}

function isId(name: string): boolean {
  return /^recording-[0-9a-f]{24}$/.test(name);
}
