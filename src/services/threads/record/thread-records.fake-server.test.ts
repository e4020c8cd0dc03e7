import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { startFakeServer, type FakeServer } from '../../../testing/fake-server/fake-server.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { createThreadRecords } from './thread-records.ts';

const connectionId = 'fake';
let server: FakeServer;
beforeEach(async () => void (server = await startFakeServer()));
afterEach(() => server.close());

/** Follows the record of a new thread, whose failures are reported at once. `before`: each read. */
async function follow(before: () => void = () => undefined) {
  const clients = clientsFor(server.url, { retries: 0 });
  const records = createThreadRecords({
    clients: {
      get: (id) => {
        before();
        return clients.get(id);
      },
    },
    staleMs: 0,
  });
  const threadId = server.addThread({});
  const leave = new AbortController();
  const changes = records.watch({ connectionId, threadId }, leave.signal);
  expect((await changes.next()).value).toMatchObject({ kind: 'snapshot' });
  return {
    client: await clients.get(connectionId),
    threadId,
    changed: () => records.changed(connectionId, threadId),
    next: async () => (await changes.next()).value,
    leave: async () => {
      leave.abort();
      await changes.return(undefined);
    },
  };
}

it('a record that can no longer be read is reported as old, and as current once it is read again', async () => {
  const { changed, next, leave } = await follow();
  server.faults.failing = /./;
  changed();
  expect(await next()).toMatchObject({ kind: 'stale', problem: { code: 'server-failed' } });
  server.faults.failing = null;
  changed();
  expect(await next()).toEqual({ kind: 'stale', problem: null });
  await leave();
});

it('a server that is away for a while ends no record, and is not reported for each thread', async () => {
  let isAway = false;
  let reads = 0;
  const { client, threadId, changed, next, leave } = await follow(() => {
    reads += 1;
    if (isAway) throw new AppError('unreachable', 'The server is away.');
  });
  isAway = true;
  reads = 0;
  await expect
    .poll(() => {
      changed();
      return reads;
    })
    .toBeGreaterThan(1);
  isAway = false;
  await client.threads.updateState(threadId, { values: { id: 1 } });
  changed();
  expect(await next()).toMatchObject({ kind: 'change' });
  await leave();
});
