import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient, rawTextOf } from 'remote-graph-client/client';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { createComparisons } from '../comparisons/create-comparisons.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createRuns } from '../runs/create-runs.ts';
import { cloneThread } from '../threads/clone/clone-thread.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { createThreads } from '../threads/create-threads.ts';
import { readThreadRecord } from '../threads/record/read-thread-record.ts';
import { extractZip } from './extract-zip.ts';
import type { RecordingManifest } from './manifest.ts';
import { saveZip } from './write-zip.ts';
import { recordThread } from './record-thread.ts';
import { createValueScrubber } from '../scrubbing/value-scrubber.ts';
import { createRecordedServers, type RecordedServers } from './recorded-servers.ts';
import { recordingUrl } from './recorded-server.ts';
import { slowness } from '../../testing/slowness.ts';

let demo: DemoServices;
let folder: string;
let threadId: string;
let runIds: readonly string[];
let manifest: RecordingManifest;
let recordings: RecordedServers;
let recorded: GraphClient;
let recordingId: string;

const record = async (
  target: string,
  client = demo.client,
  from = demo.runs,
  id = connectionId,
  ofThread = threadId,
) =>
  recordThread({
    client,
    threadId: ofThread,
    runId: null,
    logs: { open: (runId) => from.openLog({ connectionId: id, threadId: ofThread, runId }) },
    studioRecords: () => ({ deliveries: [], requests: ['{"method":"GET","path":"/info"}'] }),
    scrubber: createValueScrubber({ scrubber: createScrubber(), likely: true, hosts: null }),
    server: { name: 'Demo server', url: null },
    recordedBy: { name: 'RemoteGraph Studio', version: '0.0.0' },
    folder: target,
    now: () => new Date('2026-11-23T00:00:00Z'),
    signal,
    onProgress: () => undefined,
  });

const textsOf = (value: object): string | string[] =>
  Array.isArray(value) ? value.map((one: object) => rawTextOf(one)) : rawTextOf(value);

beforeAll(async () => {
  demo = await startDemoServices();
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
  threadId = await demo.newThread('writer');
  const first = await demo.run('writer', threadId, instantInputTrigger({ topic: 'tides' }));
  const { interrupts } = await demo.stateAt(threadId);
  const answers = interrupts.map(({ id }) => ({ interruptId: id, valueText: '{"action":"publish"}' }));
  const second = await demo.run('writer', threadId, {
    kind: 'resume',
    answers,
    goto: [],
    updateText: null,
  });
  runIds = [first.runId, second.runId];
  manifest = await record(join(folder, 'one'));
  await saveZip(join(folder, 'one'), manifest, join(folder, 'tides.recording.zip'));
  recordings = createRecordedServers({ dataFolder: join(folder, 'data'), log: () => undefined });
  recordingId = (await recordings.open(join(folder, 'tides.recording.zip'))).id;
  recorded = new GraphClient({
    url: recordingUrl,
    apiKey: null,
    fetch: recordings.fetch(recordingId) ?? expect.fail('not open'),
  });
}, 60_000 * slowness());

afterAll(async () => {
  await recordings.stop();
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a recorded thread', () => {
  it('is described by its manifest', () => {
    expect(manifest).toMatchObject({
      format: 'remote-graph-recording',
      version: 1,
      thread_id: threadId,
      run_id: null,
      missing: [],
    });
    expect(manifest.counts.runs).toBe(2);
    expect(manifest.counts.checkpoints).toBeGreaterThan(3);
    expect(manifest.counts.subgraph_checkpoints).toBeGreaterThan(3);
    expect(manifest.counts.frames).toBeGreaterThan(5);
  });

  it('answers every read with the text that its server wrote', async () => {
    const both = async (read: (client: GraphClient) => Promise<object>): Promise<void> => {
      const [live, replayed] = await Promise.all([read(demo.client), read(recorded)]);
      expect(textsOf(replayed)).toEqual(textsOf(live));
    };
    await both((client) => client.meta.info());
    await both((client) => client.threads.get(threadId));
    await both((client) => client.threads.search({ ids: [threadId] }));
    await both((client) => client.threads.getState(threadId, { subgraphs: true }));
    await both((client) => client.threads.getState(threadId));
    await both((client) => client.threads.getHistory(threadId, { limit: 100 }));
    await both((client) => client.threads.getHistory(threadId, { limit: 2 }));
    await both((client) => client.threads.getHistory(threadId, { limit: 100, metadata: { source: 'loop' } }));
    await both((client) => client.runs.list(threadId, { limit: 10 }));
    for (const runId of runIds) await both((client) => client.runs.get(threadId, runId));
    const { assistant_id: assistantId } = await demo.client.runs.get(threadId, runIds[0] ?? '');
    await both((client) => client.assistants.get(assistantId));
    await both((client) => client.assistants.get('writer'));
    await both((client) => client.assistants.getGraph(assistantId, { xray: true }));
    await both((client) => client.assistants.getGraph(assistantId));
    await both((client) => client.assistants.getSchemas(assistantId));
    await both((client) => client.assistants.getSubgraphs(assistantId, { recurse: true }));
    await both((client) => client.assistants.getVersions(assistantId));
    for (const { checkpoint, tasks = [] } of await demo.client.threads.getHistory(threadId, { limit: 100 })) {
      const id = checkpoint?.checkpoint_id ?? '';
      await both((client) => client.threads.getState(threadId, { checkpointId: id, subgraphs: true }));
      await both((client) => client.threads.getHistory(threadId, { before: id, limit: 3 }));
      for (const ns of tasks.flatMap((task) => task.checkpoint?.checkpoint_ns ?? [])) {
        await both((client) => client.threads.getHistory(threadId, { checkpointNs: ns, limit: 100 }));
        await both((client) => client.threads.getState(threadId, { checkpointNs: ns, subgraphs: true }));
      }
    }
  });

  it('is cloned to a server, and every checkpoint of the clone equals the recorded one', async () => {
    const request = {
      source: recorded,
      sourceThreadId: threadId,
      target: demo.client,
      graphId: 'writer',
      branches: 'all' as const,
    };
    const clone = await cloneThread(request, 'From a recording', signal, () => undefined);
    expect(clone).toMatchObject({ name: 'From a recording', differences: [], metadataDiffers: false });
    expect(clone.same).toBe(manifest.counts.checkpoints);
    const [live, copy] = await Promise.all([demo.stateAt(threadId), demo.stateAt(clone.threadId)]);
    expect(JSON.parse(copy.valuesText)).toEqual(JSON.parse(live.valuesText));
    await demo.client.threads.delete(clone.threadId);
  });

  it('recorded from its recording, it is the same, byte by byte', async () => {
    const { platform } = demo;
    const clients = { get: () => Promise.resolve(recorded) };
    const runs = createRuns({
      clients,
      webhooks: { reserve: () => expect.fail('no webhook') },
      platform: { ...platform, dataFolder: join(folder, 'other') },
      recordedLogs: recordings.logs,
    });
    const again = await record(join(folder, 'two'), recorded, runs, recordingId);
    expect(again).toEqual(manifest);
    await saveZip(join(folder, 'two'), again, join(folder, 'again.zip'));
    const [one, two] = await Promise.all(
      ['tides.recording.zip', 'again.zip'].map((name) => readFile(join(folder, name))),
    );
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    expect(await extractZip(join(folder, 'again.zip'), join(folder, 'three'))).toEqual(manifest);
    await runs.stop();
  });

  it('has the events with the times at which they came', async () => {
    const [runId = ''] = runIds;
    const live = await demo.follow(threadId, runId);
    const log = await recordings.logs.open({ connectionId: recordingId, threadId, runId });
    if (!log) throw new Error('The recording has no log.');
    expect(decodeFrames(await log.read(0))).toEqual(live.frames);
    expect(log.end).toEqual(live.end);
    const stream = recorded.runs.joinStream(threadId, runId, { lastEventId: '-1' });
    const names: string[] = [];
    for await (const batch of stream.frameBatches())
      for (let at = 0; at < batch.count; at += 1) names.push(batch.name(at).mode);
    expect(names).toEqual(live.frames.map(({ mode }) => mode));
  });

  it('refuses every change, and reaches no network', async () => {
    const threads = createThreads({ clients: { get: () => Promise.resolve(recorded) } }).calls;
    const update = recorded.threads.updateState(threadId, { values: { topic: 'other' } });
    await expect(update).rejects.toThrow(/is read-only/);
    await expect(recorded.runs.create(threadId, 'writer', { input: {} })).rejects.toThrow(/is read-only/);
    await expect(recorded.threads.delete(threadId)).rejects.toThrow(/is read-only/);
    await expect(
      threads['threads.copy']({ connectionId: recordingId, threadId }, signal),
    ).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('is compared with the live thread like any other server', async () => {
    const { calls } = createComparisons({
      clients: { get: async (id) => (id === recordingId ? recorded : demo.client) },
      prices: async () => emptyPriceTable,
    });
    const turn = (id: string) => ({
      kind: 'turn' as const,
      connectionId: id,
      threadId,
      runId: runIds[0] ?? '',
    });
    const comparison = await calls['compare.read'](
      { left: turn(connectionId), right: turn(recordingId) },
      signal,
    );
    expect(comparison.parts.map(({ part, equal }) => [part, equal])).toEqual(
      comparison.parts.map(({ part }) => [part, true]),
    );
    expect(comparison.executions?.rows.length).toBeGreaterThan(3);
    expect(new Set(comparison.executions?.rows.map(({ mark }) => mark))).toEqual(new Set(['same']));
    expect(comparison.right).toEqual(comparison.left);
  });
});

it('a recorded run of another program has the times of its checkpoints, the same where it is drawn and compared', async () => {
  const foreignThread = await demo.newThread('writer');
  await demo.client.runs.wait(foreignThread, 'writer', { input: { topic: 'tides', pace: 20 } });
  const target = join(folder, 'foreign');
  const recording = await record(target, demo.client, demo.runs, connectionId, foreignThread);
  await saveZip(target, recording, join(folder, 'foreign.recording.zip'));
  const { id } = await recordings.open(join(folder, 'foreign.recording.zip'));
  const fetchOf = recordings.fetch(id);
  if (fetchOf === null) throw new Error('The recording is open.');
  const recordingClient = new GraphClient({ url: recordingUrl, apiKey: null, fetch: fetchOf });
  const thread = { kind: 'thread' as const, connectionId: id, threadId: foreignThread };
  const { calls } = createComparisons({
    clients: { get: async () => recordingClient },
    prices: async () => emptyPriceTable,
  });
  const { executions } = await calls['compare.read']({ left: thread, right: thread }, signal);
  const compared = executions?.rows.map(({ path, node, left }) => [
    [...path, node].join(':'),
    left?.durationMs,
    left?.durationBound,
  ]);
  const drawn = (await readThreadRecord(recordingClient, foreignThread, signal)).executions.map(
    (execution) => {
      const time = workedTime([execution]);
      return [execution.nodeId, time?.ms, time?.bound];
    },
  );
  expect(compared?.toSorted()).toEqual(drawn.toSorted());
  // By the server's checkpoints, as its history has them.
  const history = await demo.client.threads.getHistory(foreignThread, { limit: 20 });
  const at = (step: number): number =>
    Date.parse(history.find(({ metadata }) => metadata?.['step'] === step)?.created_at ?? '');
  expect(drawn.find(([node]) => node === 'plan')).toEqual(['plan', at(1) - at(0), 'exact']);
  expect(at(1) - at(0)).toBeGreaterThan(1);
});
