import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { contract, type StudioContract } from '../shared/contract.ts';
import { contractName } from '../shared/contract-name.ts';
import { decodeFrames } from '../shared/model/frame-block-codec.ts';
import type { RunBatch } from '../shared/model/frame-block.ts';
import { createRpcClient, type RpcClient } from '../shared/rpc/client.ts';
import { defaultRunOptions } from '../shared/model/run-options.ts';
import { createPortPair } from '../shared/rpc/in-memory-port.ts';
import { serve } from '../shared/rpc/server.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { sharedServer, type SharedServer } from '../testing/shared-server.ts';
import { createServices, type StudioServices } from './create-services.ts';
import { slowness } from '../testing/slowness.ts';

/** A studio with several windows, each with its own port, and a server whose readers take events from each other. */
let server: SharedServer;
let platform: MemoryPlatform;
let services: StudioServices;
let foreign: GraphClient;
let connectionId: string;

const openWindow = (): RpcClient<StudioContract> => {
  const [port, host] = createPortPair();
  serve(contract, services.handlers, host, {
    onBug: (where, error) => {
      throw new Error(where, { cause: error });
    },
  });
  return createRpcClient<StudioContract>(port, contractName);
};

beforeAll(async () => {
  [server, platform] = await Promise.all([sharedServer('real'), createMemoryPlatform()]);
  services = createServices(platform);
  foreign = new GraphClient({ url: server.url, apiKey: null });
  const draft = { id: null, name: 'Mine', url: server.url, key: { change: 'remove' }, headers: [] } as const;
  ({ id: connectionId } = await openWindow().call('connections.save', { ...draft, headers: [] }));
});

afterAll(async () => {
  await services.stop();
  await platform.dispose();
});

/** Connections to a run's stream that the studio opened. */
async function streamsOpened(runId: string): Promise<number> {
  for await (const { entries } of openWindow().open('requests.watch', {}))
    return entries.filter(({ path }) => path.includes(`/${runId}/stream`)).length;
  throw new Error('There was no picture.');
}

/** All that a window sees of a run. */
async function seenBy(
  window: RpcClient<StudioContract>,
  run: { readonly threadId: string; readonly runId: string },
): Promise<{ readonly texts: readonly string[]; readonly end: RunBatch['end'] }> {
  const texts: string[] = [];
  let end: RunBatch['end'] = null;
  for await (const batch of window.open('runs.follow', { connectionId, ...run })) {
    texts.push(...decodeFrames(batch).map(({ mode, text }) => `${mode} ${text}`));
    ({ end } = batch);
  }
  return { texts, end };
}

describe('a run that is not resumable, in two windows', () => {
  it('is read over one connection, and all windows see all of it, including a later one', async () => {
    const { thread_id: threadId } = await foreign.threads.create();
    const started = await foreign.runs.create(threadId, 'slow', {
      input: { waitMs: 1_000 * slowness() },
      streamMode: ['values', 'updates', 'tasks'],
      streamResumable: false,
    });
    const run = { threadId, runId: started.run_id };
    const [one, other] = [openWindow(), openWindow()];
    await expect(seenBy(one, run)).rejects.toMatchObject({ code: 'stream-unavailable' });
    // Both join at once: the events are taken from the current reader, once.
    await Promise.all([one, other].map((window) => window.call('runs.join', { connectionId, ...run })));
    const [first, second] = await Promise.all([seenBy(one, run), seenBy(other, run)]);
    expect(first.end).toMatchObject({ outcome: 'finished' });
    expect(first.texts.join('\n')).toContain('{"wait":{"log":"waited"}}');
    expect(second).toEqual(first);
    expect(await seenBy(openWindow(), run)).toEqual(first);
    expect(await streamsOpened(run.runId)).toBe(1);
  });
});

describe('two windows that answer one question', () => {
  it('the runs of the thread show which answer won and that a studio window sent it', async () => {
    const { thread_id: threadId } = await foreign.threads.create();
    await foreign.runs.wait(threadId, 'writer', { input: {} });
    const [one, other] = [openWindow(), openWindow()];
    const threadRef = { connectionId, threadId };
    const { interrupts } = await one.call('inbox.thread', threadRef);
    const interruptId = interrupts[0]?.id ?? null;
    await one.call('runs.start', {
      ...threadRef,
      assistantId: 'writer',
      checkpointId: null,
      checkpointNs: '',
      trigger: {
        kind: 'resume',
        answers: [{ interruptId, valueText: '"approve"' }],
        goto: [],
        updateText: null,
      },
      background: false,
      options: defaultRunOptions,
    });
    const [newest] = await other.call('runs.list', threadRef);
    expect(newest).toMatchObject({
      answers: [{ interruptId, valueText: '"approve"' }],
      byStudio: true,
    });
    await expect.poll(async () => (await other.call('inbox.thread', threadRef)).interrupts).toEqual([]);
  });
});
