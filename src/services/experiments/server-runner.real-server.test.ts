import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ExperimentStop } from '../../shared/model/experiment.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { inputsOfRows } from './experiment-source.ts';
import { createExperimentTable } from './experiment-table.ts';
import { createExperimentPart } from './server-runner.ts';

it('stops an experiment whose row was just handed over', async () => {
  const { url } = await sharedServer('real');
  const connectionId = 'real';
  const experimentId = randomUUID();
  const table = createExperimentTable({
    head: { experimentId, name: 'Stopped', createdAt: '', inputsConnectionId: null, atOnce: 1 },
    parts: [
      {
        target: {
          connectionId,
          serverName: 'Real',
          assistantId: 'slow',
          assistantName: 'slow',
          graphId: 'slow',
          version: null,
          isPinned: false,
        },
        paths: ['#1', '#2'],
        settings: null,
      },
    ],
    states: new Map(),
  });
  let stopped: Promise<ExperimentStop> | null = null;
  const part = createExperimentPart({
    table,
    connectionId,
    clients: clientsFor(url),
    source: inputsOfRows(() => Promise.resolve(['{"text":"a"}', '{"text":"b"}'])),
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
  const runs = await new GraphClient({ url, apiKey: null }).runs.list(threadId ?? '');
  expect(runs).toMatchObject([{ status: expect.stringMatching(/interrupted|error|success/) as string }]);
});
