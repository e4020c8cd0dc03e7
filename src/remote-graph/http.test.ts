import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultAnswer,
  type FaultRequest,
  type FaultServer,
} from '../testing/fault-server.ts';
import {
  ArgumentError,
  GraphClient,
  GraphServerError,
  ProtocolError,
  RedirectError,
  TimeoutError,
  TooLargeError,
  textOf,
  type GraphClientSettings,
  type RequestEvent,
} from './index.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(answer: (request: FaultRequest) => FaultAnswer): Promise<FaultServer> {
  const server = await startFaultServer(answer);
  servers.push(server);
  return server;
}

const clientFor = (server: FaultServer, settings: Partial<GraphClientSettings> = {}): GraphClient =>
  new GraphClient({ url: server.url, apiKey: null, ...settings });

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );

const thread = { json: { thread_id: 't' } };
const askedTo = ({ requests }: FaultServer): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

describe('requests', () => {
  it('C-1: each stage has its own limit, and a hanging server is told by its stage', async () => {
    const hanging = await serve(() => 'hang');
    const timeouts = { headersMs: 30, bodyMs: 30 };
    const silent = await failure(clientFor(hanging, { timeouts }).threads.get('t'));
    expect(silent).toBeInstanceOf(TimeoutError);
    expect(silent).toMatchObject({ stage: 'headers', limitMs: 30, path: '/threads/t' });
    const stalling = await serve(() => ({ chunks: ['{"thread'], stall: true }));
    expect(await failure(clientFor(stalling, { timeouts }).threads.get('t'))).toMatchObject({
      stage: 'body',
    });
  });

  it('an abort ends a request with its own reason, also while it waits to be sent again', async () => {
    const server = await serve(() => ({ status: 503, headers: { 'retry-after': '50' } }));
    const controller = new AbortController();
    const waiting = failure(clientFor(server).threads.get('t', { signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort('enough');
    expect(await waiting).toBe('enough');
  });

  it('C-2: only reads are sent again, and only for what may pass', async () => {
    const statuses = [400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504];
    const calls: Record<string, (client: GraphClient) => Promise<unknown>> = {
      GET: (client) => client.threads.get('t'),
      'POST search': (client) => client.threads.search(),
      'POST update': (client) => client.threads.updateState('t', { values: {} }),
      PATCH: (client) => client.threads.update('t', { metadata: {} }),
      DELETE: (client) => client.threads.delete('t'),
      'POST run': (client) => client.runs.create('t', 'a', { config: {} }),
    };
    for (const status of statuses) {
      const server = await serve(({ path }) =>
        path === '/info' || path === '/threads/t/runs/none'
          ? { json: { version: '1' } }
          : { status, body: 'no', headers: { 'retry-after': '0' } },
      );
      const client = clientFor(server, { reconnect: { baseMs: 1 }, retries: 2 });
      for (const [name, call] of Object.entries(calls)) {
        server.requests.length = 0;
        await failure(call(client));
        const method = name.split(' ')[0];
        const sent = server.requests.filter((request) => request.method === method).length;
        const repeats = method === 'GET' && [429, 502, 503, 504].includes(status);
        expect(sent, `${name} ${status}`).toBe(repeats ? 3 : 1);
      }
    }
  });

  it('C-2: waits as long as the server asks, and tells when that is too long', async () => {
    let asked = 0;
    const server = await serve(() => {
      asked += 1;
      return asked === 1 ? { status: 429, headers: { 'retry-after': '0' }, body: 'slow down' } : thread;
    });
    expect(await clientFor(server).threads.get('t')).toEqual(thread.json);
    const strict = await serve(() => ({ status: 429, headers: { 'retry-after': '61' }, body: 'slow down' }));
    const error = await failure(clientFor(strict).threads.get('t'));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 61_000, serverText: 'slow down' });
    expect(strict.requests).toHaveLength(1);
  });

  it('a port that fetch blocks is named as such', async () => {
    const client = new GraphClient({ url: 'http://127.0.0.1:9', apiKey: null, retries: 0 });
    expect(await failure(client.meta.ok())).toMatchObject({ code: 'ERR_UNSAFE_PORT', unsent: true });
  });

  it('C-2: what was certainly not sent is told as such; a run is not even then sent again', async () => {
    const server = await serve(() => thread);
    await server.stop();
    const events: RequestEvent[] = [];
    const client = clientFor(server, { retries: 2, onRequest: (event) => events.push(event) });
    const sent = (): number => events.splice(0).filter(({ phase }) => phase === 'start').length;
    const refused = await failure(client.threads.search());
    expect(refused).toMatchObject({ code: 'ECONNREFUSED', unsent: true });
    expect(sent()).toBe(3);
    await failure(client.runs.stream(null, 'a', {}).runId);
    expect(sent()).toBe(1);
  });

  it('C-4: creating a thread can be repeated, because the client names it', async () => {
    let asked = 0;
    const server = await serve(({ body }) => {
      asked += 1;
      return asked === 1 ? 'reset' : { json: JSON.parse(body) };
    });
    const made = await clientFor(server).threads.create();
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
    expect(made).toMatchObject({
      if_exists: 'do_nothing',
      thread_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('C-5: the key goes to no other origin, in any form of redirect', async () => {
    const foreign = await serve(() => thread);
    const targets = [
      `${foreign.url}/threads/t`,
      `//127.0.0.1:${foreign.port}/threads/t`,
      `http://localhost:${foreign.port}/`,
      `http://user@127.0.0.1:${foreign.port}/`,
      'https://127.0.0.1:1/',
      'file:///etc/passwd',
      'http://[bad',
    ];
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of targets) {
        const server = await serve(() => ({ status, headers: { location } }));
        const client = clientFor(server, { apiKey: 'secret' });
        for (const call of [
          () => client.threads.get('t'),
          () => client.threads.search(),
          () => client.runs.create('t', 'a'),
        ]) {
          expect(await failure(call()), `${status} ${location}`).toBeInstanceOf(RedirectError);
        }
      }
    }
    expect(foreign.requests).toEqual([]);
  });

  it('C-5: follows a few redirects within the origin, with the method kept', async () => {
    const server = await serve(({ path }) => {
      if (path.endsWith('/moved')) return { json: [] };
      return path === '/loop' || path === '/threads/loop'
        ? { status: 302, headers: { location: '/loop' } }
        : { status: 307, headers: { location: `${path}/moved` } };
    });
    const client = clientFor(server);
    expect(await client.threads.search({ limit: 3 })).toEqual([]);
    expect(server.requests.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'POST /threads/search {"limit":3,"offset":0}',
      'POST /threads/search/moved {"limit":3,"offset":0}',
    ]);
    expect(await failure(client.threads.get('loop'))).toMatchObject({ name: 'RedirectError' });
    expect(server.requests.length).toBeLessThan(10);
  });

  it('C-8: no key is picked up by itself, and the given one goes with every request', async () => {
    const server = await serve(({ path }) => (path === '/info' ? { json: { version: '1' } } : thread));
    const keys = (): unknown[] => server.requests.splice(0).map(({ headers }) => headers['x-api-key']);
    const before = process.env['LANGGRAPH_API_KEY'];
    process.env['LANGGRAPH_API_KEY'] = 'from the environment';
    try {
      await new GraphClient({ url: server.url }).threads.get('t');
      expect(keys()).toEqual([undefined]);
    } finally {
      if (before === undefined) delete process.env['LANGGRAPH_API_KEY'];
      else process.env['LANGGRAPH_API_KEY'] = before;
    }
    const env = { LANGGRAPH_API_KEY: ' ', LANGSMITH_API_KEY: ' "mine" ', LANGCHAIN_API_KEY: 'other' };
    await new GraphClient({ url: server.url, env }).threads.get('t');
    await new GraphClient({ url: server.url, env, apiKey: null }).threads.get('t');
    await new GraphClient({ url: server.url, env, apiKey: 'given' }).meta.info();
    expect(keys()).toEqual(['mine', undefined, 'given']);
  });

  it('C-8: refuses headers and addresses that would hide a key or break a request', async () => {
    const url = 'http://127.0.0.1:1';
    expect(() => new GraphClient({ url, headers: { 'X-Api-Key': 'a' } })).toThrow(ArgumentError);
    expect(() => new GraphClient({ url, apiKey: 'line\nbreak' })).toThrow('x-api-key');
    expect(() => new GraphClient({ url, headers: { 'x y': 'secret' } })).toThrow(
      /^The header "x y" has a name or a value/,
    );
  });

  it.each(['', 'host:1', 'file:///etc', 'http://a:b@host', 'http://host?x=1', 'http://host#x'])(
    'refuses %j as the address of a server',
    (bad) => {
      expect(() => new GraphClient({ url: bad })).toThrow(ArgumentError);
    },
  );

  it('keeps a base path, merges headers and parameters, and sends no content type without a body', async () => {
    const server = await serve(() => thread);
    const events: RequestEvent[] = [];
    const client = new GraphClient({
      url: `${server.url}/base//`,
      headers: { 'X-One': 'client', 'X-Two': 'client' },
      onRequest: (event) => events.push(event),
    });
    await client.threads.get('t', {
      headers: { 'x-one': 'call' },
      params: { include: 'ttl' },
      purpose: 'test',
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/base/threads/t');
    expect(request?.headers).toMatchObject({
      'x-one': 'call',
      'x-two': 'client',
      accept: 'application/json',
    });
    expect(request?.headers['content-type']).toBeUndefined();
    const common = {
      id: 1,
      purpose: 'test',
      method: 'GET',
      path: '/threads/t?include=ttl',
      requestBody: null,
    };
    expect(events).toEqual([
      { phase: 'start', ...common },
      { phase: 'answer', ...common, status: 200, ms: expect.any(Number) },
    ]);
  });

  it('tells a log why there was no answer', async () => {
    const server = await serve(({ method }) => (method === 'GET' ? { status: 404, body: 'gone' } : 'reset'));
    const events: RequestEvent[] = [];
    const client = clientFor(server, { onRequest: (event) => events.push(event) });
    await failure(client.threads.get('t'));
    await failure(client.threads.update('t', { metadata: { a: null } }));
    expect(
      events.map(({ phase, id, status, problem, requestBody }) => [phase, id, status, problem, requestBody]),
    ).toEqual([
      ['start', 1, undefined, undefined, null],
      ['answer', 1, 404, 'gone', null],
      ['start', 2, undefined, undefined, '{"metadata":{"a":null}}'],
      ['fail', 2, undefined, expect.stringContaining('cut'), '{"metadata":{"a":null}}'],
    ]);
  });

  it('C-10: a small compressed answer that is huge inside is stopped at the limit', async () => {
    const body = gzipSync(Buffer.alloc(50 * 2 ** 20, ' '));
    const server = await serve(() => ({ headers: { 'content-encoding': 'gzip' }, body }));
    const error = await failure(clientFor(server, { maxAnswerBytes: 2 ** 20 }).threads.get('t'));
    expect(body.length).toBeLessThan(2 ** 20);
    expect(error).toBeInstanceOf(TooLargeError);
    expect(error).toMatchObject({ limitBytes: 2 ** 20 });
  });

  it.each<[string, FaultAnswer, string]>([
    [
      'a web page',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Log in' },
      '<!doctype html>',
    ],
    ['another program', { json: { hello: 'world' } }, '{"hello":"world"}'],
    ['an empty answer', { body: '' }, ''],
    ['no content', { status: 204 }, ''],
    ['a bare text', { json: 'hi' }, '"hi"'],
    ['NaN', { body: '{"thread_id": NaN}' }, '{"thread_id": NaN}'],
    ['much text', { body: 'x'.repeat(5000) }, 'x'.repeat(200)],
  ])('C-12: %s at the address is told as not a graph server', async (_, answer, sample) => {
    const client = clientFor(await serve(() => answer));
    for (const call of [
      () => client.threads.get('t'),
      () => client.threads.search(),
      () => client.meta.info(),
      () => client.assistants.search(),
      () => client.runs.list('t'),
    ]) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error).toMatchObject({ sample: expect.stringContaining(sample) });
    }
    await expect(client.runs.stream(null, 'a', {}).runId).rejects.toThrow('instead of a stream');
  });

  it('C-16: an error status keeps the words and the request id of the server', async () => {
    const server = await serve(() => ({
      status: 422,
      headers: { 'x-request-id': 'r-1' },
      json: { detail: [{ loc: ['body', 'limit'], msg: 'too large' }] },
    }));
    const error = await failure(clientFor(server).threads.search());
    expect(error).toBeInstanceOf(GraphServerError);
    expect(error).toMatchObject({
      serverText: 'body.limit: too large',
      requestId: 'r-1',
      path: '/threads/search',
    });
  });

  it('J-1: keeps the text of answers and of the elements of lists', async () => {
    const body = '[{"thread_id":"a","values":{"n":9007199254740993,"f":1.0}}, {"thread_id":"b"}]';
    const threads = await clientFor(await serve(() => ({ body }))).threads.search();
    expect(textOf(threads)).toBe(body);
    expect(threads.map((each) => textOf(each))).toEqual([
      '{"thread_id":"a","values":{"n":9007199254740993,"f":1.0}}',
      '{"thread_id":"b"}',
    ]);
    expect(() => textOf({})).toThrow(ArgumentError);
  });

  it('asks for one thing at a time', async () => {
    const server = await serve(() => thread);
    await clientFor(server).threads.get('t');
    expect(askedTo(server)).toEqual(['GET /threads/t']);
  });
});
