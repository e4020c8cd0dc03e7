import { readFile, stat } from 'node:fs/promises';
import type { RecordedRun, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { createEntryWriter } from '../entry-writer.ts';
import {
  recordingFormat,
  recordingVersion,
  type MissingPart,
  type RecordingEntry,
  type RecordingManifest,
} from '../manifest.ts';
import { checkAnnounced, recordingLimits } from '../limits.ts';
import { importedThreads, type ImportedThread } from './imported-record.ts';
import { importLimits } from './imported-span.ts';
import { fileTooLarge, readTraceFile } from './read-trace-file.ts';

/**
 * Turns an export of another tool into a recording in an empty folder: its newest threads, as records that were not
 * read from a server. What the export lacks is listed as missing. Throws an `AppError` (`invalid-input`) for a file that
 * is no export.
 */
export async function importTraces(
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<RecordingManifest> {
  const { size, mtime } = await stat(path);
  if (size > importLimits.bytes) throw fileTooLarge();
  const { tool, spans, unreadable } = readTraceFile(await readFile(path, 'utf8'));
  signal?.throwIfAborted();
  const all = importedThreads(spans).toSorted((a, b) => newest(b.record) - newest(a.record));
  const threads = all.slice(0, importLimits.threads);
  const records = keptLines(threads);
  const imported = threads.slice(0, records.length);
  const [thread] = imported;
  if (thread === undefined) throw fileTooLarge();
  const { record } = thread;
  const runs = imported.flatMap(({ record: { threadId, runs: ofThread } }) =>
    ofThread.toReversed().flatMap((run) => wireRun(threadId, run)),
  );
  const unlisted = all.length - imported.length;
  const entries: RecordingEntry[] = [];
  const write = async (name: string, lines: readonly string[]): Promise<void> => {
    const writer = createEntryWriter(folder, name);
    for (const line of lines) await writer.add(line);
    const entry = await writer.close();
    if (entry !== null) entries.push(entry);
  };
  const texts = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));
  await write('threads.ndjson', texts(imported.map((each) => wireThread(each.record))));
  await write('runs.ndjson', texts(runs));
  await write('records.ndjson', records);
  await write('values.ndjson', texts(imported.flatMap(({ values }) => values)));
  checkAnnounced(entries, recordingLimits);
  return {
    format: recordingFormat,
    version: recordingVersion,
    recorded_at: new Date(newest(record) || mtime.getTime()).toISOString(),
    recorded_by: { name: tool, version: '' },
    server: { name: tool, url: null },
    thread_id: record.threadId,
    run_id: null,
    counts: {
      assistants: 0,
      checkpoints: 0,
      subgraph_checkpoints: 0,
      runs: runs.length,
      frames: 0,
      deliveries: 0,
      requests: 0,
      unlisted_threads: unlisted,
    },
    scrubbed: { known: 0, likely: 0, hosts: 0 },
    missing: missingParts(tool, imported, unlisted, unreadable),
    entries,
  };
}

// The newest records, as many as a recording may have.
function keptLines(threads: readonly ImportedThread[]): string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const { record } of threads) {
    const line = JSON.stringify(record);
    bytes += Buffer.byteLength(line) + 1;
    // The first one alone is refused by its size, with the reason.
    if (bytes > recordingLimits.logBytes && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}

function missingParts(
  tool: string,
  threads: readonly ImportedThread[],
  unlisted: number,
  unreadable: number,
): MissingPart[] {
  const unplaced = threads.reduce((sum, thread) => sum + thread.unplaced, 0);
  const not = `An export of ${tool} has none.`;
  const part = (what: MissingPart['what'], reason: string): MissingPart => ({ what, reason });
  return [
    part('history', not),
    part('state', not),
    part('frames', not),
    part('graph', not),
    ...(unlisted > 0
      ? [part('runs', `The file has ${unlisted} older ${unlisted === 1 ? 'thread' : 'threads'}, too.`)]
      : []),
    ...(unplaced > 0
      ? [
          part(
            'runs',
            `${unplaced} ${unplaced === 1 ? 'span is' : 'spans are'} neither a node nor a model or tool in one.`,
          ),
        ]
      : []),
    ...(unreadable > 0
      ? [
          part(
            'truncated',
            `${unreadable} ${unreadable === 1 ? 'entry' : 'entries'} of the file could not be read.`,
          ),
        ]
      : []),
  ];
}

function newest({ runs }: ThreadRecord): number {
  return runs.reduce((latest, { createdAt }) => Math.max(latest, createdAt ?? 0), 0);
}

const wireStatuses: Readonly<Partial<Record<NonNullable<RecordedRun['ending']>['kind'], string>>> = {
  finished: 'success',
  failed: 'error',
  interrupted: 'interrupted',
  paused: 'interrupted',
  cancelled: 'interrupted',
  'timed-out': 'timeout',
};

// Lists of runs show what has a time; the record has the others, too.
function wireRun(
  threadId: string,
  { runId, assistantId, createdAt, endedAt, ending }: RecordedRun,
): object[] {
  if (createdAt === null) return [];
  const created = new Date(createdAt).toISOString();
  return [
    {
      run_id: runId,
      thread_id: threadId,
      assistant_id: assistantId ?? '',
      status: (ending === null ? undefined : wireStatuses[ending.kind]) ?? 'unknown',
      metadata: {},
      created_at: created,
      updated_at: endedAt === null ? created : new Date(endedAt).toISOString(),
    },
  ];
}

function wireThread({ threadId, runs }: ThreadRecord): object {
  const last = runs.at(-1)?.ending?.kind;
  const times = runs.flatMap(({ createdAt, endedAt }) => [createdAt ?? [], endedAt ?? []].flat());
  return {
    thread_id: threadId,
    status: last === 'failed' ? 'error' : last === 'interrupted' ? 'interrupted' : 'idle',
    metadata: {},
    values: null,
    ...(times.length === 0
      ? {}
      : {
          created_at: new Date(times.reduce((a, b) => Math.min(a, b))).toISOString(),
          updated_at: new Date(times.reduce((a, b) => Math.max(a, b))).toISOString(),
        }),
  };
}
