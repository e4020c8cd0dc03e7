import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphClient } from '../../remote-graph/client.ts';
import { framesOfBlock } from '../../shared/model/block-frames.ts';
import { usualRunOptions, type RunBegin } from '../../shared/model/run-request.ts';
import { createLocalPlatform, type LocalPlatform } from '../../testing/local-platform.ts';
import { clientsFor } from '../../testing/stand-in-server-clients.ts';
import { createLocalServer } from '../local-server/create-local-server.ts';
import type { LocalServer } from '../local-server/local-server.ts';
import { createThreads } from '../threads/create-threads.ts';
import { createRuns, type Runs } from './create-runs.ts';

const { signal } = new AbortController();
const connectionId = 'demo';

let platform: LocalPlatform;
let server: LocalServer;
let client: GraphClient;
let runs: Runs;
let newThread: (graphId: string) => Promise<string>;
beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createLocalServer({ platform });
  server.start();
  const access = await server.access();
  const clients = clientsFor(access.url, { headers: { authorization: `Bearer ${access.token}` } });
  client = await clients.get(connectionId);
  const threads = createThreads({ clients }).calls;
  newThread = async (graphId) =>
    (await threads['threads.create']({ connectionId, graphId, name: null }, signal)).threadId;
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  runs = createRuns({ clients, webhooks: { reserve }, platform });
});
afterAll(async () => {
  await runs.stop();
  await server.stop();
  await platform.dispose();
});

const start = async (assistantId: string, threadId: string, begin: RunBegin) => {
  const request = { connectionId, assistantId, threadId, checkpointId: null, checkpointNs: '', begin };
  return (await runs.calls['runs.start']({ ...request, background: false, options: usualRunOptions }, signal))
    .runId;
};
const input = (value: object): RunBegin => ({ kind: 'input', inputText: JSON.stringify(value) });
const records = (threadId: string) => runs.calls['runs.records']({ connectionId, threadId }, signal);

async function events(threadId: string, runId: string): Promise<string[]> {
  const modes: string[] = [];
  for await (const batch of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    modes.push(...framesOfBlock(batch).map(({ mode }) => mode));
  }
  return modes;
}

describe('the records of runs', () => {
  it('tell of the input, the trigger, the time, the tokens and the error, newest first', async () => {
    const threadId = await newThread('support');
    const first = await start('support', threadId, input({ pace: 0 }));
    await events(threadId, first);
    const second = await start('support', threadId, { kind: 'continue' });
    await events(threadId, second);
    const foreign = await client.runs.create(threadId, 'support', {
      input: { pace: 0 },
      config: { tags: ['night'], configurable: { user: 'x', big: 1 } },
      streamResumable: false,
    });
    await client.runs.join(threadId, foreign.run_id);

    const [newest, middle, oldest] = await records(threadId);
    expect(oldest).toMatchObject({
      runId: first,
      source: 'studio',
      began: { kind: 'input' },
      inputText: '{"pace":0}',
      hasLog: true,
      resumable: true,
      webhook: null,
    });
    expect(oldest?.tokens).toBeGreaterThan(10);
    expect(oldest?.durationMs).toBeGreaterThanOrEqual(0);
    expect(middle).toMatchObject({ runId: second, began: { kind: 'continue' }, inputText: null });
    expect(newest).toMatchObject({
      runId: foreign.run_id,
      hasLog: false,
      resumable: false,
      tokens: null,
    });
    expect(newest?.configText).toContain('"tags":["night"]');
    expect(newest?.configText).toContain('"user":"x"');
    expect(newest?.configText).not.toContain('run_id');
  });

  it('tell the words of a failure', async () => {
    const threadId = await newThread('broken');
    await events(threadId, await start('broken', threadId, input({ how: 'throw', pace: 0 })));
    expect((await records(threadId))[0]).toMatchObject({
      status: 'error',
      error: expect.stringContaining('The card was declined') as string,
    });
  });
});

describe('what can be done with a run', () => {
  it('J-1: gives its input back letter by letter', async () => {
    const threadId = await newThread('ledger');
    const inputText = '{"count": 1, "depth":1 ,"pace":0}';
    const runId = await start('ledger', threadId, { kind: 'input', inputText });
    await events(threadId, runId);
    const given = await runs.calls['runs.input']({ connectionId, threadId, runId }, signal);
    expect(JSON.parse(given.inputText ?? '')).toEqual(JSON.parse(inputText));
  });

  it('deletes one that ended, and leaves one that goes on', async () => {
    const threadId = await newThread('writer');
    const runId = await start('writer', threadId, input({ pace: 30_000 }));
    const place = { connectionId, threadId, runId };
    await expect(runs.calls['runs.delete'](place, signal)).rejects.toMatchObject({ code: 'thread-busy' });
    expect((await records(threadId)).map((one) => one.runId)).toEqual([runId]);
    await runs.calls['runs.cancel']({ ...place, action: 'interrupt' }, signal);
    await runs.calls['runs.delete'](place, signal);
    expect(await records(threadId)).toEqual([]);
  });

  it('R-5, R-6: leaves the events of a run that is not resumable to others, until it is told to take them', async () => {
    const threadId = await newThread('writer');
    const { run_id: runId } = await client.runs.create(threadId, 'writer', {
      input: { topic: 'a', pace: 300 },
      streamMode: ['values'],
      streamResumable: false,
    });
    await expect(events(threadId, runId)).rejects.toMatchObject({ code: 'stream-unavailable' });
    await runs.calls['runs.join']({ connectionId, threadId, runId }, signal);
    expect(await events(threadId, runId)).toContain('values');
    expect((await records(threadId))[0]).toMatchObject({ hasLog: true, joinedLate: true });
  });
});
