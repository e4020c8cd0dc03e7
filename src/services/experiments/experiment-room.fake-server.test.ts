import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxExperiments } from '../../shared/model/experiment.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import {
  experimentServer as connectionId,
  openExperiments,
  type ExperimentFixture,
} from '../../testing/services/open-experiments.ts';
import { slowness } from '../../testing/slowness.ts';

const { signal } = new AbortController();
let server: FakeServer;
let fixture: ExperimentFixture;
beforeEach(async () => {
  server = await startFakeServer();
  fixture = await openExperiments(server.url, (_level, message) => expect.unreachable(message));
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

const calls = () => fixture.experiments().calls;
const listed = async () => (await calls()['experiments.list']({}, signal)).experiments;

it(
  'who keeps the experiments of others starts none that needs their room; who does not takes that of the oldest',
  { timeout: 60_000 * slowness() },
  async () => {
    const started: string[] = [];
    for (let count = 0; count < maxExperiments; count += 1)
      started.push(await fixture.start({ kind: 'rows', inputs: ['{"id":1}'] }, 'exact'));
    await expect
      .poll(async () => (await listed()).every(({ counts }) => counts.active + counts.unsent === 0), {
        timeout: 30_000 * slowness(),
      })
      .toBe(true);
    const rerun = { connectionId, experimentId: started.at(-1) ?? '', rows: 'all' as const };
    const refused = { ...rerun, newExperimentId: randomUUID(), keepsOthers: true };
    await expect(calls()['experiments.rerun'](refused, signal)).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('Nothing was started.') as string,
    });
    const before = (await listed()).map(({ experimentId }) => experimentId);
    expect(before.toSorted()).toEqual(started.toSorted());

    const newExperimentId = randomUUID();
    await calls()['experiments.rerun']({ ...rerun, newExperimentId }, signal);
    const after = (await listed()).map(({ experimentId }) => experimentId);
    expect(after.toSorted()).toEqual([newExperimentId, ...started.slice(1)].toSorted());
  },
);
