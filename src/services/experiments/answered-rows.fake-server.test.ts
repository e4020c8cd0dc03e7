import { afterEach, beforeEach, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { verdictOf } from '../../shared/inputs/row-verdict.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { openExperiments, type ExperimentFixture } from '../../testing/services/open-experiments.ts';

let server: FakeServer;
let fixture: ExperimentFixture;
let client: GraphClient;
beforeEach(async () => {
  server = await startFakeServer();
  client = new GraphClient({ url: server.url, apiKey: null });
  fixture = await openExperiments(server.url, (_level, message) => expect.unreachable(message));
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

/** What became of the rows of the experiment, which is shown. */
const verdictsOf = async (experimentId: string) => {
  await fixture.viewOf(experimentId);
  const rows = await fixture.rowsOf(experimentId);
  return rows.map(({ result }) => (result === null ? null : verdictOf(result)));
};
const asking = '{"id":1,"ask":"nameless"}';

it('a row whose question is answered elsewhere goes on with that run, also after a restart', async () => {
  const experimentId = await fixture.start({ kind: 'rows', inputs: [asking, asking] }, 'exact');
  await expect.poll(() => verdictsOf(experimentId)).toEqual(['waiting', 'waiting']);
  const [first, second] = await fixture.rowsOf(experimentId);
  const answer = { command: { resume: 'yes' } };
  const answered = await client.runs.create(first?.threadId ?? '', 'exact', answer);
  await expect.poll(() => verdictsOf(experimentId)).toEqual(['finished', 'waiting']);
  const [row] = await fixture.rowsOf(experimentId);
  expect(row).toMatchObject({ runId: answered.run_id });
  expect(row?.result?.outputText).toContain('"answer":"yes"');
  await fixture.reopen();
  await client.runs.create(second?.threadId ?? '', 'exact', answer);
  await expect.poll(() => verdictsOf(experimentId)).toEqual(['finished', 'finished']);
});

it('a row keeps what it came to if somebody starts something else on its thread, or if it has checks', async () => {
  const checks = ['{"kind":"status","is":"waiting"}'];
  const plain = await fixture.start({ kind: 'rows', inputs: [asking] }, 'exact');
  const checked = await fixture.start({ kind: 'rows', inputs: [asking], checks }, 'exact');
  await expect.poll(() => verdictsOf(plain)).toEqual(['waiting']);
  await expect.poll(() => verdictsOf(checked)).toEqual(['passed']);
  const [[other], [answered]] = await Promise.all([fixture.rowsOf(plain), fixture.rowsOf(checked)]);
  await client.runs.create(other?.threadId ?? '', 'exact', { input: { id: 2 } });
  await client.runs.create(answered?.threadId ?? '', 'exact', { command: { resume: 'yes' } });
  const looks = () =>
    server.requests.filter(({ path }) => path === `/threads/${other?.threadId}/runs`).length;
  await expect.poll(async () => [await verdictsOf(plain), looks() > 2]).toEqual([['waiting'], true]);
  expect(await verdictsOf(checked)).toEqual(['passed']);
});

it('a row that waits on a thread or a server that was removed is no problem of its experiment', async () => {
  const experimentId = await fixture.start({ kind: 'rows', inputs: [asking, asking] }, 'exact');
  await expect.poll(() => verdictsOf(experimentId)).toEqual(['waiting', 'waiting']);
  const [first, second] = await fixture.rowsOf(experimentId);
  const looksAt = (row: typeof first): number =>
    server.requests.filter(({ path }) => path === `/threads/${row?.threadId}/runs`).length;
  await client.threads.delete(first?.threadId ?? '');
  const before = looksAt(first);
  await expect
    .poll(async () => [(await fixture.viewOf(experimentId))?.problem, looksAt(first) > before])
    .toEqual([null, true]);
  // Soon, although the other one is gone.
  await client.runs.create(second?.threadId ?? '', 'exact', { command: { resume: 'yes' } });
  await expect.poll(() => verdictsOf(experimentId)).toEqual(['waiting', 'finished']);
  expect((await fixture.viewOf(experimentId))?.problem).toBeNull();
  let asked = 0;
  await fixture.reopen({
    get: async () => {
      asked += 1;
      throw new AppError('not-found', 'This server is not saved.');
    },
  });
  await expect
    .poll(async () => [(await fixture.viewOf(experimentId))?.problem, asked > 1])
    .toEqual([null, true]);
});
