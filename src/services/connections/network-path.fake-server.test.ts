import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type {
  ConnectionDraft,
  ConnectionHealth,
  ConnectionsSnapshot,
} from '../../shared/model/connection.ts';
import { makeAuthority, makeCertificate } from '../../testing/fault-servers/certificates.ts';
import { startFakeProxy } from '../../testing/fault-servers/fake-proxy.ts';
import {
  startFaultServer,
  type ListenOptions,
  type FaultServer,
} from '../../testing/fault-servers/fault-server.ts';
import { createMemoryPlatform } from '../../testing/services/memory-platform.ts';
import { startFakeServer } from '../../testing/fake-server/fake-server.ts';
import { createServices } from '../create-services.ts';
import type { Platform } from '../common/platform.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).toReversed()) await end();
});

const signal = new AbortController().signal;

async function openStudio(change: Partial<Platform> = {}) {
  const platform = await createMemoryPlatform();
  ends.push(() => platform.dispose());
  const services = createServices({ ...platform, ...change });
  ends.push(() => services.stop());
  const { calls, streams } = services.handlers;
  return {
    save: (draft: ConnectionDraft) => calls['connections.save'](draft, signal),
    test: (draft: ConnectionDraft) => calls['connections.test'](draft, signal),
    check: (connectionId: string) => calls['connections.check']({ connectionId }, signal),
    calls,
    watch: (until: AbortSignal) => streams['connections.watch']({}, until),
    stored: () => readFile(join(platform.dataFolder, 'connections.json'), 'utf8'),
  };
}

const draft = (url: string, more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  id: null,
  name: '',
  url,
  key: { change: 'remove' },
  headers: [],
  ...more,
});

/** A graph server, as far as a health check reads it. */
async function serve(options: ListenOptions = {}, date: () => Date = () => new Date()): Promise<FaultServer> {
  const server = await startFaultServer(({ path }) => {
    const headers = { date: date().toUTCString() };
    return path === '/info'
      ? { headers, json: { version: '0.5', langgraph_py_version: '1.0', flags: { crons: true } } }
      : { headers, json: [] };
  }, options);
  ends.push(() => server.stop());
  return server;
}

describe('certificates of a connection', () => {
  const authority = makeAuthority('Company Root');
  const { key, cert } = makeCertificate('graphs', authority, { hosts: ['127.0.0.1'] });

  it('an authority is stored and shown with its connection, and trusted nowhere else', async () => {
    const studio = await openStudio();
    const { url } = await serve({ tls: { key, cert } });
    const trust = { caText: `some words\n${authority.cert}`, insecure: false };
    expect(await studio.test(draft(url, { trust }))).toMatchObject({ state: 'connected' });
    const saved = await studio.save(draft(url, { trust }));
    expect(saved.trust).toEqual({
      caText: authority.cert,
      insecure: false,
      authorities: [{ name: 'Company Root', validTo: expect.any(String) as string }],
    });
    const other = await studio.save(draft(url));
    expect(other.trust).toBeUndefined();
    expect(await studio.check(saved.id)).toMatchObject({ state: 'connected' });
    const { problem } = await studio.check(other.id);
    expect(problem?.message).toMatch(/signed by an unknown authority/);
    expect(problem?.hint).toMatch(/add it to this connection/);
  });

  it('trusting any certificate is never the default, always visible, and reset unless chosen again', async () => {
    const studio = await openStudio();
    const { url } = await serve({ tls: { key, cert } });
    const insecure = { trust: { caText: null, insecure: true } };
    const saved = await studio.save(draft(url, insecure));
    expect(saved.trust).toMatchObject({ insecure: true });
    expect(await studio.check(saved.id)).toMatchObject({ state: 'connected' });
    expect(JSON.parse(await studio.stored())).toMatchObject({ data: { connections: [{ insecure: true }] } });
    const again = await studio.save(draft(url, { id: saved.id }));
    expect(again.trust).toBeUndefined();
    expect(await studio.check(saved.id)).toMatchObject({ state: 'unreachable' });
    const plain = await studio.save(draft('http://127.0.0.1:1', insecure));
    expect(plain.trust).toBeUndefined();
  });

  it('text that is not a certificate is rejected at its field, and nothing is saved', async () => {
    const studio = await openStudio();
    const trust = { caText: 'no certificate', insecure: false };
    await expect(studio.save(draft('https://127.0.0.1:1', { trust }))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { where: 'ca' },
    });
  });
});

describe('the network path to a server', () => {
  it('shows the proxy without its password, which no message contains', async () => {
    const server = await serve();
    const password = 'canary-s3cret';
    const proxy = await startFakeProxy({ port: server.port, password: `ada:${password}` });
    ends.push(() => proxy.stop());
    const studio = await openStudio({
      proxyFor: (url) =>
        Promise.resolve(url.includes('graphs') ? proxy.url.replace('//', `//ada:${password}@`) : null),
    });
    const health = await studio.test(draft('http://graphs.example'));
    expect(health).toMatchObject({ state: 'connected', networkPath: { proxy: proxy.url, address: null } });
    expect(JSON.stringify(health)).not.toContain(password);
    const direct = await studio.test(draft(server.url));
    expect(direct.networkPath).toMatchObject({ proxy: null, address: '127.0.0.1' });
  });

  it.each([-1, 1])('reports a server clock that is %i day off, and changes nothing else', async (days) => {
    const off = days * 86_400_000;
    const studio = await openStudio();
    const right = await studio.test(draft((await serve()).url));
    const { url } = await serve({}, () => new Date(Date.now() + off));
    const wrong = await studio.test(draft(url));
    expect(Math.abs(right.networkPath?.skewMs ?? Infinity)).toBeLessThan(120_000);
    expect(Math.abs((wrong.networkPath?.skewMs ?? 0) - off)).toBeLessThan(120_000);
    const rest = ({ state, server, problem }: ConnectionHealth) => ({ state, server, problem });
    expect(rest(wrong)).toEqual(rest(right));
  });

  it('a local clock that is a day off changes no order and no duration', async () => {
    const server = await startFakeServer();
    ends.push(() => server.close());
    const studio = await openStudio();
    const { id: connectionId } = await studio.save(draft(server.url));
    const client = new GraphClient({ url: server.url, apiKey: null });
    const { thread_id: threadId } = await client.threads.create();
    const [assistant] = await client.assistants.search();
    const assistantId = assistant?.assistant_id ?? '';
    for (let run = 0; run < 3; run += 1) {
      const frames = client.runs.stream(threadId, assistantId, { input: {} })[Symbol.asyncIterator]();
      while ((await frames.next()).done !== true);
    }
    const read = async () => {
      const runs = await studio.calls['runs.list']({ connectionId, threadId }, signal);
      return runs.map(({ runId, createdAt }) => [runId, createdAt]);
    };
    const now = Date.now();
    const before = await read();
    expect(before).toHaveLength(3);
    for (const days of [-1, 1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + days * 86_400_000 });
      expect(await read()).toEqual(before);
      const { latencyMs } = await studio.check(connectionId);
      expect(latencyMs).toBeGreaterThanOrEqual(0);
      expect(latencyMs).toBeLessThan(60_000);
      vi.useRealTimers();
    }
  });
});

describe('a server that becomes unreachable', () => {
  it('is shown as unreachable once a request fails, and as reachable once one succeeds', async () => {
    const server = await serve();
    const studio = await openStudio();
    const { id } = await studio.save(draft(server.url));
    const controller = new AbortController();
    const states: string[] = [];
    let wake = (): void => undefined;
    const watching = (async () => {
      for await (const { health } of studio.watch(controller.signal) as AsyncIterable<ConnectionsSnapshot>) {
        states.push(health.find(({ connectionId }) => connectionId === id)?.state ?? 'none');
        wake();
      }
    })();
    const shows = async (state: string): Promise<void> => {
      while (states.at(-1) !== state) await new Promise<void>((resolve) => (wake = resolve));
    };
    const list = () => studio.calls['assistants.list']({ connectionId: id }, signal).catch(() => 'failed');
    await shows('connected');
    await server.stop();
    expect(await list()).toBe('failed');
    await shows('unreachable');
    const back = await startFaultServer(() => ({ json: [] }), { port: server.port });
    ends.push(() => back.stop());
    expect(await list()).toEqual([]);
    await shows('connected');
    controller.abort();
    await watching;
  });
});
