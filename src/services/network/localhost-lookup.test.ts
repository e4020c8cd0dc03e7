import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import {
  startFaultServer,
  type ListenOptions,
  type FaultServer,
} from '../../testing/fault-servers/fault-server.ts';
import { asAppError } from '../common/server-errors.ts';
import { isLoopbackHost } from './localhost-lookup.ts';
import { createHttpTransport, type HttpTransportOptions, type HttpTransport } from './http-transport.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function serve(options: ListenOptions): Promise<FaultServer> {
  const server = await startFaultServer(() => ({ json: { thread_id: options.host } }), options);
  ends.push(() => server.stop());
  return server;
}

function linkWith(more: Partial<HttpTransportOptions> = {}): HttpTransport {
  const trust = { caText: null, insecure: false };
  const transport = createHttpTransport({ trust, proxyFor: () => Promise.resolve(null), ...more });
  ends.push(() => transport.close());
  return transport;
}

const request = (url: string, transport: HttpTransport): Promise<unknown> =>
  new GraphClient({ url, apiKey: null, fetch: transport.fetch, retries: 0 }).threads.get('t').then(
    ({ thread_id }) => thread_id,
    (error: unknown) => asAppError(error, { url }),
  );

/** Whether this machine has an IPv6 loopback at all; many containers have none. */
const hasIPv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer();
  probe.once('error', () => resolve(false));
  probe.listen(0, '::1', () => probe.close(() => resolve(true)));
});

describe('localhost', () => {
  it('finds a server that listens on 127.0.0.1 only, and reports that address', async () => {
    const { port } = await serve({ host: '127.0.0.1' });
    const transport = linkWith();
    expect(await request(`http://localhost:${port}`, transport)).toBe('127.0.0.1');
    expect(transport.networkPath().address).toBe('127.0.0.1');
  });

  // Without ::1, a server can't listen there: the test then shows that this does no harm.
  it(`finds a server that listens on ::1 only, whatever the hosts file says (IPv6 here: ${hasIPv6 ? 'yes' : 'none, so nothing is found'})`, async () => {
    const port = hasIPv6 ? (await serve({ host: '::1' })).port : await freePort();
    const transport = linkWith();
    const answer = await request(`http://localhost:${port}`, transport);
    expect(answer instanceof AppError ? answer.code : answer).toBe(hasIPv6 ? '::1' : 'unreachable');
    expect(transport.networkPath().address).toBe(hasIPv6 ? '::1' : null);
  });

  it('names both addresses if nothing listens', async () => {
    const error = await request(`http://localhost:${await freePort()}`, linkWith());
    expect(error).toMatchObject({
      message: 'Connection refused: nothing is listening at this address.',
      hint: expect.stringMatching(/nothing is listening on 127\.0\.0\.1 or ::1/) as string,
      details: { reason: expect.stringMatching(/127\.0\.0\.1:\d+ or at \[::1\]:\d+/) as string },
    });
  });

  it('tries only the given IP address, and the hint names the other one', async () => {
    const { port } = await serve({ host: '127.0.0.1' });
    expect(await request(`http://[::1]:${port}`, linkWith())).toMatchObject({
      code: 'unreachable',
      hint: expect.stringMatching(hasIPv6 ? /localhost: .*127\.0\.0\.1/ : /./) as string,
    });
  });

  it.each([
    ['localhost', true],
    ['LOCALHOST.', true],
    ['a.localhost', true],
    ['127.0.0.1', true],
    ['127.200.1.9', true],
    ['[::1]', true],
    ['localhost.example', false],
    ['mylocalhost', false],
    ['127.0.0.1.example', false],
    ['128.0.0.1', false],
    ['[::2]', false],
    ['0.0.0.0', false],
  ])('%s is this machine: %s', (host, is) => {
    expect(isLoopbackHost(host)).toBe(is);
  });
});

describe('connecting', () => {
  it('an endless name lookup times out as connecting, and says so', async () => {
    const transport = linkWith({ lookup: () => undefined, connectMs: 40 });
    expect(await request('http://graphs.example', transport)).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/connection to the server timed out/) as string,
      details: { code: 'UND_ERR_CONNECT_TIMEOUT', took: expect.stringMatching(/^\d+\.\d s$/) as string },
    });
  });

  it('an unanswered handshake has the same timeout', async () => {
    const mute = createServer((socket) => void socket.on('error', () => undefined).resume());
    await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening));
    const { port } = mute.address() as AddressInfo;
    const transport = linkWith({ connectMs: 40 });
    expect(await request(`https://127.0.0.1:${port}`, transport)).toMatchObject({
      details: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
    await new Promise((closed) => mute.close(closed));
  });

  it('an abort rejects at once during a name lookup', async () => {
    let onRequest = (): void => undefined;
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const { fetch } = linkWith({ lookup: () => onRequest(), connectMs: 10_000_000 });
    const controller = new AbortController();
    const asking = fetch('http://graphs.example', { signal: controller.signal }).catch((why: unknown) => why);
    await requested;
    controller.abort('enough');
    expect(await asking).toBe('enough');
  });
});

async function freePort(): Promise<number> {
  const { port, stop } = await startFaultServer(() => 'hang');
  await stop();
  return port;
}
