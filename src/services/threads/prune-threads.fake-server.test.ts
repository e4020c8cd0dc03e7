import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { createThreads, type Threads } from './create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'c';

let server: FakeServer;
let calls: Threads['calls'];

beforeAll(async () => {
  server = await startFakeServer();
  calls = createThreads({ clients: clientsFor(server.url) }).calls;
});
afterAll(() => server.close());

it('pruning reports for each thread whether it was pruned, and keeps its newest state', async () => {
  const updatesText =
    '[{"as_node":"receive","values":{"note":1}},{"as_node":"receive","values":{"note":2.0}}]';
  const request = { connectionId, graphId: 'exact', name: null, updatesText };
  const { threadId } = await calls['threads.create'](request, signal);
  const unknown = '00000000-0000-7000-8000-000000000000';
  const history = { connectionId, threadId, before: null, limit: 10 };
  expect((await calls['threads.history'](history, signal)).checkpoints).toHaveLength(2);
  const outcomes = await calls['threads.prune']({ connectionId, threadIds: [unknown, threadId] }, signal);
  expect(outcomes).toEqual([
    {
      threadId: unknown,
      problem: expect.objectContaining({
        message: expect.stringContaining('Nothing was pruned') as string,
      }) as object,
    },
    { threadId, problem: null },
  ]);
  expect((await calls['threads.history'](history, signal)).checkpoints).toHaveLength(1);
  const newest = await calls['threads.state']({ connectionId, threadId, checkpointId: null }, signal);
  expect(newest.valuesText).toContain('"note":2.0');
});
