import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ExperimentStop } from '../../shared/model/experiment.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { inputsOfRows } from './experiment-source.ts';
import { createExperimentTable, isOpenRow } from './experiment-table.ts';
import { createExperimentRunner } from './experiment-runner.ts';
import { slowness } from '../../testing/slowness.ts';

const slowTarget = {
  serverName: 'Real',
  assistantId: 'slow',
  assistantName: 'slow',
  graphId: 'slow',
  version: null,
  isPinned: false,
};

it('stops an experiment whose row was just handed over', async () => {
  const { url } = await sharedServer('real');
  const connectionId = 'real';
  const experimentId = randomUUID();
  const table = createExperimentTable({
    head: { experimentId, name: 'Stopped', createdAt: '', inputsConnectionId: null, checks: [], atOnce: 1 },
    parts: [
      {
        target: { ...slowTarget, connectionId },
        paths: ['#1', '#2'],
        settings: null,
      },
    ],
    states: new Map(),
  });
  let stopped: Promise<ExperimentStop> | null = null;
  const part = createExperimentRunner({
    table,
    connectionId,
    clients: clientsFor(url),
    findServer: () => Promise.resolve(null),
    source: inputsOfRows(() => Promise.resolve(['{"text":"a","waitMs":600000}', '{"text":"b"}']), []),
    score: () => Promise.reject(new Error('No row has a check with a score.')),
    prices: () => Promise.resolve(emptyPriceTable),
    // The first change is the row's run: the part is about to wait for its end.
    onChange: () => (stopped ??= part.stop()),
    pollMs: 50,
  });
  part.send(false);
  await expect.poll(() => stopped).not.toBeNull();
  expect(await stopped).toEqual({ unsent: 1, cancelled: 1, failed: 0 });
  await part.close();
  const { threadId } = table.stateOf(0);
  const client = new GraphClient({ url, apiKey: null });
  const statuses = async () => (await client.runs.list(threadId ?? '')).map(({ status }) => status);
  // The server confirms a cancellation before the run has ended.
  await expect.poll(statuses).toEqual([expect.stringMatching(/interrupted|error|success/) as string]);
});

it('hands over no more rows than the server may hold, and each of them once', async () => {
  const { url } = await sharedServer('real');
  const connectionId = 'real';
  const experimentId = randomUUID();
  // The first three run until all of them were handed over.
  const waitMs = (index: number): number => (index < 3 ? 1_000 * slowness() : 100);
  const inputs = Array.from(
    { length: 12 },
    (_, index) => `{"text":"row ${index}","waitMs":${waitMs(index)}}`,
  );
  const table = createExperimentTable({
    head: {
      experimentId,
      name: 'Bounded',
      createdAt: '',
      inputsConnectionId: null,
      checks: [],
      atOnce: null,
    },
    parts: [
      {
        target: { ...slowTarget, connectionId },
        paths: inputs.map((_, index) => `#${index + 1}`),
        settings: null,
      },
    ],
    states: new Map(),
  });
  let maxOpen = 0;
  const part = createExperimentRunner({
    table,
    connectionId,
    clients: clientsFor(url),
    findServer: () => Promise.resolve(null),
    source: inputsOfRows(() => Promise.resolve(inputs), []),
    score: () => Promise.reject(new Error('No row has a check with a score.')),
    prices: () => Promise.resolve(emptyPriceTable),
    onChange: () => (maxOpen = Math.max(maxOpen, table.indexes(connectionId, isOpenRow).length)),
    pollMs: 50,
    maxOpenRows: 3,
  });
  part.send(false);
  const ended = () => inputs.filter((_, index) => table.stateOf(index).result !== null).length;
  await expect.poll(ended, { timeout: 20_000 * slowness() }).toBe(inputs.length);
  await part.close();
  expect(maxOpen).toBe(3);
  const client = new GraphClient({ url, apiKey: null });
  for (const [index] of inputs.entries()) {
    const { threadId, runId } = table.stateOf(index);
    const runs = await client.runs.list(threadId ?? '');
    expect(runs.map((run) => run.run_id)).toEqual([runId]);
  }
});
