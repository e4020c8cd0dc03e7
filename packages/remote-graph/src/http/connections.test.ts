import { afterEach, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultResponse,
  type FaultRequest,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import { ConnectionError, GraphClient } from '../client.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(answer: (request: FaultRequest) => FaultResponse): Promise<FaultServer> {
  const server = await startFaultServer(answer);
  servers.push(server);
  return server;
}

/** The client's error for a `fetch` that fails as Node's or Chromium's does. */
async function failureWith(cause: Error): Promise<{ readonly failure: unknown; readonly sent: number }> {
  let sent = 0;
  const broken: typeof fetch = () => {
    sent += 1;
    return Promise.reject(new TypeError('fetch failed', { cause }));
  };
  const client = new GraphClient({ url: 'https://127.0.0.1:1', apiKey: null, fetch: broken, retries: 0 });
  const failure = await client.threads.get('t').catch((error: unknown) => error);
  return { failure, sent };
}

describe('connections', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
  ])('reports %s as such, with nothing sent', async (code, message) => {
    const { failure, sent } = await failureWith(Object.assign(new Error(message), { code }));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ code, unsent: true, message: expect.stringContaining(message) });
    expect(sent).toBe(1);
  });

  it.each([
    ['net::ERR_CERT_DATE_INVALID', 'CERT_HAS_EXPIRED', true],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['net::ERR_CONNECTION_REFUSED', 'ECONNREFUSED', true],
    ['net::ERR_INTERNET_DISCONNECTED', 'ENETUNREACH', false],
  ])('%s of a browser has the same code as in Node: %s', async (message, code, unsent) => {
    expect((await failureWith(new Error(message))).failure).toMatchObject({ code, unsent });
  });

  it('localhost finds a server that listens on 127.0.0.1 only', async () => {
    const server = await serve(() => ({ json: { thread_id: 't' } }));
    const client = new GraphClient({ url: `http://localhost:${server.port}`, apiKey: null });
    expect((await client.threads.get('t')).thread_id).toBe('t');
  });

  it('a server clock that is a day off changes neither results nor delays', async () => {
    for (const days of [-1, 0, 1]) {
      const theirNow = Date.now() + days * 86_400_000;
      const headers = { date: new Date(theirNow).toUTCString() };
      let requestCount = 0;
      const server = await serve(() => {
        requestCount += 1;
        const retryAfter = new Date(theirNow).toUTCString();
        return requestCount === 1
          ? { status: 503, headers: { ...headers, 'retry-after': retryAfter } }
          : { headers, json: [{ thread_id: 'b', created_at: '2099-01-01' }, { thread_id: 'a' }] };
      });
      const client = new GraphClient({ url: server.url, apiKey: null, retries: 0 });
      await expect(client.threads.get('t')).rejects.toMatchObject({ status: 503, retryAfterMs: 0 });
      const threads = await client.threads.search();
      expect(threads.map(({ thread_id }) => thread_id)).toEqual(['b', 'a']);
    }
  });
});
