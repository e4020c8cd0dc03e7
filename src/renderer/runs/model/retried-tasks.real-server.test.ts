import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRuns, type Runs } from '../../../services/runs/create-runs.ts';
import { createThreads, type Threads } from '../../../services/threads/create-threads.ts';
import { defaultRunOptions } from '../../../shared/model/run-options.ts';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { sharedServer, type SharedServer } from '../../../testing/shared-server.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { createRunLogStore } from './run-log-store.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';
import { slowness } from '../../../testing/slowness.ts';

const connectionId = 'real';
const { signal } = new AbortController();

let server: SharedServer;
let platform: LocalPlatform;
let runs: Runs;
let threads: Threads['calls'];
beforeAll(async () => {
  server = await sharedServer('real');
  platform = await createLocalPlatform();
  const clients = clientsFor(server.url);
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  runs = createRuns({ clients, platform, webhooks: { reserve } });
  threads = createThreads({ clients }).calls;
}, 20_000 * slowness());
afterAll(async () => {
  await runs.stop();
  await platform.dispose();
});

/** Runs a graph to its end, and gives what the window makes of it. */
async function run(graphId: string, failures: number) {
  const { threadId } = await threads['threads.create']({ connectionId, graphId, name: null }, signal);
  const request = {
    connectionId,
    assistantId: graphId,
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: { kind: 'input', inputText: JSON.stringify({ id: randomUUID(), failures }) } as const,
    background: false,
    options: defaultRunOptions,
  };
  const { runId } = await runs.calls['runs.start'](request, signal);
  const store = createRunLogStore({ connectionId, threadId, runId });
  const attempts: unknown[] = [];
  for await (const batch of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    store.take(batch);
  }
  const { model, end, frames } = store.get();
  for (let seq = 0; seq < frames.length; seq += 1) {
    const frame = frames.frame(seq);
    if (frame?.mode === 'metadata') attempts.push(JSON.parse(frame.text).attempt);
  }
  return {
    attempts,
    outcome: end?.outcome,
    bars: model.timeline.rows().map(({ nodeId, status }) => `${nodeId} ${status}`),
    nodes: Object.fromEntries([...nodesOfRun(model)].map(([id, { status }]) => [id, status])),
  };
}

describe('tasks that are tried again, as a real server reports them', () => {
  it('knows no attempt of a run but the first: a node that is tried again is one task', async () => {
    expect(await run('retried', 2)).toEqual({
      attempts: [1],
      outcome: 'finished',
      bars: ['fetch finished', 'use finished'],
      nodes: { fetch: 'finished', use: 'finished' },
    });
    expect(await run('retried', 3)).toMatchObject({ outcome: 'failed', bars: ['fetch failed'] });
  });

  it('ends what a failed call of a subgraph began, where it is called again', async () => {
    const tries = ['load:read finished', 'load:count stopped', 'load:parse failed'];
    expect(await run('retriedSubgraph', 2)).toEqual({
      attempts: [1],
      outcome: 'finished',
      bars: [
        'load finished',
        ...tries,
        ...tries,
        'load:read finished',
        'load:count finished',
        'load:parse finished',
        'use finished',
      ],
      nodes: {
        load: 'finished',
        'load:read': 'finished',
        'load:count': 'finished',
        'load:parse': 'finished',
        use: 'finished',
      },
    });
  });

  it('calls no task failed whose subgraph is only called again', async () => {
    const { bars } = await run('calledTwice', 0);
    expect(bars).toHaveLength(7);
    expect(bars.filter((bar) => !bar.endsWith(' finished'))).toEqual([]);
  });
});
