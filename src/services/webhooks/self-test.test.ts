import { createServer, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSelfTest, type WebhookListener } from '../../shared/model/webhook.ts';
import { openTunnel, type TunnelOptions } from '../../testing/services/tunnel.ts';
import { webhooksWhere } from '../../testing/services/watch-webhooks.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createWebhooks, type Webhooks } from './create-webhooks.ts';
import { webhookLimits } from './webhook-settings.ts';

const cleanups: (() => unknown)[] = [];
const { signal } = new AbortController();
let webhooks: Webhooks;
let listener: WebhookListener;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-self-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  webhooks = createWebhooks({
    platform: { dataFolder: folder, log: () => undefined, proxyFor: async () => null },
    clients: { get: () => Promise.reject(new Error('not asked')) },
    documents: createDocumentStore({ folder }),
    limits: { ...webhookLimits, probeMs: 1_000 },
  });
  cleanups.push(() => webhooks.stop());
  await webhooks.start();
  listener = await webhooks.calls['webhooks.setListener']({ enabled: true }, signal);
});
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

const tunnel = async (options: TunnelOptions = {}): Promise<string> => {
  const opened = await openTunnel(() => listener.port ?? 0, options);
  cleanups.push(() => opened.close());
  return opened.url;
};
const selfTest = async (publicUrl: string): Promise<WebhookSelfTest> =>
  WebhookSelfTest.parse(await webhooks.calls['webhooks.selfTest']({ publicUrl }, signal));

const configure = (change: {
  publicUrl?: string | null;
  tokenIn?: 'path' | 'query';
}): Promise<WebhookListener> =>
  webhooks.calls['webhooks.configure'](
    { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path', ...change },
    signal,
  );

describe('a probe through a public address', () => {
  it('arrives unchanged', async () => {
    const url = await tunnel();
    expect(await selfTest(`${url}/`)).toMatchObject({
      outcome: 'arrived',
      publicUrl: url,
      status: 202,
      detail: null,
    });
  });

  it('arrives with another host', async () => {
    const url = await tunnel({ host: 'listener.internal:80' });
    expect(await selfTest(url)).toMatchObject({ outcome: 'host-changed', detail: 'listener.internal:80' });
  });

  it('arrives with another path, where deliveries would be refused', async () => {
    const url = await tunnel({ path: (path) => `/prefix${path}` });
    const result = await selfTest(url);
    expect(result).toMatchObject({ outcome: 'path-changed', status: 404, detail: '/prefix/hook/TOKEN' });
  });

  it('gets the answer of another server', async () => {
    const url = await tunnel({ answer: (_, response) => response.writeHead(200).end('<h1>Hello</h1>') });
    expect(await selfTest(url)).toMatchObject({ outcome: 'other-server', status: 200 });
  });

  it('finds a tunnel without its listener', async () => {
    const url = await tunnel({ answer: (_, response) => response.writeHead(502).end('no listener') });
    expect(await selfTest(url)).toMatchObject({ outcome: 'other-server', status: 502 });
  });

  it('is redirected, and does not follow', async () => {
    const target = await tunnel();
    const url = await tunnel({
      answer: ({ url: path = '' }, response) => response.writeHead(308, { location: target + path }).end(),
    });
    const result = await selfTest(url);
    expect(result).toMatchObject({ outcome: 'redirected', status: 308, detail: `${target}/hook/TOKEN` });
  });

  it('is refused', async () => {
    const closed = await openTunnel(() => 0);
    await closed.close();
    expect(await selfTest(closed.url)).toMatchObject({ outcome: 'refused', detail: 'ECONNREFUSED' });
  });

  it('does not find the host', async () => {
    expect(await selfTest('http://studio.invalid')).toMatchObject({ outcome: 'dns' });
  });

  it('gets no answer in time', async () => {
    const url = await tunnel({ answer: () => undefined });
    expect(await selfTest(url)).toMatchObject({ outcome: 'timeout', status: null });
  });

  it('meets a port that speaks another protocol', async () => {
    const sockets: Socket[] = [];
    const mail = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write('220 mail\r\n');
    });
    await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void mail.close(resolve));
    });
    const address = mail.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect((await selfTest(`http://127.0.0.1:${port}`)).outcome).toBe('cut');
    expect((await selfTest(`https://127.0.0.1:${port}`)).outcome).toBe('tls');
  });

  it('counts neither as a delivery nor as refused, and works once', async () => {
    const paths: string[] = [];
    const url = await tunnel({
      path: (path) => {
        paths.push(path);
        return path;
      },
    });
    await selfTest(url);
    expect((await fetch(`${listener.address}${paths[0]}`, { method: 'POST' })).status).toBe(404);
    const { deliveries, refusals } = await webhooksWhere(webhooks.streams, () => true);
    expect([deliveries, refusals.map(({ reason }) => reason)]).toEqual([[], ['wrong-token']]);
  });

  it('is not sent for an address that is none, or to a listener that is off', async () => {
    await expect(selfTest('ftp://example.com')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(selfTest('http://me:key@example.com')).rejects.toMatchObject({ code: 'invalid-input' });
    await webhooks.calls['webhooks.setListener']({ enabled: false }, signal);
    await expect(selfTest('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('runs report through the public address', () => {
  it.each(['path', 'query'] as const)('with their token in the %s', async (tokenIn) => {
    const publicUrl = await tunnel();
    await configure({ publicUrl, tokenIn });
    const { url } = await webhooks.tokens.reserve('c', 't');
    expect(url).toMatch(tokenIn === 'path' ? /\/hook\/[\w-]{43}$/ : /\/hook\?token=[\w-]{43}$/);
    expect(url.startsWith(`${publicUrl}/hook`)).toBe(true);
    expect((await fetch(url, { method: 'POST', body: '{"status":"success"}' })).status).toBe(202);
  });

  it('is probed once for runs that start together, and again for later ones', async () => {
    const opened = await openTunnel(() => listener.port ?? 0);
    cleanups.push(() => opened.close());
    await configure({ publicUrl: opened.url });
    await Promise.all(['a', 'b', 'c'].map((thread) => webhooks.tokens.reserve('c', thread)));
    expect(opened.passed).toHaveLength(1);
    await webhooks.tokens.reserve('c', 'd');
    expect(opened.passed).toHaveLength(2);
  });

  it('no run is pointed at a tunnel that does not lead here', async () => {
    const gone = await openTunnel(() => 0);
    await gone.close();
    await configure({ publicUrl: gone.url });
    await expect(webhooks.tokens.reserve('c', 't')).rejects.toMatchObject({
      code: 'unsupported',
      message: `The webhook listener can't be reached at ${gone.url}.`,
    });
  });
});
