import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRequestLog } from '../logging/create-request-log.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createClientPool, type ClientPool } from './client-pool.ts';
import type { ServerAccess } from './connection-store.ts';

const sockets = new Set<Socket>();
const streams: ServerResponse[] = [];
const http = createServer({ keepAliveTimeout: 60_000 }, ({ url }, response) => {
  if (url !== '/stream') return void response.end('{}');
  streams.push(response);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: 1\n\n');
});
http.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});

let pool: ClientPool;
let access: ServerAccess;
beforeEach(async () => {
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  access = {
    url,
    key: 'first',
    headers: {},
    credential: null,
    trust: { caText: null, insecure: false },
    headersMs: null,
  };
  const scrubber = createScrubber();
  pool = createClientPool({
    platform: { proxyFor: () => Promise.resolve(null) },
    scrubber,
    requestLog: createRequestLog({ scrubber }),
    accessOf: () => Promise.resolve(access),
    onOutcome: () => undefined,
    onSlow: () => undefined,
    onBytes: () => undefined,
  });
});
afterEach(async () => {
  await pool.close();
  http.closeAllConnections();
  streams.length = 0;
  await new Promise((closed) => http.close(closed));
});

async function request(path = '/', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { transport } = await pool.get('a');
  return transport.fetch(`${access.url}${path}`, { headers });
}

it('closes the idle connections of a client that was dropped', async () => {
  await (await request()).text();
  expect(sockets.size).toBe(1);
  pool.drop('a');
  await expect.poll(() => sockets.size).toBe(0);
});

it('closes the idle connections of a client whose key has changed', async () => {
  await (await request()).text();
  access = { ...access, key: 'second' };
  await (await request()).text();
  await expect.poll(() => sockets.size).toBe(1);
});

it('lets a stream of a dropped client continue and reconnect, and closes its connections at their end', async () => {
  const { transport } = await pool.get('a');
  const stream = (): Promise<Response> =>
    transport.fetch(`${access.url}/stream`, { headers: { accept: 'text/event-stream' } });
  const first = (await stream()).text();
  await (await request()).text();
  expect(sockets.size).toBe(2);
  pool.drop('a');
  await expect.poll(() => sockets.size).toBe(1);
  streams[0]?.end('data: 2\n\n');
  expect(await first).toBe('data: 1\n\ndata: 2\n\n');
  await expect.poll(() => sockets.size).toBe(0);

  const second = (await stream()).text();
  streams[1]?.end('data: 3\n\n');
  expect(await second).toBe('data: 1\n\ndata: 3\n\n');
  await expect.poll(() => sockets.size).toBe(0);
});

it('ends the streams of dropped clients when it is closed', async () => {
  const response = await request('/stream', { accept: 'text/event-stream' });
  pool.drop('a');
  const failed = response.text().catch((error: unknown) => error);
  await pool.close();
  expect(await failed).toMatchObject({ message: 'terminated' });
});
