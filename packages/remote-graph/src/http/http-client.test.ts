import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultResponse,
  type FaultRequest,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import {
  ArgumentError,
  GraphClient,
  GraphServerError,
  ProtocolError,
  UnconfirmedChangeError,
  RedirectError,
  TooLargeError,
  rawTextOf,
  type GraphClientSettings,
  type RequestEvent,
  type ResponseEvent,
} from '../index.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(answer: (request: FaultRequest) => FaultResponse): Promise<FaultServer> {
  const server = await startFaultServer(answer);
  servers.push(server);
  return server;
}

const clientFor = (server: FaultServer, settings: Partial<GraphClientSettings> = {}): GraphClient =>
  new GraphClient({ url: server.url, apiKey: null, ...settings });

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

const thread = { json: { thread_id: 't' } };
const pathsOf = ({ requests }: FaultServer): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

describe('requests', () => {
  it('reports a port that fetch blocks', async () => {
    const client = new GraphClient({ url: 'http://127.0.0.1:9', apiKey: null, retries: 0 });
    expect(await failure(client.meta.ok())).toMatchObject({ code: 'ERR_UNSAFE_PORT', unsent: true });
  });

  it('creating a thread can be repeated, because the client chooses the id', async () => {
    let requestCount = 0;
    const server = await serve(({ body }) => {
      requestCount += 1;
      return requestCount === 1 ? 'reset' : { json: JSON.parse(body) };
    });
    const created = await clientFor(server).threads.create();
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
    expect(created).toMatchObject({
      if_exists: 'do_nothing',
      thread_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it.each([
    ['threads', (client: GraphClient) => client.threads.search()],
    ['assistants', (client: GraphClient) => client.assistants.search()],
    ['crons', (client: GraphClient) => client.crons.search()],
    [
      'histories by metadata',
      (client: GraphClient) => client.threads.getHistory('t', { metadata: { a: 1 } }),
    ],
  ])('a search for %s is repeated, because it changes nothing', async (_, search) => {
    let requestCount = 0;
    const server = await serve(() => {
      requestCount += 1;
      return requestCount === 1 ? 'reset' : { json: [] };
    });
    expect(await search(clientFor(server))).toEqual([]);
    expect(requestCount).toBe(2);
    expect(new Set(pathsOf(server)).size).toBe(1);
  });

  it('sends the key to no other origin, after any kind of redirect', async () => {
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

  it('follows a few redirects within the origin, with the method kept', async () => {
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

  it('reads no key from the environment, and sends the given one with every request', async () => {
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

  it('rejects headers and addresses that would hide a key or break a request', async () => {
    const url = 'http://127.0.0.1:1';
    expect(() => new GraphClient({ url, headers: { 'X-Api-Key': 'a' } })).toThrow(ArgumentError);
    expect(() => new GraphClient({ url, apiKey: 'line\nbreak' })).toThrow('x-api-key');
    expect(() => new GraphClient({ url, headers: { 'x y': 'secret' } })).toThrow(
      /^The header "x y" has an invalid name or value/,
    );
  });

  it.each(['', 'host:1', 'file:///etc', 'http://a:b@host', 'http://host?x=1', 'http://host#x'])(
    'rejects %j as the address of a server',
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

  it('reports headers and the start of the body, of successful and failed responses', async () => {
    const long = { json: { ...thread.json, metadata: { text: 'x'.repeat(50_000) } } };
    const server = await serve(({ method }) => (method === 'GET' ? long : { status: 404, body: 'gone' }));
    const logged: ResponseEvent[] = [];
    const client = clientFor(server, { onResponse: (event) => logged.push(event) });
    await client.threads.get('t');
    await failure(client.threads.update('t', { metadata: { a: null } }));
    expect(logged.map(({ id, body, isTruncated }) => [id, body?.length, isTruncated])).toEqual([
      [1, 20_480, true],
      [2, 4, false],
    ]);
    expect(logged[0]?.headers.get('content-type')).toContain('json');
  });

  it('reports why there was no response', async () => {
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

  it('stops decompressing a response at the limit', async () => {
    const body = gzipSync(Buffer.alloc(50 * 2 ** 20, ' '));
    const server = await serve(() => ({ headers: { 'content-encoding': 'gzip' }, body }));
    const error = await failure(clientFor(server, { maxAnswerBytes: 2 ** 20 }).threads.get('t'));
    expect(body.length).toBeLessThan(2 ** 20);
    expect(error).toBeInstanceOf(TooLargeError);
    expect(error).toMatchObject({ limitBytes: 2 ** 20 });
  });

  it.each<[string, FaultResponse, string]>([
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
  ])('reports %s as not a graph server', async (_, answer, sample) => {
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
    await expect(client.runs.stream(null, 'a', {}).runId).rejects.toThrow('not an event stream');
  });

  it('keeps the error and the request id of the server', async () => {
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

  it('keeps the text of responses and of list items', async () => {
    const body = '[{"thread_id":"a","values":{"n":9007199254740993,"f":1.0}}, {"thread_id":"b"}]';
    const threads = await clientFor(await serve(() => ({ body }))).threads.search();
    expect(rawTextOf(threads)).toBe(body);
    expect(threads.map((each) => rawTextOf(each))).toEqual([
      '{"thread_id":"a","values":{"n":9007199254740993,"f":1.0}}',
      '{"thread_id":"b"}',
    ]);
    expect(() => rawTextOf({})).toThrow(ArgumentError);
  });

  it('sends one request at a time', async () => {
    const server = await serve(() => thread);
    await clientFor(server).threads.get('t');
    expect(pathsOf(server)).toEqual(['GET /threads/t']);
  });
});

describe('a change that a page answers', () => {
  it('is not confirmed, whatever the status says', async () => {
    const server = await serve(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Sign in</title>',
    }));
    const client = clientFor(server);
    for (const change of [
      () => client.runs.delete('t', 'r'),
      () => client.runs.cancel('t', 'r'),
      () => client.store.deleteItem(['a'], 'k'),
    ]) {
      const error = await failure(change());
      expect(error).toBeInstanceOf(UnconfirmedChangeError);
      expect(error).toMatchObject({ sample: expect.stringContaining('Sign in') });
    }
  });
});
