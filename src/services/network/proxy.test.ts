import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { makeAuthority, makeCertificate } from '../../testing/fault-servers/certificates.ts';
import { startFakeProxy, type FakeProxy, type ProxyRules } from '../../testing/fault-servers/fake-proxy.ts';
import { startFaultServer, type FaultServer } from '../../testing/fault-servers/fault-server.ts';
import { asAppError } from '../common/server-errors.ts';
import { createHttpTransport, type HttpTransportOptions, type HttpTransport } from './http-transport.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const key = 'canary-key-5b1e';
const authority = makeAuthority('Company Root');
const { key: serverKey, cert } = makeCertificate('graphs', authority, { hosts: ['graphs.example'] });
const trust = { caText: authority.cert, insecure: false };

async function serve(secure: boolean): Promise<FaultServer> {
  const tlsOptions = secure ? { tls: { key: serverKey, cert } } : {};
  const server = await startFaultServer(() => ({ json: { thread_id: 't' } }), tlsOptions);
  ends.push(() => server.stop());
  return server;
}

async function proxyTo(server: FaultServer, rules: Omit<ProxyRules, 'port'> = {}): Promise<FakeProxy> {
  const proxy = await startFakeProxy({ port: server.port, ...rules });
  ends.push(() => proxy.stop());
  return proxy;
}

function linkThrough(proxy: string | null, more: Partial<HttpTransportOptions> = {}): HttpTransport {
  const transport = createHttpTransport({ trust, proxyFor: () => Promise.resolve(proxy), ...more });
  ends.push(() => transport.close());
  return transport;
}

const request = (url: string, transport: HttpTransport): Promise<unknown> =>
  new GraphClient({ url, apiKey: key, fetch: transport.fetch, retries: 0 }).threads.get('t').then(
    () => 'answered',
    (error: unknown) => asAppError(error, { url }),
  );

describe('a proxy', () => {
  it('https uses a tunnel, so that the proxy never sees the key', async () => {
    const server = await serve(true);
    const proxy = await proxyTo(server);
    const transport = linkThrough(proxy.url);
    expect(await request('https://graphs.example', transport)).toBe('answered');
    expect(proxy.requestedTargets).toEqual(['CONNECT graphs.example:443']);
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([key]);
    expect(proxy.seen()).toContain('CONNECT');
    expect(proxy.seen()).not.toContain(key);
    expect(transport.networkPath()).toMatchObject({ proxy: proxy.url, address: null });
  });

  it('plain http is sent to the proxy with the whole URL, also for another port', async () => {
    const server = await serve(false);
    const proxy = await proxyTo(server);
    expect(await request('http://graphs.example:2024/base', linkThrough(proxy.url))).toBe('answered');
    expect(proxy.requestedTargets).toEqual(['GET http://graphs.example:2024/base/threads/t']);
    expect(server.requests.map(({ path }) => path)).toEqual(['/base/threads/t']);
  });

  it.each(['https', 'http'])('a missing password is reported as such, for %s', async (scheme) => {
    const server = await serve(scheme === 'https');
    const proxy = await proxyTo(server, { password: 'ada:s3cret' });
    expect(await request(`${scheme}://graphs.example`, linkThrough(proxy.url))).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The proxy requires a user name and password/) as string,
      details: { code: 'ERR_PROXY_AUTH_REQUESTED' },
    });
    expect(server.requests).toEqual([]);
    const transport = linkThrough(proxy.url.replace('//', '//ada:s3cret@'));
    expect(await request(`${scheme}://graphs.example`, transport)).toBe('answered');
    expect(transport.networkPath().proxy).toBe(proxy.url);
    // Nor does the server learn the password.
    expect(JSON.stringify(server.requests)).not.toContain(Buffer.from('ada:s3cret').toString('base64'));
  });

  it.each([403, 502])('a refused tunnel (%i) is reported as such', async (refuse) => {
    const proxy = await proxyTo(await serve(true), { refuse });
    expect(await request('https://graphs.example', linkThrough(proxy.url))).toMatchObject({
      message: expect.stringMatching(/^The proxy could not connect/) as string,
      details: { reason: expect.stringContaining(String(refuse)) as string },
    });
  });

  it('an unreachable proxy is not reported as an unreachable server', async () => {
    const proxy = await proxyTo(await serve(true));
    await proxy.stop();
    for (const url of ['https://graphs.example', 'http://graphs.example']) {
      expect(await request(url, linkThrough(proxy.url))).toMatchObject({
        message: expect.stringMatching(/^The proxy .* is not responding/) as string,
      });
    }
  });

  it('a silent proxy times out as connecting', async () => {
    const proxy = await proxyTo(await serve(true), { mute: true });
    expect(await request('https://graphs.example', linkThrough(proxy.url, { connectMs: 50 }))).toMatchObject({
      message: expect.stringMatching(/^The proxy could not connect/) as string,
    });
  });

  it('the certificate of the server is checked through the tunnel', async () => {
    const proxy = await proxyTo(await serve(true));
    const usual = { caText: null, insecure: false };
    expect(await request('https://graphs.example', linkThrough(proxy.url, { trust: usual }))).toMatchObject({
      message: expect.stringMatching(/unknown authority/) as string,
    });
    expect(await request('https://other.example', linkThrough(proxy.url))).toMatchObject({
      message: expect.stringMatching(/for another host name/) as string,
    });
  });

  it('SOCKS is rejected by name, and nothing is sent', async () => {
    expect(await request('http://graphs.example', linkThrough('socks5://127.0.0.1:1080'))).toMatchObject({
      message: expect.stringMatching(/of a kind that is not supported/) as string,
      details: { reason: expect.stringContaining('socks5') as string },
    });
  });

  it.each(['127.0.0.1', 'localhost'])('is not used for %s', async (host) => {
    const server = await serve(false);
    let requestCount = 0;
    const proxyFor = (): Promise<string> => {
      requestCount += 1;
      return Promise.resolve('http://127.0.0.1:1');
    };
    const transport = linkThrough(null, { proxyFor });
    expect(await request(`http://${host}:${server.port}`, transport)).toBe('answered');
    expect(requestCount).toBe(0);
    expect(transport.networkPath().proxy).toBeNull();
  });

  it('an abort does not wait for the script that finds the proxy', async () => {
    const controller = new AbortController();
    let onRequest = (): void => undefined;
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const proxyFor = (): Promise<string> => {
      onRequest();
      return new Promise(() => undefined);
    };
    const { fetch } = linkThrough(null, { proxyFor });
    const asking = fetch('http://graphs.example', { signal: controller.signal }).catch((why: unknown) => why);
    await requested;
    controller.abort('enough');
    expect(await asking).toBe('enough');
  });
});
