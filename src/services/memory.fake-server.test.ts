import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { startFakeServer } from '../testing/fake-server/fake-server.ts';
import type { FakeStoreOptions } from '../testing/fake-server/store-routes.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import { createMemory } from './create-memory.ts';

// The JavaScript server ignores lives: the fake one follows the documentation of hosted servers.
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

const { signal } = new AbortController();
const ref = { connectionId: 'c', namespace: ['users', 'ada'], key: 'note' };

async function start(store: FakeStoreOptions = {}) {
  let minutes = 0;
  const server = await startFakeServer({ store: { now: () => minutes * 60_000, ...store } });
  cleanups.push(() => server.close());
  const calls = createMemory({ clients: clientsFor(server.url) }).calls;
  return {
    server,
    wait: (more: number) => (minutes += more),
    read: () => calls['store.item'](ref, signal),
    put: async (ttlMinutes: number | null, isNew = false) => {
      const expected = isNew ? null : { updatedAt: (await calls['store.item'](ref, signal)).updatedAt };
      return calls['store.put'](
        { ...ref, valueText: '{"big":9007199254740993}', ttlMinutes, expected },
        signal,
      );
    },
  };
}

const missing = { code: 'not-found' };

it('an item is created with a life in minutes, and reading it here does not extend that', async () => {
  const { server, wait, read, put } = await start();
  await put(2, true);
  expect(server.requests.find(({ method }) => method === 'PUT')?.bodyText).toContain('"ttl":2');
  wait(1.5);
  expect(await read()).toMatchObject({ valueText: '{"big":9007199254740993}' });
  wait(0.6);
  await expect(read()).rejects.toMatchObject(missing);
});

it('an edit sets the life anew, and one without a life ends it', async () => {
  const { wait, read, put } = await start();
  await put(2, true);
  wait(1.5);
  await put(3);
  wait(2.5);
  await put(null);
  wait(10_000);
  expect(await read()).toMatchObject({ key: 'note' });
});

it('without a life, an edit gets the default of the server', async () => {
  const { server, wait, read, put } = await start({ defaultTtl: 5 });
  await put(60, true);
  await put(null);
  expect(server.requests.findLast(({ method }) => method === 'PUT')?.bodyText).not.toContain('ttl');
  wait(6);
  await expect(read()).rejects.toMatchObject(missing);
});

it('an item that expired while it was edited is not written again unseen', async () => {
  const { server, wait, read, put } = await start();
  const { updatedAt } = await put(1, true);
  wait(2);
  const calls = createMemory({ clients: clientsFor(server.url) }).calls;
  const late = calls['store.put'](
    { ...ref, valueText: '{}', ttlMinutes: null, expected: { updatedAt } },
    signal,
  );
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  await expect(read()).rejects.toMatchObject(missing);
});

it('a server without a route that writes says so, not that the item is missing', async () => {
  const { put } = await start({ isReadOnly: true });
  await expect(put(null, true)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'This server does not allow changes to its memory (store).',
  });
});

it('an item of which nobody can tell whether it is gone is not called deleted', async () => {
  const server = createServer((request, response) => {
    if (request.method === 'DELETE') response.writeHead(404).end('{}');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => promisify(server.close.bind(server))());
  const { port } = server.address() as AddressInfo;
  const { calls } = createMemory({ clients: clientsFor(`http://127.0.0.1:${port}`) });
  const results = await calls['store.delete'](
    { connectionId: 'c', items: [{ namespace: ref.namespace, key: ref.key }] },
    signal,
  );
  expect(results).toMatchObject([{ problem: { code: 'unreachable' } }]);
});
