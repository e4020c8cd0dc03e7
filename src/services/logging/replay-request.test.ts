import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { createRequestLog, isReadOnlyRequest, type RequestLog } from './create-request-log.ts';
import { createReplay } from './replay-request.ts';
import { createScrubber, type Scrubber } from './scrubber.ts';

describe('what may be sent again', () => {
  it.each([
    ['GET', '/threads/t/state?subgraphs=true', true],
    ['POST', '/threads/search', true],
    ['POST', '/threads/t/history', true],
    ['POST', '/runs/crons/count', true],
    ['POST', '/store/namespaces', true],
    ['GET', '/threads/t/runs/r/stream', false],
    ['GET', '/threads/t/runs/r/join', false],
    ['GET', '/threads/t/stream/events', false],
    ['POST', '/threads/t/runs', false],
    ['POST', '/threads/t/state', false],
    ['POST', '/threads/search/copy', false],
    ['POST', '/assistants/a/versions', false],
    ['DELETE', '/threads/t', false],
    ['PATCH', '/threads/search', false],
  ])('%s %s: %s', (method, path, may) => {
    expect(isReadOnlyRequest(method, path)).toBe(may);
  });
});

describe('a replay', () => {
  let http: Server;
  let received: string[];
  let status: number;
  let log: RequestLog;
  let scrubber: Scrubber;
  let client: GraphClient;
  const { signal } = new AbortController();
  beforeEach(async () => {
    received = [];
    status = 200;
    http = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
        response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
      });
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    scrubber = createScrubber();
    log = createRequestLog({ scrubber });
    const { port } = http.address() as AddressInfo;
    client = new GraphClient({ url: `http://127.0.0.1:${port}/base`, apiKey: null, ...log.observer('one') });
  });
  afterEach(() => new Promise((done) => http.close(done)));
  const replay = (id: number) =>
    createReplay(log, { get: async () => client })['requests.replay']({ id }, signal);

  it('sends the same method, path, query and body, and is in the log itself', async () => {
    await client.threads.search({ limit: 3, metadata: { a: 'é "x"' } });
    await client.meta.read({ method: 'GET', path: '/own/route%2Fa?x=1&x=2&y=%26' });
    await replay(1);
    await replay(2);
    expect(received.slice(2)).toEqual(received.slice(0, 2));
    expect(received[1]).toBe('GET /base/own/route%2Fa?x=1&x=2&y=%26 ');
    expect(log.snapshot().entries[0]).toMatchObject({ id: 4, purpose: 'requests.replay', status: 200 });
  });

  it('fails as the server fails', async () => {
    await client.threads.search();
    status = 403;
    await expect(replay(1)).rejects.toMatchObject({ code: 'forbidden' });
    expect(log.snapshot().entries[0]).toMatchObject({ id: 2, status: 403 });
  });

  it('is refused for what may change something, and for what is not stored whole', async () => {
    scrubber.add('canary-secret');
    await client.threads.search({ metadata: { key: 'canary-secret' } });
    await client.threads.search({ metadata: { long: 'x'.repeat(20_000) } });
    await client.threads.delete('t').catch(() => undefined);
    const sent = received.length;
    const { entries } = log.snapshot();
    expect(entries.map(({ replay: may }) => may).toReversed()).toContain('not-a-read');
    for (const { id } of entries.filter(({ replay: may }) => may !== 'possible'))
      await expect(replay(id)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(entries.filter(({ replay: may }) => may === 'incomplete')).toHaveLength(2);
    await expect(replay(99)).rejects.toMatchObject({ code: 'not-found' });
    expect(received).toHaveLength(sent);
  });

  it.each(['own', '/../up', '/a/../b', String.raw`/\other`])(
    'does not leave the address of the server: %s',
    async (path) => {
      await expect(async () => client.meta.read({ method: 'GET', path })).rejects.toThrow('not a path');
      expect(received).toEqual([]);
    },
  );
});
