import { rawTextOf, type GraphClient, type WireRun } from 'remote-graph-client/client';
import { isActive } from '../../shared/model/is-active.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import {
  recordingFormat,
  recordingVersion,
  type RecordingEntry,
  type RecordingManifest,
} from './manifest.ts';
import { onOneLine, readHistoryRows } from './read-history-rows.ts';
import { assistantsOf, recordAssistants } from './record-assistants.ts';
import { recordRunLog, type RunLogSource } from './record-run-log.ts';
import { addAll, createRecordingWriter, type RecordingWriter } from './recording-writer.ts';
import { withoutIds } from '../../shared/checkpoint-namespace.ts';
import type { ValueScrubber } from '../scrubbing/value-scrubber.ts';

const maxNamespaces = 50_000;

type Records = Iterable<string> | AsyncIterable<string>;

// What the studio knows of the runs beside the server. Each is JSON on one line.
export interface StudioRecords {
  readonly deliveries: Records;
  readonly requests: Records;
}

interface RecordThreadOptions {
  readonly client: GraphClient;
  readonly threadId: string;
  readonly runId: string | null;
  readonly logs: RunLogSource;
  readonly studioRecords: (runIds: readonly string[]) => StudioRecords | Promise<StudioRecords>;
  readonly scrubber: ValueScrubber;
  readonly server: RecordingManifest['server'];
  readonly recordedBy: RecordingManifest['recorded_by'];
  // An empty folder, which gets the recording.
  readonly folder: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (step: RecordStep, done: number) => void;
}

type RecordStep = 'thread' | 'history' | 'subgraphs' | 'runs' | 'frames';

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

// Records a thread, or one of its runs, into a folder, record by record. What the server does not have is named in the
// manifest, with its reason. Throws an `AppError` if the thread can't be read, or the disk refuses.
export async function recordThread(options: RecordThreadOptions): Promise<RecordingManifest> {
  const { client, threadId, signal, onProgress } = options;
  const call = { signal, purpose: 'recordings.record' };
  const writer = createRecordingWriter(options);
  const { write, attempt } = writer;
  onProgress('thread', 0);
  const thread = await client.threads.get(threadId, call);
  await write('thread.json', (add) => add(rawTextOf(thread)));
  await attempt({ what: 'server' }, async () => {
    const info = await client.meta.info(call);
    await write('server.json', (add) => add(rawTextOf(info)));
  });
  const runs = await listRuns(options, writer);
  const runCount = await write('runs.ndjson', addAll(runs.map(rawTextOf)));
  onProgress('runs', runCount);
  const assistants = await recordAssistants(client, assistantsOf(thread, runs), writer, call);
  const history = await recordHistory(options, writer);
  await recordStates(options, history.newestId, writer);
  const subgraphCheckpoints = await recordSubgraphs(options, history.namespaces, writer);
  const frames = await recordLogs(options, runs, writer);
  const { deliveries, requests } = await options.studioRecords(runs.map(({ run_id }) => run_id));
  const counts = {
    assistants,
    checkpoints: history.checkpoints,
    subgraph_checkpoints: subgraphCheckpoints,
    runs: runCount,
    frames,
    deliveries: await write('deliveries.ndjson', addAll(deliveries)),
    requests: await write('requests.ndjson', addAll(requests)),
  };
  return manifestOf(options, writer, counts);
}

function manifestOf(
  { threadId, runId, scrubber, ...options }: RecordThreadOptions,
  { entries, missing }: RecordingWriter,
  counts: RecordingManifest['counts'],
): RecordingManifest {
  const { known, likely, hosts } = scrubber.report;
  const rank = ({ path }: RecordingEntry): number =>
    (order.indexOf(path) + order.length + 1) % (order.length + 1);
  return {
    format: recordingFormat,
    version: recordingVersion,
    recorded_at: options.now().toISOString(),
    recorded_by: options.recordedBy,
    server: options.server,
    thread_id: threadId,
    run_id: runId,
    counts,
    scrubbed: { known, likely, hosts },
    missing: [...missing],
    entries: entries.toSorted((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1)),
  };
}

// Newest first. Fails if the only run that is wanted can't be read.
async function listRuns(
  { client, threadId, runId, signal }: RecordThreadOptions,
  { attempt }: RecordingWriter,
): Promise<readonly WireRun[]> {
  const call = { signal, purpose: 'recordings.record' };
  if (runId !== null) return [await client.runs.get(threadId, runId, call)];
  const runs: WireRun[] = [];
  await attempt({ what: 'runs' }, async () => {
    for await (const run of client.runs.listAll(threadId, {}, call)) runs.push(run);
  });
  return runs;
}

interface RecordedHistoryFacts {
  checkpoints: number;
  newestId: string | null;
  // Namespaces of the subgraphs that the checkpoints name.
  readonly namespaces: Set<string>;
}

async function recordHistory(
  { client, threadId, runId, signal, onProgress }: RecordThreadOptions,
  { write, attempt }: RecordingWriter,
): Promise<RecordedHistoryFacts> {
  const recordedHistoryFacts: RecordedHistoryFacts = {
    checkpoints: 0,
    newestId: null,
    namespaces: new Set(),
  };
  await write('history.ndjson', (add) =>
    attempt({ what: 'history' }, async () => {
      let start: string | null = null;
      for await (const row of readHistoryRows(client, threadId, '', signal)) {
        const isOwn = runId === null || row.runId === runId;
        if (!isOwn && (row.checkpointId === null || row.checkpointId !== start)) continue;
        // A run's first checkpoint is found by its changes, so its parent is recorded, too.
        if (isOwn) start = row.parentId;
        recordedHistoryFacts.newestId ??= row.checkpointId;
        if (isOwn) for (const ns of row.subgraphs) recordedHistoryFacts.namespaces.add(ns);
        await add(row.line);
        recordedHistoryFacts.checkpoints += 1;
        onProgress('history', recordedHistoryFacts.checkpoints);
      }
    }),
  );
  return recordedHistoryFacts;
}

// Adds to `namespaces` those of subgraphs within subgraphs. Resolves with the number of checkpoints.
async function recordSubgraphs(
  { client, threadId, signal, onProgress }: RecordThreadOptions,
  namespaces: Set<string>,
  { write, attempt, lacks }: RecordingWriter,
): Promise<number> {
  let checkpoints = 0;
  await write('subgraph-history.ndjson', async (add) => {
    for (const ns of namespaces) {
      if (namespaces.size > maxNamespaces) {
        lacks({ what: 'subgraph-history', reason: `Only ${maxNamespaces} subgraphs are recorded.` });
        break;
      }
      await attempt({ what: 'subgraph-history', checkpoint_ns: ns }, async () => {
        let count = 0;
        for await (const row of readHistoryRows(client, threadId, ns, signal)) {
          for (const inner of row.subgraphs) namespaces.add(inner);
          await add(row.line);
          count += 1;
        }
        checkpoints += count;
        // The calls of a subgraph with a checkpointer of its own are stored without their ids.
        if (count === 0) namespaces.add(withoutIds(ns));
      });
      onProgress('subgraphs', checkpoints);
    }
  });
  return checkpoints;
}

// The newest state with and without the states of its subgraphs; of one run, the newest that it wrote.
async function recordStates(
  { client, threadId, runId, signal }: RecordThreadOptions,
  newestId: string | null,
  { write, attempt }: RecordingWriter,
): Promise<void> {
  const call = { signal, purpose: 'recordings.record' };
  await write('states.ndjson', (add) =>
    attempt({ what: 'state' }, async () => {
      for (const subgraphs of [true, false]) {
        let state = await client.threads.getState(threadId, { subgraphs }, call);
        const isOther = runId !== null && newestId !== null && state.checkpoint?.checkpoint_id !== newestId;
        if (isOther)
          state = await client.threads.getState(threadId, { checkpointId: newestId, subgraphs }, call);
        await add(`{"subgraphs":${subgraphs},"state":${onOneLine(rawTextOf(state))}}`);
      }
    }),
  );
}

async function recordLogs(
  options: RecordThreadOptions,
  runs: readonly WireRun[],
  { write, attempt, lacks }: RecordingWriter,
): Promise<number> {
  const logs: string[] = [];
  let frames = 0;
  for (const run of runs) {
    await attempt({ what: 'frames', run_id: run.run_id }, async () => {
      const log = await recordRunLog(options, run.run_id, isActive(toRunStatus(run)), {
        write,
        lacks,
        onFrames: (count) => options.onProgress('frames', frames + count),
      });
      frames += log.frames;
      logs.push(JSON.stringify(log));
    });
  }
  await write('logs.ndjson', addAll(logs));
  return frames;
}
