import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { GraphClient } from 'remote-graph-client/client';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { readRowRun } from './read-outcome.ts';
import { readRunState } from './run-state.ts';

const options = { signal: new AbortController().signal, purpose: 'test' };
let server: FakeServer;
let client: GraphClient;
let threadId: string;
beforeEach(async () => {
  server = await startFakeServer();
  client = new GraphClient({ url: server.url, apiKey: null });
  threadId = server.addThread({});
});
afterEach(() => server.close());

/** The id of a run that has ended. */
async function ran(start: Parameters<GraphClient['runs']['create']>[2]): Promise<string> {
  const run = await client.runs.create(threadId, 'exact', start);
  await expect
    .poll(async () => (await client.runs.get(threadId, run.run_id)).status)
    .not.toMatch(/pending|running/);
  return run.run_id;
}

async function copyOf(runId: string): Promise<unknown> {
  const run = await client.runs.get(threadId, runId);
  const text = await readRunState(client, { threadId, runId, run }, options);
  return JSON.parse(memberText(memberText(text ?? '', 'values') ?? '', 'copy') ?? 'null');
}

it('is what the run left, and not what later runs and edits did', async () => {
  const first = await ran({ input: { id: 1 } });
  expect(await copyOf(first)).toBe(1);
  await client.threads.updateState(threadId, { values: { copy: 7 } });
  expect(await copyOf(first)).toBe(1);
  const second = await ran({ input: { id: 2 } });
  await client.threads.updateState(threadId, { values: { copy: 8 } });
  expect(await Promise.all([first, second].map(copyOf))).toEqual([1, 2]);
});

it('of a run that failed before it wrote anything is what the thread had', async () => {
  await client.threads.updateState(threadId, { values: { copy: 7, fail: true }, asNode: 'receive' });
  // The server's times are in milliseconds.
  await pause(5);
  const failed = await ran({ input: null });
  expect(await copyOf(failed)).toBe(7);
  await pause(5);
  await client.threads.updateState(threadId, { values: { copy: 8 } });
  expect(await copyOf(failed)).toBe(7);
});

it('says of a row that its run asked, also after another run answered', async () => {
  const asked = await ran({ input: { id: 1, ask: true } });
  await ran({ input: { id: 2, ask: false } });
  const run = await readRowRun(client, { threadId, runId: asked, checks: [] }, options.signal);
  expect(run).toMatchObject({ ending: 'waiting' });
});
