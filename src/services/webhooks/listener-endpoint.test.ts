import { createServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEndpoint, WebhookListener } from '../../shared/model/webhook.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createWebhooks, type Webhooks } from './create-webhooks.ts';
import { listenError, networkAddresses } from './listen-address.ts';

const cleanups: (() => unknown)[] = [];
const { signal } = new AbortController();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-endpoint-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

async function start(): Promise<Webhooks> {
  const webhooks = createWebhooks({
    platform: { dataFolder: folder, log: () => undefined, proxyFor: async () => null },
    clients: { get: () => Promise.reject(new Error('not asked')) },
    documents: createDocumentStore({ folder }),
  });
  cleanups.push(() => webhooks.stop());
  await webhooks.start();
  return webhooks;
}

async function readSnapshot(
  webhooks: Webhooks,
): Promise<{ listener: WebhookListener; endpoint: WebhookEndpoint }> {
  for await (const snapshot of webhooks.streams['webhooks.watch']({}, signal)) return snapshot;
  throw new Error('The stream ended.');
}

/** A port of another program, until the test ends or `free` is called. */
async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const free = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  cleanups.push(free);
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, free };
}

const local: WebhookEndpoint = { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' };

describe('a chosen port', () => {
  it('is used now and after a restart', async () => {
    const webhooks = await start();
    const old = (await readSnapshot(webhooks)).listener;
    const { port, free } = await takenPort();
    await free();
    const moved = await webhooks.calls['webhooks.configure']({ ...local, port }, signal);
    expect(moved).toMatchObject({ state: 'listening', port, address: `http://127.0.0.1:${port}` });
    await expect(fetch(`${old.address}/`)).rejects.toThrow('fetch failed');
    await webhooks.stop();
    const next = await readSnapshot(await start());
    expect(next).toMatchObject({ listener: { port }, endpoint: { ...local, port } });
  });

  it('that is taken is said, and the listener stays where it is', async () => {
    const webhooks = await start();
    const before = await readSnapshot(webhooks);
    const { port } = await takenPort();
    await expect(webhooks.calls['webhooks.configure']({ ...local, port }, signal)).rejects.toMatchObject({
      code: 'unreachable',
      message: `Port ${port} on 127.0.0.1 is in use by another program.`,
      hint: expect.stringContaining('choose another port'),
    });
    expect(await readSnapshot(webhooks)).toEqual(before);
    expect((await fetch(`${before.listener.address}/`)).status).toBe(404);
  });

  it('that is taken at the start is said, and never replaced by another', async () => {
    const webhooks = await start();
    const { port, free } = await takenPort();
    await free();
    await webhooks.calls['webhooks.configure']({ ...local, port }, signal);
    await webhooks.stop();
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve));
    const closeOther = (): Promise<void> => new Promise((resolve) => void other.close(() => resolve()));
    cleanups.push(closeOther);
    const next = await start();
    const { listener } = await readSnapshot(next);
    expect(listener).toMatchObject({ state: 'failed', port: null });
    expect(listener.problem?.message).toBe(`Port ${port} on 127.0.0.1 is in use by another program.`);
    await closeOther();
    expect(await next.calls['webhooks.setListener']({ enabled: true }, signal)).toMatchObject({
      state: 'listening',
      port,
    });
  });

  it('keeps the automatic port while nothing but the public address changes', async () => {
    const webhooks = await start();
    const { listener } = await readSnapshot(webhooks);
    const publicUrl = 'https://example.trycloudflare.com/base/';
    expect(await webhooks.calls['webhooks.configure']({ ...local, publicUrl }, signal)).toEqual(listener);
    expect((await readSnapshot(webhooks)).endpoint.publicUrl).toBe('https://example.trycloudflare.com/base');
  });
});

describe('the address to listen on', () => {
  const [network] = networkAddresses();

  it.runIf(network !== undefined)(
    'an address of a network is used once it is chosen (needs a network)',
    async () => {
      const webhooks = await start();
      const address = network?.address ?? '';
      const moved = await webhooks.calls['webhooks.configure']({ ...local, address }, signal);
      const host = address.includes(':') ? `[${address}]` : address;
      expect(moved).toMatchObject({ state: 'listening', address: `http://${host}:${moved.port}` });
      expect((await fetch(`${moved.address}/`)).status).toBe(404);
      const { url } = await webhooks.tokens.reserve('c', 't');
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(202);
      await expect(fetch(`http://127.0.0.1:${moved.port}/`)).rejects.toThrow('fetch failed');
    },
  );

  it.each(['0.0.0.0', '::', '0', '0.0.0.0.0', '', 'localhost', '203.0.113.9', '::ffff:0.0.0.0', '127.0.0.2'])(
    '"%s" is refused',
    async (address) => {
      const webhooks = await start();
      const before = await readSnapshot(webhooks);
      await expect(webhooks.calls['webhooks.configure']({ ...local, address }, signal)).rejects.toMatchObject(
        {
          code: 'invalid-input',
        },
      );
      expect(await readSnapshot(webhooks)).toEqual(before);
    },
  );

  it.each([
    ['EACCES', 'Port 80 is reserved by the operating system.'],
    ['EADDRNOTAVAIL', '192.168.1.5 is not an address of this computer now.'],
    ['EMFILE', 'The webhook listener could not open a port.'],
  ])('says what %s means', (code, message) => {
    const { message: said, hint } = listenError(Object.assign(new Error(code), { code }), '192.168.1.5', 80);
    expect(said).toBe(message);
    expect(hint).not.toBeNull();
  });
});
