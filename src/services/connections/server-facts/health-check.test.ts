import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { ConnectionHealth } from '../../../shared/model/connection.ts';
import { checkServer, type HealthResult } from './health-check.ts';
import { readServerInfo, unknownServer } from './server-info.ts';

const jsInfo = {
  version: '1.5.1',
  langgraph_js_version: '1.4.18',
  context: 'js',
  flags: { assistants: true, crons: false },
};
const page = `<!doctype html><html><body>${'Sign in '.repeat(100)}</body></html>`;

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serverOf(info: Reply, rest: Reply): Promise<string> {
  const answer: RequestListener = (request, response) => {
    const { status = 200, body = '', type = 'application/json' } = request.url === '/info' ? info : rest;
    request.resume();
    response.writeHead(status, { 'content-type': type, connection: 'close' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return listen(createServer(answer));
}

function check(url: string): Promise<HealthResult> {
  const client = new GraphClient({ url, apiKey: null, retries: 0 });
  return checkServer(client, { url }, 'test');
}

const html = (status = 200): Reply => ({ status, body: page, type: 'text/html' });
const good: Reply = { body: jsInfo };
const list: Reply = { body: [] };

const cases: readonly (readonly [
  name: string,
  info: Reply,
  rest: Reply,
  state: HealthResult['state'],
  code: string | null,
])[] = [
  ['a graph server', good, list, 'connected', null],
  ['a graph server without /info', { status: 404, body: { detail: 'Not Found' } }, list, 'connected', null],
  [
    'a wrong key (401)',
    good,
    { status: 401, body: 'no key', type: 'text/plain' },
    'needs-key',
    'unauthorized',
  ],
  ['a key without rights (403)', good, { status: 403 }, 'needs-key', 'forbidden'],
  [
    'a server that wants the key for /info too',
    { status: 401 },
    { status: 401 },
    'needs-key',
    'unauthorized',
  ],
  ['another web server', html(), html(), 'wrong-server', 'not-a-graph-server'],
  ['another web server, 404 everywhere', html(404), html(404), 'wrong-server', 'not-a-graph-server'],
  ['a web server that refuses POST with 403', html(), html(403), 'wrong-server', 'not-a-graph-server'],
  [
    'another JSON API',
    { body: { name: 'other' } },
    { body: { items: [] } },
    'wrong-server',
    'not-a-graph-server',
  ],
  [
    'a graph server under another base path',
    { status: 404 },
    { status: 404 },
    'wrong-server',
    'not-a-graph-server',
  ],
  ['an empty 200', { body: '' }, { body: '' }, 'wrong-server', 'not-a-graph-server'],
  ['an empty 204', { status: 204 }, { status: 204 }, 'wrong-server', 'not-a-graph-server'],
  ['a failing server', { status: 500 }, { status: 500 }, 'failing', 'server-failed'],
  ['a server that fails behind /info', good, { status: 503 }, 'failing', 'server-failed'],
  ['a proxy without its server', html(502), html(502), 'failing', 'server-failed'],
  ['a server that is asked too often', good, { status: 429 }, 'failing', 'rate-limited'],
];

describe('checkServer', () => {
  it.each(cases)('%s', async (_name, info, rest, state, code) => {
    const health = await check(await serverOf(info, rest));
    expect({ state: health.state, code: health.problem?.code ?? null }).toEqual({ state, code });
    expect(health.problem?.hint ?? 'fine').not.toBe('');
    expect(() => ConnectionHealth.parse({ connectionId: 'x', ...health })).not.toThrow();
  });

  it('shows the first 200 characters of a wrong response', async () => {
    for (const status of [200, 404]) {
      const { problem } = await check(await serverOf(html(status), html(status)));
      expect(problem?.details['server']).toBe(page.slice(0, 200));
    }
  });

  it('reports version, runtime, capabilities and duration', async () => {
    const health = await check(await serverOf(good, list));
    expect(health.server).toMatchObject({ version: '1.5.1', runtime: 'js', runtimeVersion: '1.4.18' });
    expect(health.server?.capabilities.crons).toMatchObject({
      available: false,
      reason: expect.stringMatching(/Crons/),
    });
    expect(health.server?.capabilities.xrayDepth.available).toBe(false);
    expect(health.latencyMs).toBeGreaterThan(0);
  });

  it('a closed port is unreachable, and the hint mentions localhost', async () => {
    const url = await serverOf(good, list);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const health = await check(url);
    expect(health).toMatchObject({ state: 'unreachable', latencyMs: null, problem: { code: 'unreachable' } });
    expect(health.problem?.hint).toContain('localhost');
  });

  it('an unknown host name is unreachable', async () => {
    // `.invalid` never resolves (RFC 2606).
    const health = await check('http://host.invalid:2024');
    // Without a network, names can't be looked up.
    expect(['unreachable', 'offline']).toContain(health.state);
    expect(health.problem?.message).toMatch(/name/);
  });

  it.each(['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'])(
    '%s means that this computer is offline',
    async (code) => {
      const broken: typeof fetch = () =>
        Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
      const url = 'http://graphs.example';
      const client = new GraphClient({ url, apiKey: null, retries: 0, fetch: broken });
      expect(await checkServer(client, { url }, 'test')).toMatchObject({
        state: 'offline',
        problem: { code: 'unreachable' },
      });
    },
  );

  it('a server that closes the connection is unreachable', async () => {
    const url = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await check(url)).toMatchObject({ state: 'unreachable', problem: { code: 'unreachable' } });
  });

  it('https at a port that speaks plain HTTP says so', async () => {
    const url = (await serverOf(good, list)).replace('http:', 'https:');
    const health = await check(url);
    expect(health.state).toBe('unreachable');
    expect(health.problem?.hint).toContain('http://');
  });

  it('a redirect to another origin is reported, and not followed', async () => {
    let requestCount = 0;
    const other = await listen(
      createServer((_request, response) => {
        requestCount += 1;
        response.end();
      }),
    );
    const url = await listen(
      createServer((request, response) => {
        request.resume();
        response.writeHead(302, { location: `${other}/login`, connection: 'close' });
        response.end();
      }),
    );
    const health = await check(url);
    expect(health).toMatchObject({
      state: 'wrong-server',
      problem: { details: { target: `${other}/login` } },
    });
    expect(requestCount).toBe(0);
  });
});

describe('readServerInfo', () => {
  it.each([null, 5, 'text', [], {}, { name: 'other' }, { version: 7 }])(
    '%j is not the response of a graph server',
    (answer) => {
      expect(readServerInfo(answer)).toBeNull();
    },
  );

  it('recognizes the X-ray depth and crons of a Python server', () => {
    const info = readServerInfo({ version: '0.5', langgraph_py_version: '1.0', flags: { crons: true } });
    expect(info).toMatchObject({
      runtime: 'python',
      runtimeVersion: '1.0',
      capabilities: { crons: { available: true }, xrayDepth: { available: true } },
    });
  });

  it('reports unknown capabilities of an unknown server', () => {
    expect(readServerInfo({ version: '9' })).toEqual({ ...unknownServer, version: '9' });
  });
});

it('a timeout is reported with the limit of this check', async () => {
  const sockets = new Set<Socket>();
  const url = await listen(createTcpServer((socket) => void sockets.add(socket)));
  const client = new GraphClient({ url, apiKey: null, retries: 0 });
  const health = await checkServer(client, { url }, 'test', undefined, undefined, 50);
  expect(health).toMatchObject({
    state: 'unreachable',
    problem: { code: 'timeout', message: 'The server took longer than 0.05 s to respond.' },
  });
  for (const socket of sockets) socket.destroy();
});
