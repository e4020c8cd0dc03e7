import { fc } from '../testing/fast-check.ts';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { contract, type StudioContract } from '../shared/contract.ts';
import { contractName } from '../shared/contract-name.ts';
import type { ConnectionDraft, ConnectionsSnapshot } from '../shared/model/connection.ts';
import { createRpcClient, type RpcClient } from '../shared/rpc/client.ts';
import { createPortPair } from '../shared/rpc/in-memory-port.ts';
import type { Port } from '../shared/rpc/port.ts';
import { serve } from '../shared/rpc/server.ts';
import { startFakeServer } from '../testing/fake-server/fake-server.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { scaled } from '../testing/test-scale.ts';
import { createServices, type StudioServices } from './create-services.ts';
import { slowness } from '../testing/slowness.ts';

interface Studio {
  readonly platform: MemoryPlatform;
  readonly services: StudioServices;
  readonly client: RpcClient<StudioContract>;
  /** The window's end. */
  readonly port: Port;
  readonly bugs: string[];
  close(): Promise<void>;
}

async function openStudio(): Promise<Studio> {
  const platform = await createMemoryPlatform();
  const services = createServices(platform);
  const [port, host] = createPortPair();
  const bugs: string[] = [];
  serve(contract, services.handlers, host, {
    onBug: (where, error) => bugs.push(`${where}: ${String(error)}`),
  });
  const client = createRpcClient<StudioContract>(port, contractName);
  const close = async (): Promise<void> => {
    port.close();
    await services.stop();
    await platform.dispose();
  };
  return { platform, services, client, port, bugs, close };
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T> {
  for await (const item of items) return item;
  throw new Error('There were no items.');
}

/** The first picture that `fits`. */
async function snapshotWhere(
  { client }: Studio,
  fits: (snapshot: ConnectionsSnapshot) => boolean,
): Promise<ConnectionsSnapshot> {
  for await (const latestSnapshot of client.open('connections.watch', {}))
    if (fits(latestSnapshot)) return latestSnapshot;
  throw new Error('The pictures ended.');
}

const draft = (url: string, more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  id: null,
  name: 'Mine',
  url,
  key: { change: 'remove' },
  headers: [],
  ...more,
});

describe('the back end with the demo server', () => {
  let rpc: Studio;
  beforeAll(async () => {
    rpc = await openStudio();
    rpc.services.start();
  });
  afterAll(() => rpc.close());

  it(
    'shows the demo connection as connected, with its capabilities',
    { timeout: 30_000 * slowness() },
    async () => {
      const { connections, health } = await snapshotWhere(
        rpc,
        (snapshot) => snapshot.health[0]?.state === 'connected',
      );
      expect(connections).toEqual([
        {
          id: 'demo',
          kind: 'demo',
          name: 'Demo server',
          url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          key: { storage: 'none', last4: null },
          headers: [],
        },
      ]);
      expect(health[0]).toMatchObject({ connectionId: 'demo', problem: null, server: { runtime: 'js' } });
      expect(health[0]?.latencyMs).toBeGreaterThan(0);
      expect(health[0]?.server?.capabilities.xrayDepth.available).toBe(false);
    },
  );

  it('lists the demo graphs', async () => {
    const assistants = await rpc.client.call('assistants.list', { connectionId: 'demo' });
    expect(assistants.map(({ graphId }) => graphId).toSorted()).toEqual([
      'agent',
      'broken',
      'desk',
      'fanout',
      'judge',
      'ledger',
      'support',
      'survey',
      'writer',
    ]);
  });

  it('logs its requests without the token', async () => {
    for await (const { entries, total } of rpc.client.open('requests.watch', {})) {
      expect(total).toBeGreaterThanOrEqual(2);
      expect(entries.map(({ purpose }) => purpose)).toContain('assistants.list');
      break;
    }
  });

  it('distinguishes a wrong key from an unreachable server, and repeats the key nowhere', async () => {
    const { connections } = await snapshotWhere(rpc, ({ connections: [demo] }) => demo?.url !== null);
    const url = connections[0]?.url ?? '';
    const key = { change: 'set', value: 'canary-key-1234', storage: 'session' } as const;
    const wrong = await rpc.client.call('connections.test', draft(url, { key }));
    expect(wrong).toMatchObject({
      connectionId: 'new',
      state: 'needs-key',
      problem: { code: 'unauthorized' },
    });
    expect(JSON.stringify(wrong)).not.toContain('canary');
  });

  it('refuses to change or remove the demo connection', async () => {
    const refused = { code: 'unsupported', hint: expect.any(String) };
    const { client } = rpc;
    await expect(client.call('connections.save', draft('http://a', { id: 'demo' }))).rejects.toMatchObject(
      refused,
    );
    await expect(client.call('connections.test', draft('http://a', { id: 'demo' }))).rejects.toMatchObject(
      refused,
    );
    await expect(client.call('connections.remove', { connectionId: 'demo' })).rejects.toMatchObject(refused);
  });

  it('reconnects to the demo server after its restart', { timeout: 30_000 * slowness() }, async () => {
    const states: string[] = [];
    const watching = snapshotWhere(rpc, ({ health }) => {
      const state = health[0]?.state ?? '';
      if (states.at(-1) !== state) states.push(state);
      return states.length >= 3 && state === 'connected';
    });
    await expect.poll(() => states).toEqual(['connected']);
    await rpc.client.call('demoServer.restart', {});
    await watching;
    expect(states.slice(0, 2)).toEqual(['connected', 'connecting']);
    // Between its end and its restart it is stopped for a moment, which a subscriber may miss.
    expect(states.slice(2, -1).filter((state) => state !== 'unreachable' && state !== 'connecting')).toEqual(
      [],
    );
    expect(await rpc.client.call('assistants.list', { connectionId: 'demo' })).toHaveLength(9);
    expect(rpc.bugs).toEqual([]);
  });
});

describe('the back end without a demo server', () => {
  let rpc: Studio;
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  const open = async (): Promise<void> => {
    rpc = await openStudio();
    ends.push(rpc.close);
  };

  const refusingServer = async () => {
    const incomingHttpHeaders: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      incomingHttpHeaders.push(request.headers);
      request.resume();
      const isInfo = request.url === '/info';
      response.writeHead(isInfo ? 200 : 401, { connection: 'close' });
      response.end(isInfo ? '{"version":"1"}' : `no such key: ${request.headers['x-api-key'] ?? ''}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => void server.close(() => resolve())));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen: incomingHttpHeaders };
  };

  it('returns name and version', async () => {
    await open();
    expect(await rpc.client.call('app.info', {})).toMatchObject({
      host: 'web',
      secretStorage: { kind: 'system' },
    });
  });

  it('opens normalized https links, and no others', async () => {
    await open();
    await rpc.client.call('app.openLink', { url: 'HTTPS://Example.com/a' });
    await expect(rpc.client.call('app.openLink', { url: 'file:///etc/passwd' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(rpc.platform.openedLinks).toEqual(['https://example.com/a']);
  });

  it('sends a connection its own key only, and scrubs the error that rejects it', async () => {
    await open();
    const { url, seen } = await refusingServer();
    const key = { change: 'set', value: 'canary-key-1234', storage: 'sealed' } as const;
    const headers = [{ name: 'X-Tenant', value: 'canary-tenant-5678' }];
    process.env['LANGSMITH_API_KEY'] = 'canary-from-the-environment';
    try {
      const saved = await rpc.client.call('connections.save', draft(url, { key, headers }));
      const connectionId = saved.id;
      const health = await rpc.client.call('connections.check', { connectionId });
      expect(health).toMatchObject({
        state: 'needs-key',
        problem: { details: { server: 'no such key: [secret]' } },
      });
      await expect(rpc.client.call('assistants.list', { connectionId })).rejects.toMatchObject({
        code: 'unauthorized',
        details: { server: 'no such key: [secret]' },
      });
      await rpc.client.call('connections.save', draft(url, { id: connectionId }));
      await expect(rpc.client.call('assistants.list', { connectionId })).rejects.toMatchObject({
        code: 'unauthorized',
      });
    } finally {
      delete process.env['LANGSMITH_API_KEY'];
    }
    expect(new Set(seen.map((one) => one['x-api-key']))).toEqual(new Set(['canary-key-1234', undefined]));
    expect(seen.map((one) => one['x-tenant'])).toEqual([
      'canary-tenant-5678',
      'canary-tenant-5678',
      'canary-tenant-5678',
      undefined,
    ]);
    for await (const snapshot of rpc.client.open('requests.watch', {})) {
      expect(JSON.stringify(snapshot)).not.toContain('canary');
      expect(snapshot.entries.map(({ purpose }) => purpose)).toContain('connections.check');
      break;
    }
    expect(rpc.platform.logged.join()).not.toContain('canary');
  });

  it('secrets are nowhere but at their server, whatever is done with them', async () => {
    await open();
    const secrets = ['canary-imported-1234', 'canary-header-5678', 'canary-typed-9999'];
    const [imported = '', header = '', typed = ''] = secrets;
    const server = await startFakeServer({ apiKey: imported });
    ends.push(() => server.close());
    const { client, port, platform } = rpc;
    const heard: string[] = [];
    port.onMessage((message) => heard.push(String(message)));

    const imports = await client.call('connections.readEnv', { text: `LANGSMITH_API_KEY="${imported}"` });
    const id = imports.keys[0]?.id ?? '';
    const key = { change: 'import', id, storage: 'sealed' } as const;
    const headers = [{ name: 'x-team', value: header }];
    const named = draft(server.url, { key, headers, name: 'Prod', production: true });
    await client.call('connections.test', named);
    const { id: connectionId } = await client.call('connections.save', named);
    const copy = await client.call('connections.duplicate', { connectionId });
    const wrongKey = { change: 'set', value: typed, storage: 'session' } as const;
    await client.call('connections.save', draft(server.url, { key: wrongKey, name: 'Wrong' }));
    const thread = { connectionId, graphId: 'approval', name: null };
    const refused = await client.call('threads.create', thread).catch((error: unknown) => error);
    const permit = refused instanceof AppError ? (refused.details['permit'] ?? '') : '';
    await client.call('connections.confirmWrite', { permit, typedName: null });
    await client.call('threads.create', thread);
    await client.call('connections.check', { connectionId: copy.id });
    await client.call('connections.facts', { connectionId });
    await snapshotWhere(rpc, ({ connections }) => connections.length === 4);
    const entries = await firstOf(client.open('requests.watch', {}));
    for (const entry of entries.entries) await client.call('requests.response', { id: entry.id });

    expect(server.requests.some((one) => one.headers['x-api-key'] === imported)).toBe(true);
    expect(server.requests.some((one) => one.headers['x-team'] === header)).toBe(true);
    const files = await readdir(platform.dataFolder, { recursive: true, withFileTypes: true });
    const stored = await Promise.all(
      files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')),
    );
    expect(stored.join()).toContain('Prod (2)');
    const everywhere = [heard.join(), stored.join(), platform.logged.join()].join();
    for (const secret of secrets) expect(everywhere).not.toContain(secret);
  });

  it('publishes a saved connection and its health to all subscribers until it is removed', async () => {
    await open();
    const { url } = await refusingServer();
    const watching = snapshotWhere(rpc, ({ health }) => health[1]?.state === 'needs-key');
    const { id } = await rpc.client.call('connections.save', draft(url));
    expect((await watching).connections.map((one) => one.id)).toEqual(['demo', id]);
    const gone = snapshotWhere(rpc, ({ connections }) => connections.length === 1);
    await rpc.client.call('connections.remove', { connectionId: id });
    expect((await gone).health.map(({ connectionId }) => connectionId)).toEqual(['demo']);
    await expect(rpc.client.call('connections.check', { connectionId: id })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('reports servers that were not started or do not exist', async () => {
    await open();
    const health = await rpc.client.call('connections.check', { connectionId: 'demo' });
    expect(health).toMatchObject({ state: 'unreachable', problem: { code: 'unreachable' } });
    await expect(rpc.client.call('assistants.list', { connectionId: 'nobody' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('every call and stream rejects random invalid payloads, and the back end keeps running', async () => {
    await open();
    const { port, client, bugs } = rpc;
    // Below every id of the client itself.
    const [firstId, clientIds] = [1, 2 ** 20];
    const answers = new Map<number, { readonly type: string; readonly error?: { readonly code: string } }>();
    port.onMessage((text) => {
      const message = JSON.parse(String(text)) as { id: number; type: string; error?: { code: string } };
      if (message.id < clientIds) answers.set(message.id, message);
    });
    const channels = [
      ...Object.entries(contract.calls).map(([name, { input }]) => ({
        type: 'call',
        key: 'method',
        name,
        input,
      })),
      ...Object.entries(contract.streams).map(([name, { input }]) => ({
        type: 'open',
        key: 'stream',
        name,
        input,
      })),
    ];
    const count = scaled(1000);
    let id = firstId;
    for (const { type, key, name, input } of channels) {
      const first = id;
      const payloads = fc
        .sample(wrongPayloads, 1.2 * count)
        .map((payload) => JSON.parse(JSON.stringify(payload)) as unknown)
        .filter((payload) => !input.safeParse(payload).success);
      const payloadsTried = payloads.slice(0, count);
      expect(payloadsTried).toHaveLength(count);
      for (const payload of payloadsTried)
        port.send(JSON.stringify({ type, id: id++, [key]: name, input: payload }));
      await client.call('app.info', {});
      await expect.poll(() => answers.size).toBe(id - firstId);
      for (let one = first; one < id; one += 1) {
        expect(answers.get(one)).toMatchObject({ type: 'failed', error: { code: 'invalid-input' } });
      }
    }
    expect(bugs).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

/** Random JSON, and objects with the names that real inputs have but values of any kind. */
const names = [
  'connectionId',
  'threadId',
  'runId',
  'assistantId',
  'id',
  'url',
  'key',
  'headers',
  'limit',
  '__proto__',
];
const wrongPayloads = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 6 }),
  fc.record({ connectionId: fc.string(), more: fc.jsonValue() }),
);
