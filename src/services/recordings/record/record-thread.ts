import { isActive } from '../../../shared/model/runs/is-active.ts';
import { rawTextOf, RemoteGraphError, type GraphClient, type WireRun } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import { asAppError } from '../../errors/server-errors.ts';
import { nonEmptyStringOrNull, recordOrEmpty } from '../../parsing/narrow.ts';
import { toRunStatus } from '../../runs/mappers/run-mapper.ts';
import { createEntryWriter, type EntryWriter } from '../format/entry-writer.ts';
import {
  recordingFormat,
  recordingVersion,
  type MissingPart,
  type RecordingEntry,
  type RecordingManifest,
} from '../format/manifest.ts';
import { onOneLine, readHistoryRows } from './read-history.ts';
import { recordRunLog, type RunLogSource } from './record-run-log.ts';
import type { RecordScrubber } from './scrub-record.ts';

/** Assistants and subgraphs of a recording; what is beyond is named as missing. */
const mostAssistants = 100;
const mostNamespaces = 50_000;

/** What the studio knows of the runs beside the server. Each is JSON on one line. */
export interface StudioRecords {
  readonly deliveries: readonly string[];
  readonly requests: readonly string[];
}

export interface RecordThreadOptions {
  readonly client: GraphClient;
  readonly threadId: string;
  /** The only run to record; `null`: all of the thread. */
  readonly runId: string | null;
  readonly logs: RunLogSource;
  /** Asked once the runs are known. */
  readonly studioRecords: (runIds: readonly string[]) => StudioRecords;
  readonly scrubber: RecordScrubber;
  readonly server: RecordingManifest['server'];
  readonly recordedBy: RecordingManifest['recorded_by'];
  /** An empty folder, which gets the recording. */
  readonly folder: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (step: RecordStep, done: number) => void;
}

export type RecordStep = 'thread' | 'history' | 'subgraphs' | 'runs' | 'frames';

/** Files in the order in which they are packed: what a file that is cut off should still have comes first. */
const order = [
  'server.json',
  'thread.json',
  'assistants.ndjson',
  'graphs.ndjson',
  'schemas.ndjson',
  'subgraphs.ndjson',
  'assistant-versions.ndjson',
  'states.ndjson',
  'runs.ndjson',
  'logs.ndjson',
  'history.ndjson',
  'subgraph-history.ndjson',
  'deliveries.ndjson',
  'requests.ndjson',
];

/**
 * Records a thread, or one of its runs, into a folder, record by record. What the server does not have is named in the
 * manifest, with its reason. Throws an `AppError` if the thread can't be read, or the disk refuses.
 */
export async function recordThread(options: RecordThreadOptions): Promise<RecordingManifest> {
  const { client, threadId, runId, folder, scrubber, signal, onProgress } = options;
  const call = { signal, purpose: 'recordings.record' };
  const missing: MissingPart[] = [];
  const entries: RecordingEntry[] = [];
  const open: EntryWriter[] = [];
  const counts = {
    assistants: 0,
    checkpoints: 0,
    subgraph_checkpoints: 0,
    runs: 0,
    frames: 0,
    deliveries: 0,
    requests: 0,
  };

  /** Writes a file with what `fill` adds to it, scrubbed. */
  const write = async (
    path: string,
    fill: (add: (json: string) => Promise<void>) => Promise<void>,
  ): Promise<number> => {
    const writer = createEntryWriter(folder, path);
    open.push(writer);
    await fill((json) => writer.add(scrubber.scrub(onOneLine(json))));
    const entry = await writer.close();
    open.splice(open.indexOf(writer), 1);
    if (entry) entries.push(entry);
    return entry?.lines ?? 0;
  };
  /** What fails on the server is missing in the recording; all else ends it. */
  const attempt = async (part: Omit<MissingPart, 'reason'>, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof RemoteGraphError || thrown instanceof AppError)) throw thrown;
      const { message, code } = asAppError(thrown);
      if (code === 'storage') throw thrown;
      missing.push({ ...part, reason: scrubber.scrub(JSON.stringify(message)).slice(1, -1) });
      return false;
    }
  };

  try {
    onProgress('thread', 0);
    const thread = await client.threads.get(threadId, call);
    await write('thread.json', (add) => add(rawTextOf(thread)));
    await attempt({ what: 'runs' }, async () => {
      const info = await client.meta.info(call);
      await write('server.json', (add) => add(rawTextOf(info)));
    }).then((hasInfo) => hasInfo || missing.pop());

    const runs = await listRuns(options, attempt);
    counts.runs = await write('runs.ndjson', async (add) => {
      for (const run of runs) await add(rawTextOf(run));
    });
    onProgress('runs', counts.runs);

    counts.assistants = await recordAssistants(client, assistantsOf(thread, runs), {
      ...call,
      write,
      attempt,
      missing,
    });

    const namespaces = new Set<string>();
    let newestId: string | null = null;
    await write('history.ndjson', (add) =>
      attempt({ what: 'history' }, async () => {
        let start: string | null = null;
        for await (const row of readHistoryRows(client, threadId, '', signal)) {
          const isOwn = runId === null || row.runId === runId;
          if (!isOwn && (row.checkpointId === null || row.checkpointId !== start)) continue;
          // A run's first checkpoint is told by what it changed: its parent is recorded, too.
          if (isOwn) start = row.parentId;
          newestId ??= row.checkpointId;
          if (isOwn) for (const ns of row.subgraphs) namespaces.add(ns);
          await add(row.line);
          counts.checkpoints += 1;
          onProgress('history', counts.checkpoints);
        }
      }).then(() => undefined),
    );
    await recordStates(options, newestId, { call, write, attempt });
    await write('subgraph-history.ndjson', async (add) => {
      // Grows while it is read: subgraphs have subgraphs.
      for (const ns of namespaces) {
        if (namespaces.size > mostNamespaces) {
          missing.push({
            what: 'subgraph-history',
            reason: `Only ${mostNamespaces} subgraphs are recorded.`,
          });
          break;
        }
        await attempt({ what: 'subgraph-history', checkpoint_ns: ns }, async () => {
          for await (const row of readHistoryRows(client, threadId, ns, signal)) {
            for (const inner of row.subgraphs) namespaces.add(inner);
            await add(row.line);
            counts.subgraph_checkpoints += 1;
          }
        });
        onProgress('subgraphs', counts.subgraph_checkpoints);
      }
    });

    const facts: string[] = [];
    for (const run of runs) {
      await attempt({ what: 'frames', run_id: run.run_id }, async () => {
        const isRunning = isActive(toRunStatus(run));
        const log = await recordRunLog(options, run.run_id, isRunning, {
          write: (path, fill) => write(path, (add) => fill((line) => add(line))),
          missing,
          onFrames: (frames) => onProgress('frames', counts.frames + frames),
        });
        counts.frames += log.frames;
        facts.push(JSON.stringify(log));
      });
    }
    const addAll = (lines: readonly string[]) => async (add: (json: string) => Promise<void>) => {
      for (const line of lines) await add(line);
    };
    await write('logs.ndjson', addAll(facts));
    const { deliveries, requests } = options.studioRecords(runs.map(({ run_id }) => run_id));
    counts.deliveries = await write('deliveries.ndjson', addAll(deliveries));
    counts.requests = await write('requests.ndjson', addAll(requests));
  } catch (thrown) {
    for (const writer of open) await writer.abandon().catch(() => undefined);
    throw thrown;
  }

  const { known, likely, hosts } = scrubber.report;
  const rank = ({ path }: RecordingEntry): number =>
    (order.indexOf(path) + order.length + 1) % (order.length + 1);
  const manifest: RecordingManifest = {
    format: recordingFormat,
    version: recordingVersion,
    recorded_at: options.now().toISOString(),
    recorded_by: options.recordedBy,
    server: options.server,
    thread_id: threadId,
    run_id: runId,
    counts,
    scrubbed: { known, likely, hosts },
    missing,
    entries: entries.toSorted((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1)),
  };
  return manifest;
}

type Attempt = (part: Omit<MissingPart, 'reason'>, work: () => Promise<void>) => Promise<boolean>;
type Write = (path: string, fill: (add: (json: string) => Promise<void>) => Promise<void>) => Promise<number>;

/** Newest first. Fails if the only run that is wanted can't be read. */
async function listRuns(
  { client, threadId, runId, signal }: RecordThreadOptions,
  attempt: Attempt,
): Promise<readonly WireRun[]> {
  const call = { signal, purpose: 'recordings.record' };
  if (runId !== null) return [await client.runs.get(threadId, runId, call)];
  const runs: WireRun[] = [];
  await attempt({ what: 'runs' }, async () => {
    for await (const run of client.runs.listAll(threadId, {}, call)) runs.push(run);
  });
  return runs;
}

/** Assistants of the runs, and that of the thread. */
function assistantsOf(thread: object, runs: readonly WireRun[]): readonly string[] {
  const metadata = recordOrEmpty(recordOrEmpty(thread)['metadata']);
  const named = [
    ...runs.map((run) => recordOrEmpty(run)['assistant_id']),
    metadata['assistant_id'] ?? metadata['graph_id'],
  ];
  return [...new Set(named.flatMap((id) => nonEmptyStringOrNull(id) ?? []))];
}

async function recordAssistants(
  client: GraphClient,
  ids: readonly string[],
  {
    signal,
    purpose,
    write,
    attempt,
    missing,
  }: {
    readonly signal: AbortSignal;
    readonly purpose: string;
    readonly write: Write;
    readonly attempt: Attempt;
    readonly missing: MissingPart[];
  },
): Promise<number> {
  const call = { signal, purpose };
  const lines = {
    assistants: new Map<string, string>(),
    graphs: [] as string[],
    schemas: [] as string[],
    subgraphs: [] as string[],
    versions: [] as string[],
  };
  for (const named of ids.slice(0, mostAssistants)) {
    await attempt({ what: 'assistant' }, async () => {
      const assistant = await client.assistants.get(named, call);
      const id = assistant.assistant_id;
      if (lines.assistants.has(id)) return;
      lines.assistants.set(id, rawTextOf(assistant));
      const about = `{"assistant_id":${JSON.stringify(id)}`;
      for (const xray of [true, false]) {
        await attempt({ what: 'graph' }, async () => {
          const graph = await client.assistants.getGraph(id, { xray }, call);
          lines.graphs.push(`${about},"xray":${xray},"graph":${rawTextOf(graph)}}`);
        });
      }
      await attempt({ what: 'schemas' }, async () => {
        lines.schemas.push(`${about},"schemas":${rawTextOf(await client.assistants.getSchemas(id, call))}}`);
      });
      await attempt({ what: 'subgraphs' }, async () => {
        const subgraphs = await client.assistants.getSubgraphs(id, { recurse: true }, call);
        lines.subgraphs.push(`${about},"subgraphs":${rawTextOf(subgraphs)}}`);
      });
      await attempt({ what: 'assistant-versions' }, async () => {
        for await (const version of client.assistants.versionsAll(id, { limit: 1000 }, call))
          lines.versions.push(rawTextOf(version));
      });
    });
  }
  if (ids.length > mostAssistants) {
    missing.push({ what: 'assistant', reason: `Only ${mostAssistants} assistants are recorded.` });
  }
  const addAll = (texts: Iterable<string>) => async (add: (json: string) => Promise<void>) => {
    for (const text of texts) await add(text);
  };
  await write('graphs.ndjson', addAll(lines.graphs));
  await write('schemas.ndjson', addAll(lines.schemas));
  await write('subgraphs.ndjson', addAll(lines.subgraphs));
  await write('assistant-versions.ndjson', addAll(lines.versions));
  return write('assistants.ndjson', addAll(lines.assistants.values()));
}

/** The newest state with and without the states of its subgraphs; of one run, the newest that it wrote. */
async function recordStates(
  { client, threadId, runId }: RecordThreadOptions,
  newestId: string | null,
  {
    call,
    write,
    attempt,
  }: {
    readonly call: { readonly signal: AbortSignal; readonly purpose: string };
    readonly write: Write;
    readonly attempt: Attempt;
  },
): Promise<void> {
  await write('states.ndjson', (add) =>
    attempt({ what: 'state' }, async () => {
      for (const subgraphs of [true, false]) {
        let state = await client.threads.getState(threadId, { subgraphs }, call);
        const isOther = runId !== null && newestId !== null && state.checkpoint?.checkpoint_id !== newestId;
        if (isOther)
          state = await client.threads.getState(threadId, { checkpointId: newestId, subgraphs }, call);
        await add(`{"subgraphs":${subgraphs},"state":${onOneLine(rawTextOf(state))}}`);
      }
    }).then(() => undefined),
  );
}
