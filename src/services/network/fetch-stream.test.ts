import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchStream } from './fetch-stream.ts';

let server: Server;
let dispatcher: Agent;
let answer: (response: ServerResponse) => void = (response) => response.end();
const received: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
beforeEach(async () => {
  received.length = 0;
  dispatcher = new Agent();
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
const address = (): URL => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`);
const open = (init: RequestInit = {}) => fetchStream(dispatcher, address(), init);

it('sends the given request, and returns all bytes of the response', async () => {
  answer = (response) => {
    response.writeHead(201, { 'content-type': 'text/event-stream', 'set-cookie': ['a', 'b'] });
    response.write('data: 1\n\n');
    response.end('data: 2\n\n');
  };
  const response = await open({ method: 'POST', headers: { 'x-api-key': 'k' }, body: '{"a":"é"}' });
  expect([response.status, response.ok, response.headers.get('content-type')]).toEqual([
    201,
    true,
    'text/event-stream',
  ]);
  expect(response.headers.getSetCookie()).toEqual(['a', 'b']);
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n');
  expect(received).toMatchObject([
    { method: 'POST', url: '/a?b=c', headers: { 'x-api-key': 'k' }, body: '{"a":"é"}' },
  ]);
});

it('returns a redirect without following it', async () => {
  answer = (response) => response.writeHead(307, { location: 'http://elsewhere.test/' }).end();
  expect((await open()).status).toBe(307);
  expect(received).toHaveLength(1);
});

it('decompresses a response', async () => {
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('data: 1\n\n'));
  expect(await (await open()).text()).toBe('data: 1\n\n');
});

it('rejects as fetch does if nothing responds or the response is cut', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('data: 1\n\n', () => response.destroy());
  };
  const response = await open();
  await expect(response.text()).rejects.toBeInstanceOf(TypeError);
  const nowhere = fetchStream(dispatcher, new URL('http://127.0.0.1:1/'), {});
  await expect(nowhere).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
});

it('rejects with the reason of its signal before, during and after the wait for the response', async () => {
  const reason = new Error('enough');
  await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const waiting = new AbortController();
  answer = () => waiting.abort(reason);
  await expect(open({ signal: waiting.signal })).rejects.toBe(reason);
  const reading = new AbortController();
  answer = (response) => void response.writeHead(200).write('data: 1\n\n');
  const response = await open({ signal: reading.signal });
  const text = response.text();
  reading.abort(reason);
  await expect(text).rejects.toBe(reason);
});

it('applies back-pressure while nobody reads, and closes an abandoned response', async () => {
  let sent = 0;
  let left: ServerResponse | null = null;
  answer = (response) => {
    left = response;
    const piece = Buffer.alloc(64 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    response.writeHead(200);
    more();
  };
  const reader = (await open()).body?.getReader();
  let lastSent = -1;
  await expect
    .poll(() => {
      const isSame = lastSent === sent;
      lastSent = sent;
      return isSame;
    })
    .toBe(true);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  const before = sent;
  let read = 0;
  while (read < before) read += (await reader?.read())?.value?.length ?? 0;
  await reader?.cancel();
  await expect.poll(() => left?.destroyed).toBe(true);
});

it('rejects at once and sends nothing when it is aborted while it connects', async () => {
  const connect = buildConnector({});
  let connectNow = (): void => expect.unreachable('Nothing connects.');
  const connecting = new Promise<void>((resolve) => {
    const slow = new Agent({
      connect(options, callback) {
        connectNow = () => connect(options, callback);
        resolve();
      },
    });
    void dispatcher.destroy();
    dispatcher = slow;
  });
  const reason = new Error('enough');
  const waiting = new AbortController();
  const failed = open({ signal: waiting.signal }).catch((error: unknown) => error);
  await connecting;
  waiting.abort(reason);
  expect(await failed).toBe(reason);
  const closed = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('close', resolve)),
  );
  connectNow();
  await dispatcher.close();
  await closed;
  expect(received).toEqual([]);
});
