import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createEntryWriter } from '../../services/recordings/entry-writer.ts';
import { formatFrame } from '../../services/recordings/frame-line.ts';
import {
  recordingFormat,
  recordingVersion,
  type RecordedLogFacts,
  type RecordingEntry,
  type RecordingManifest,
} from '../../services/recordings/manifest.ts';
import { saveZip } from '../../services/recordings/write-zip.ts';

const threadId = '01a1faf6-6041-7141-8886-e92af3b04960';
const runId = '01a1faf6-d681-76ff-8597-7e3cf26304da';
const assistantId = '448d9971-82d9-5ba1-9f86-5a2d69bdeef4';

const idOf = (step: number): string => `1f1e52d9-57c8-6210-8001-${step.toString(16).padStart(12, '0')}`;
const refOf = (step: number) => ({ thread_id: threadId, checkpoint_ns: '', checkpoint_id: idOf(step) });

function checkpoint(step: number, bytes: number, isLast: boolean) {
  const task = {
    id: `task-${step}`,
    name: 'count',
    error: null,
    interrupts: [],
    checkpoint: null,
    state: null,
  };
  return {
    values: { step, text: `step ${step} `.repeat(Math.ceil(bytes / 12)) },
    next: isLast ? [] : ['count'],
    tasks: isLast ? [] : [task],
    metadata: { source: 'loop', step, run_id: runId },
    created_at: new Date(Date.UTC(2026, 10, 20) + step * 1000).toISOString(),
    checkpoint: refOf(step),
    parent_checkpoint: step === 0 ? null : refOf(step - 1),
  };
}

/** Events of a superstep in a recording `withTasks`. */
const superstepFrames = 10;

/** The event of a run with a task in each of its supersteps: it starts, says something, and ends. */
function taskFrame(index: number, supersteps: number): { readonly mode: string; readonly payload: unknown } {
  const step = Math.floor(index / superstepFrames);
  if (step >= supersteps) return { mode: 'custom', payload: { counted: index } };
  const task = { id: `task-${step}`, name: 'count', interrupts: [] };
  const at = index % superstepFrames;
  if (at === 1)
    return { mode: 'tasks', payload: { ...task, input: { step }, triggers: ['branch:to:count'] } };
  if (at === superstepFrames - 2) return { mode: 'tasks', payload: { ...task, result: { step: 1 } } };
  if (at === superstepFrames - 1) return { mode: 'updates', payload: { count: { step: 1 } } };
  return at === 0 ? { mode: 'values', payload: { step } } : { mode: 'custom', payload: { counted: index } };
}

/** Other runs of the thread, which left nothing but their records. */
function earlierRun(index: number) {
  return {
    run_id: idOf(index + 1),
    thread_id: threadId,
    assistant_id: assistantId,
    status: 'success',
    created_at: new Date(Date.UTC(2026, 10, 19) - index * 60_000).toISOString(),
    updated_at: new Date(Date.UTC(2026, 10, 19) - index * 60_000 + 5000).toISOString(),
    kwargs: { input: { step: index } },
  };
}

/**
 * A recording of a thread with one run that counts, or some files of it. Returns where its folder and its zip are.
 * With tasks, each ten events are a superstep with one task.
 */
export async function makeRecording(
  folder: string,
  {
    checkpoints = 5,
    frames = 20,
    bytes = 200,
    zip = true,
    files = /./,
    withTasks = false,
    earlierRuns = 0,
  } = {},
): Promise<{ readonly folder: string; readonly zip: string; readonly manifest: RecordingManifest }> {
  const content = join(folder, 'content');
  await mkdir(content, { recursive: true });
  const entries: RecordingEntry[] = [];
  const write = async (path: string, count: number, line: (index: number) => string): Promise<void> => {
    if (!files.test(path)) return;
    const writer = createEntryWriter(content, path);
    for (let index = 0; index < count; index += 1) await writer.add(line(index));
    const entry = await writer.close();
    if (entry) entries.push(entry);
  };
  const one = (path: string, value: unknown) => write(path, 1, () => JSON.stringify(value));
  const thread = {
    thread_id: threadId,
    status: 'idle',
    metadata: { graph_id: 'counter' },
    values: { step: 1 },
  };
  const log: RecordedLogFacts = {
    run_id: runId,
    path: `frames/${runId}.ndjson`,
    frames,
    outcome: 'finished',
    error: null,
    incomplete: false,
    joined_late: false,
    first_frame_ms: 3,
    tokens: null,
  };
  await one('server.json', { version: '1.5.1', langgraph_js_version: '1.4.18', context: 'js' });
  await one('thread.json', thread);
  await one('assistants.ndjson', {
    assistant_id: assistantId,
    graph_id: 'counter',
    name: 'counter',
    version: 1,
  });
  await one('graphs.ndjson', {
    assistant_id: assistantId,
    xray: true,
    graph: {
      nodes: ['__start__', 'count', '__end__'].map((id) => ({ id, type: 'runnable', data: { name: id } })),
      edges: [
        { source: '__start__', target: 'count', conditional: false },
        { source: 'count', target: '__end__', conditional: false },
      ],
    },
  });
  await write('states.ndjson', 2, (index) =>
    JSON.stringify({ subgraphs: index === 0, state: checkpoint(checkpoints - 1, bytes, true) }),
  );
  const run = {
    run_id: runId,
    thread_id: threadId,
    assistant_id: assistantId,
    status: 'success',
    created_at: '2026-11-20T00:00:00.000Z',
    updated_at: '2026-11-20T01:00:00.000Z',
    kwargs: { input: { step: 0 } },
  };
  await write('runs.ndjson', 1 + earlierRuns, (index) =>
    JSON.stringify(index === 0 ? run : earlierRun(index - 1)),
  );
  await one('logs.ndjson', log);
  await write('history.ndjson', checkpoints, (index) =>
    JSON.stringify(checkpoint(checkpoints - 1 - index, bytes, index === 0)),
  );
  await write(log.path, frames, (index) => {
    const { mode, payload } =
      index === 0
        ? { mode: 'metadata', payload: { run_id: runId, attempt: 1 } }
        : withTasks
          ? taskFrame(index, checkpoints - 1)
          : { mode: 'values', payload: { step: index } };
    const text = JSON.stringify(payload);
    return formatFrame({ seq: index, atMs: index * 10, id: String(index), mode, namespace: [], text }, true);
  });
  const manifest: RecordingManifest = {
    format: recordingFormat,
    version: recordingVersion,
    recorded_at: '2026-11-23T00:00:00.000Z',
    recorded_by: { name: 'RemoteGraph Studio', version: '0.0.0' },
    server: { name: 'Counter', url: null },
    thread_id: threadId,
    run_id: null,
    counts: {
      assistants: 1,
      checkpoints,
      subgraph_checkpoints: 0,
      runs: 1 + earlierRuns,
      frames,
      deliveries: 0,
      requests: 0,
    },
    scrubbed: { known: 0, likely: 0, hosts: 0 },
    missing: [],
    entries,
  };
  const path = join(folder, 'counter.recording.zip');
  if (zip) await saveZip(content, manifest, path);
  return { folder: content, zip: path, manifest };
}
