import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultResponse,
  type FaultRequest,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, TimeoutError, type GraphClientSettings, type RequestEvent } from '../client.ts';
import { HttpClient, type HttpRequest } from './http-client.ts';
import { route } from './route.ts';

const servers: { stop(): Promise<unknown> }[] = [];

afterAll(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(answer: (request: FaultRequest) => FaultResponse): Promise<FaultServer> {
  const server = await startFaultServer(answer);
  servers.push(server);
  return server;
}

const clientFor = ({ url }: { readonly url: string }, settings: Partial<GraphClientSettings> = {}) =>
  new GraphClient({ url, apiKey: null, ...settings });

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

const thread = { json: { thread_id: 't' } };

describe.concurrent('limits', () => {
  it('each stage has its own limit, and the error names the stage and the total time', async () => {
    const hanging = await serve(() => 'hang');
    const silent = await failure(clientFor(hanging, { timeouts: { headersMs: 30 } }).threads.get('t'));
    expect(silent).toBeInstanceOf(TimeoutError);
    expect(silent).toMatchObject({
      stage: 'headers',
      limitMs: 30,
      path: '/threads/t',
      spent: { attempts: 1 },
      message: expect.stringMatching(
        /^GET \/threads\/t: no response for 0\.03 s \(\d+\.\d s in all\)\.$/,
      ) as string,
    });
    const stalling = await serve(() => ({ chunks: ['{"thread'], stall: true }));
    // One limit at a time: a busy machine may take longer than any of them to begin an answer.
    const none = { headersMs: null, bodyMs: null, totalMs: null };
    for (const [stage, timeouts] of [
      ['body', { ...none, bodyMs: 30 }],
      ['total', { ...none, totalMs: 60 }],
    ] as const) {
      const error = await failure(clientFor(stalling, { timeouts }).threads.get('t'));
      expect(error).toMatchObject({ stage });
    }
  });

  it('the reported time includes all attempts and delays', async () => {
    const server = await serve(() => 'reset');
    const lost = await failure(clientFor(server, { retries: 2 }).threads.get('t'));
    expect(lost).toMatchObject({
      code: 'ECONNRESET',
      spent: { attempts: 3 },
      message: expect.stringMatching(/ \(3 attempts, \d+\.\d s in all\)\.$/) as string,
    });
    expect(server.requests).toHaveLength(3);
  });
});

/** Only the abort can end these: all limits are hours. */
const hours = 10_000_000;
const endless = { headersMs: hours, bodyMs: hours, totalMs: hours, streamHeadersMs: hours };

describe.concurrent('cancel', () => {
  const stages: [string, FaultResponse][] = [
    ['headers', 'hang'],
    ['body', { chunks: ['{"thread'], stall: true }],
    ['the body of an error', { status: 500, chunks: ['{"detail'], stall: true }],
    ['the pause before the next attempt', { status: 503, headers: { 'retry-after': '50' } }],
  ];
  it.for(stages)('an abort rejects at once while it waits for %s', async ([, answer], test) => {
    const server = await serve(() => answer);
    const controller = new AbortController();
    const client = clientFor(server, { timeouts: endless });
    const waiting = failure(client.threads.get('t', { signal: controller.signal }));
    await test.expect.poll(() => server.requests.length).toBe(1);
    controller.abort('enough');
    expect(await waiting).toBe('enough');
  });

  it('an abort rejects at once during a TLS handshake', async () => {
    const { url, connected, server } = await muteServer();
    const controller = new AbortController();
    const client = clientFor({ url }, { timeouts: endless });
    const waiting = failure(client.threads.get('t', { signal: controller.signal }));
    await connected;
    controller.abort('enough');
    expect(await waiting).toBe('enough');
    expect(server.listening).toBe(true);
  });

  it('an abort rejects at once before a stream, a wait or a join begins', async (test) => {
    const server = await serve(({ path }) =>
      path === '/info' ? { json: { version: '1' } } : path === '/threads/t' ? thread : 'hang',
    );
    const client = clientFor(server, { timeouts: endless, reconnect: { baseMs: hours, maxMs: hours } });
    const calls = [
      (signal: AbortSignal) => client.runs.stream('t', 'a', {}, { signal }).runId,
      (signal: AbortSignal) => client.runs.wait('t', 'a', {}, { signal }),
      (signal: AbortSignal) => client.runs.join('t', 'r', { signal }),
    ];
    for (const call of calls) {
      server.requests.length = 0;
      const controller = new AbortController();
      const waiting = failure(call(controller.signal));
      await test.expect.poll(() => server.requests.some(({ path }) => path.includes('/runs'))).toBe(true);
      controller.abort('enough');
      expect(await waiting).toBe('enough');
    }
  });
});

/** Accepts connections and never responds. */
async function muteServer(): Promise<{
  readonly url: string;
  readonly connected: Promise<void>;
  readonly server: Server;
}> {
  const server = createServer();
  const sockets = new Set<{ destroy(): unknown }>();
  const connected = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      resolve();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  servers.push({
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    },
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, connected, server };
}

describe.concurrent('retries', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const bodies: Partial<Record<HttpRequest['method'], string>> = { POST: '{}', PUT: '{}', PATCH: '{}' };
  const httpFor = (url: string): HttpClient => new HttpClient({ url, apiKey: null, retries: 3 });
  const send = (http: HttpClient, method: HttpRequest['method']): Promise<unknown> => {
    const bodyText = bodies[method];
    const body = bodyText === undefined ? {} : { bodyText };
    return failure(http.sendOnly({ method, route: route`/things`, options: {}, ...body }));
  };
  /** How often each method was sent to a server that always answers so. */
  async function counts(answer: FaultResponse): Promise<Record<string, number>> {
    const server = await serve(() => answer);
    const http = httpFor(server.url);
    await Promise.all(methods.map((method) => send(http, method)));
    const sent = (method: string): number =>
      server.requests.filter((request) => request.method === method).length;
    return Object.fromEntries(methods.map((method) => [method, sent(method)]));
  }
  const once = { GET: 1, HEAD: 1, POST: 1, PUT: 1, PATCH: 1, DELETE: 1 };
  const reads = { ...once, GET: 4, HEAD: 4 };

  it.each([400, 401, 403, 404, 409, 413, 422, 500])('%i is sent once by all six methods', async (status) => {
    expect(await counts({ status, body: 'no', headers: { 'retry-after': '0' } })).toEqual(once);
  });

  it.each([429, 502, 503, 504])(
    '%i is sent four times by GET and HEAD, once by the others',
    async (status) => {
      expect(await counts({ status, body: 'no', headers: { 'retry-after': '0' } })).toEqual(reads);
    },
  );

  it.each([502, 504])(
    '%i leaves unknown whether a change was made, and of a read nothing',
    async (status) => {
      const answered = await serve(() => ({ status, body: 'no', headers: { 'retry-after': '0' } }));
      const failures = await Promise.all(methods.map((method) => send(httpFor(answered.url), method)));
      expect(failures).toMatchObject(
        methods.map((method) => ({ method, isOutcomeUnknown: method !== 'GET' && method !== 'HEAD' })),
      );
      const client = new GraphClient({ url: answered.url, apiKey: null, retries: 0 });
      expect(await failure(client.threads.search())).toMatchObject({
        method: 'POST',
        isOutcomeUnknown: false,
      });
      expect(await failure(client.store.deleteItem(['a'], 'k'))).toMatchObject({
        hint: expect.stringContaining('Check whether') as string,
      });
    },
  );

  it('a request on a cut connection is retried by GET and HEAD only: it may have arrived', async () => {
    expect(await counts('reset')).toEqual(reads);
  });

  it('a closed port is retried by all six methods: nothing was sent', async () => {
    const { url, stop } = await startFaultServer(() => 'hang');
    await stop();
    const refused = await Promise.all(methods.map((method) => send(httpFor(url), method)));
    expect(refused).toMatchObject(
      methods.map((method) => ({ method, code: 'ECONNREFUSED', unsent: true, spent: { attempts: 4 } })),
    );
  });

  it('waits as long as the server requests, and fails if that is too long', async () => {
    let requestCount = 0;
    const server = await serve(() => {
      requestCount += 1;
      return requestCount === 1
        ? { status: 429, headers: { 'retry-after': '0' }, body: 'slow down' }
        : thread;
    });
    expect(await clientFor(server).threads.get('t')).toEqual(thread.json);
    const strict = await serve(() => ({ status: 429, headers: { 'retry-after': '61' }, body: 'slow down' }));
    const error = await failure(clientFor(strict).threads.get('t'));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 61_000, serverText: 'slow down' });
    expect(strict.requests).toHaveLength(1);
  });

  it('a run is sent once, even if it was certainly not sent', async () => {
    const server = await serve(({ path }) =>
      path === '/info'
        ? { json: { version: '1' } }
        : { status: 503, body: 'no', headers: { 'retry-after': '0' } },
    );
    await failure(clientFor(server).runs.create('t', 'a', {}));
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const gone = await startFaultServer(() => 'hang');
    await gone.stop();
    const events: RequestEvent[] = [];
    const client = clientFor(gone, { retries: 2, onRequest: (event) => events.push(event) });
    const refused = await failure(client.runs.stream(null, 'a', {}).runId);
    expect(refused).toMatchObject({ code: 'ECONNREFUSED', unsent: true });
    // `/info` is a read, which is sent again.
    expect(events.filter(({ phase, method }) => phase === 'start' && method === 'POST')).toHaveLength(1);
  });
});
