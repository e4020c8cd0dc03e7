import { afterEach, expect, it } from 'vitest';
import { JsonText } from 'exact-json';
import { GraphClient } from 'remote-graph-client/client';
import { Comparison, WhatChanged, type CompareSide } from '../../shared/model/comparison.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { assistantId } from '../../testing/fake-server/graph.ts';
import { hostedProfile } from '../../testing/fake-server/server-profiles.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createComparisons } from './create-comparisons.ts';

const connectionId = 'fake';
const { signal } = new AbortController();
let server: FakeServer;
afterEach(() => server.close());

/** Two runs, each on a thread of its own. `ids`: a value of their inputs, as JSON. */
async function start(missing: RegExp | null, ids: readonly string[] = ['7', '7']) {
  server = await startFakeServer({
    profile: {
      ...hostedProfile,
      missing: [...hostedProfile.missing, ...(missing ? [{ request: missing, status: 404 as const }] : [])],
    },
  });
  const client = new GraphClient({ url: server.url, apiKey: null, retries: 0 });
  const runs: CompareSide[] = [];
  for (const id of ids) {
    const { thread_id: threadId } = await client.threads.create();
    const input = { id: new JsonText(id) };
    const { run_id: runId } = await client.runs.create(threadId, assistantId, {
      input,
      streamResumable: false,
    });
    await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('success');
    runs.push({ kind: 'run', connectionId, threadId, runId });
  }
  const { calls } = createComparisons({
    clients: clientsFor(server.url, { retries: 0 }),
    prices: async () => emptyPriceTable,
  });
  const [left, right] = runs;
  if (left?.kind !== 'run' || right?.kind !== 'run') throw new Error('Both runs were started.');
  return { left, right, calls };
}

it('the time of runs is at most that of their records, which count the wait for a turn', async () => {
  const { left, calls } = await start(null);
  const { threadId } = left;
  const sides: CompareSide[] = [left, { ...left, kind: 'turn' }, { kind: 'thread', connectionId, threadId }];
  for (const side of sides) {
    const compared = await calls['compare.read']({ left: side, right: side }, signal);
    expect(compared.left).toMatchObject({ durationMs: expect.any(Number), durationBound: 'atMost' });
  }
});

it('what a server without history ran is unknown, and not the same or different', async () => {
  const { left, right, calls } = await start(/^\S+ \/threads\/[^/]+\/history/);
  const compared = Comparison.parse(await calls['compare.read']({ left, right }, signal));
  expect(compared.executions).toBeNull();
  expect(compared.left.incomplete).toBe('This server does not offer the history of a thread.');
  expect(compared.left).toMatchObject({ status: 'success', checkpointId: null, tokens: null });
  const equal = Object.fromEntries(compared.parts.map((one) => [one.part, one.equal]));
  expect(equal).toMatchObject({ input: true, state: null, messages: null, interrupts: null });
  const state = compared.parts.find(({ part }) => part === 'state')?.left;
  expect(state).toEqual({
    isKnown: false,
    length: null,
    text: null,
    note: 'This server does not offer the history of a thread.',
  });

  const changed = WhatChanged.parse(await calls['compare.whatChanged'](right, signal));
  const node = changed.changes.find(({ kind }) => kind === 'first-node');
  expect(node).toMatchObject({ equal: null, execution: null });
});

it('a comparison takes numbers as they are written, without rounding them', async () => {
  const { left, right, calls } = await start(null, ['9007199254740993', '9007199254740992']);
  const compared = Comparison.parse(await calls['compare.read']({ left, right }, signal));
  const equal = Object.fromEntries(compared.parts.map((one) => [one.part, [one.equal, one.onlyIds]]));
  expect(equal).toMatchObject({ input: [false, false], state: [false, false] });
  expect(compared.executions?.rows.map(({ node, mark }) => [node, mark])).toEqual([
    ['receive', 'other-output'],
    ['confirm', 'other-input'],
  ]);
  const { text } = await calls['compare.text']({ side: left, part: 'input' }, signal);
  expect(text).toBe('{"id":9007199254740993}');
});

it('finds two runs of the same input the same', async () => {
  const { left, right, calls } = await start(null, ['1.0', '1.0']);
  const compared = Comparison.parse(await calls['compare.read']({ left, right }, signal));
  expect(compared.executions?.rows.map(({ mark }) => mark)).toEqual(['same', 'same']);
  expect(compared.executions?.nodes.map(({ mark }) => mark)).toEqual(['both', 'both']);
});
