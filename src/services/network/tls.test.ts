import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { TlsTrust } from '../../shared/model/network.ts';
import {
  makeAuthority,
  makeCertificate,
  type TestCertificate,
} from '../../testing/fault-servers/certificates.ts';
import { startFaultServer, type FaultServer } from '../../testing/fault-servers/fault-server.ts';
import { asAppError } from '../common/server-errors.ts';
import { createHttpTransport, type HttpTransport } from './http-transport.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const day = 86_400_000;
const from = (days: number): Date => new Date(Date.now() + days * day);
const hosts = ['127.0.0.1'];
const authority = makeAuthority('Company Root');
const good = makeCertificate('graphs', authority, { hosts });

async function serve({ key, cert }: TestCertificate, more = {}): Promise<FaultServer> {
  const server = await startFaultServer(() => ({ json: { thread_id: 't' } }), {
    tls: { key, cert, ...more },
  });
  ends.push(() => server.stop());
  return server;
}

function linkWith(trust: Partial<TlsTrust>): HttpTransport {
  const transport = createHttpTransport({
    trust: { caText: null, insecure: false, ...trust },
    proxyFor: () => Promise.resolve(null),
  });
  ends.push(() => transport.close());
  return transport;
}

/** The error that a user of this server reads, and the number of requests. */
async function request(server: FaultServer, trust: Partial<TlsTrust>) {
  let tries = 0;
  const client = new GraphClient({
    url: server.url,
    apiKey: 'canary',
    fetch: linkWith(trust).fetch,
    onRequest: ({ phase }) => (tries += phase === 'start' ? 1 : 0),
  });
  try {
    await client.threads.get('t');
    return { message: 'answered', hint: null, tries };
  } catch (error) {
    const { message, hint } = asAppError(error, { url: server.url });
    return { message, hint, tries };
  }
}

const trusted = { caText: authority.cert };

describe('certificates', () => {
  it.each<[string, TestCertificate, Partial<TlsTrust>, RegExp, RegExp]>([
    ['of an unknown authority', good, {}, /signed by an unknown authority/, /add it to this connection/],
    [
      'with its unknown authority beside it',
      { ...good, cert: good.cert + authority.cert },
      {},
      /private authority/,
      /add it to this connection/,
    ],
    [
      'that signed itself',
      makeCertificate('self', null, { hosts }),
      trusted,
      /self-signed/,
      /this certificate/,
    ],
    [
      'that has expired',
      makeCertificate('old', authority, { hosts, from: from(-9), to: from(-1) }),
      trusted,
      /has expired/,
      /Renew it/,
    ],
    [
      'that is not valid yet',
      makeCertificate('early', authority, { hosts, from: from(1), to: from(9) }),
      trusted,
      /not valid yet/,
      /clock of this computer/,
    ],
    [
      'for another host name',
      makeCertificate('other', authority, { hosts: ['graphs.example'] }),
      trusted,
      /for another host name/,
      /Use the host name/,
    ],
  ])(
    'a certificate %s has its own message, and is tried once',
    async (_, certificate, trust, message, hint) => {
      const server = await serve(certificate);
      const problem = await request(server, trust);
      expect(problem).toEqual({
        message: expect.stringMatching(message) as string,
        hint: expect.stringMatching(hint) as string,
        tries: 1,
      });
      expect(server.requests).toEqual([]);
    },
  );

  it('a server with old TLS only has its own message', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const problem = await request(await serve(good, old), trusted);
    expect(problem.message).toMatch(/only supports TLS versions that are not secure/);
    expect(problem.tries).toBe(1);
  });

  it('https at a port that serves plain HTTP has its own message', async () => {
    const plain = await startFaultServer(() => ({ json: {} }));
    ends.push(() => plain.stop());
    const problem = await request({ ...plain, url: plain.url.replace('http:', 'https:') }, {});
    expect(problem.message).toMatch(/TLS handshake failed/);
    expect(problem.hint).toMatch(/http:\/\//);
  });

  it('an authority is trusted by its own connection only, in addition to the usual ones', async () => {
    const server = await serve(good);
    expect((await request(server, trusted)).message).toBe('answered');
    expect((await request(server, {})).message).toMatch(/unknown authority/);
    const self = makeCertificate('self', null, { hosts });
    expect((await request(await serve(self), { caText: self.cert })).message).toBe('answered');
  });

  it('only a connection that is set to trust any certificate does so', async () => {
    const server = await serve(makeCertificate('self', null, { hosts: ['graphs.example'], to: from(-0.5) }));
    expect((await request(server, { insecure: true })).message).toBe('answered');
    expect((await request(server, { insecure: false })).message).not.toBe('answered');
    expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).toBeUndefined();
  });
});
