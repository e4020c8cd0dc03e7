import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectNet, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fc } from '../testing/fast-check.ts';
import { scaled } from '../testing/test-scale.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { contractName } from '../shared/contract-name.ts';
import { contract, type StudioContract } from '../shared/contract.ts';
import { createRpcClient } from '../shared/rpc/client.ts';
import { stubHandlers } from '../testing/renderer/stub-handlers.ts';
import { sendRequest } from '../testing/fault-servers/raw-http.ts';
import { startTestHost, type TestHost } from './test-host.ts';
import { createSocketPort } from './socket-port.ts';
import { closeCodes, socketLimits } from './socket-server.ts';

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function open(host: TestHost, options?: Parameters<TestHost['socket']>[0]): Promise<WebSocket> {
  const socket = await host.socket(options);
  sockets.push(socket);
  return socket;
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

describe('who may open the socket', () => {
  test.each([
    ['no origin', {}, 403],
    ['another site', { origin: 'https://evil.test' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a wrong host', { host: 'evil.test' }, 421],
    ['another site by its fetch metadata', { origin: 'own', 'sec-fetch-site': 'cross-site' }, 403],
    ['this studio', { origin: 'own' }, 101],
  ])('%s', async (_, headers: Record<string, string>, status) => {
    await using host = await startTestHost({ limits: { ...socketLimits, authMs: 50 } });
    const requestHeaders = headers['origin'] === 'own' ? { ...headers, origin: host.origin } : headers;
    const answer = await sendRequest(host.port, 'GET', '/socket', { ...upgrade, ...requestHeaders });
    expect(answer.status).toBe(status);
  });

  test('no extension is agreed to, so that nothing is compressed', async () => {
    await using host = await startTestHost({ limits: { ...socketLimits, authMs: 50 } });
    const offer = { ...upgrade, origin: host.origin, 'sec-websocket-extensions': 'permessage-deflate' };
    const answer = await sendRequest(host.port, 'GET', '/socket', offer);
    expect(answer.status).toBe(101);
    expect(answer.headers).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe('the first message must be the token', () => {
  test('nothing is sent before it, and a socket that stays silent is ended', async () => {
    await using host = await startTestHost({ limits: { ...socketLimits, authMs: 100 } });
    const socket = await open(host, { token: null });
    const received: unknown[] = [];
    socket.on('message', (data) => received.push(data));
    expect(await closeCode(socket)).toBe(closeCodes.tooSlow);
    expect(received).toEqual([]);
  });

  test.each([
    ['a wrong token', JSON.stringify({ type: 'auth', token: 'x'.repeat(43) })],
    ['a call', JSON.stringify({ type: 'call', id: 1, method: 'app.info', input: {} })],
    ['more than the token', JSON.stringify({ type: 'auth', token: '', more: 1 })],
    ['no JSON', 'hello'],
    ['bytes', Buffer.from('{"type":"auth","token":""}')],
  ])('%s ends the socket without a hint', async (_, first) => {
    await using host = await startTestHost();
    const socket = await open(host, { token: null });
    const received: unknown[] = [];
    socket.on('message', (data) => received.push(data));
    const closed = closeCode(socket);
    socket.send(first);
    expect(await closed).toBe(closeCodes.unauthorized);
    expect(received).toEqual([]);
  });
});

describe('bounds', () => {
  test('the thirty-third socket is refused, and one that leaves makes room', async () => {
    await using host = await startTestHost();
    const token = await host.token();
    for (let count = 0; count < 32; count += 1) await open(host, { token });
    const late = await open(host, { token: null });
    const closed = closeCode(late);
    late.send(JSON.stringify({ type: 'auth', token }));
    expect(await closed).toBe(closeCodes.tooManyWindows);
    const [first] = sockets;
    first?.close();
    await expect
      .poll(() =>
        host.socket({ token }).then(
          (socket) => sockets.push(socket) > 0,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('a message of more than 16 MB ends its socket only', async () => {
    await using host = await startTestHost();
    const [socket, other] = [await open(host), await open(host)];
    const closed = closeCode(socket);
    socket.send('x'.repeat(16 * 1024 * 1024 + 1));
    expect(await closed).toBe(1009);
    expect(other.readyState).toBe(other.OPEN);
  });

  test('a peer that answers no ping is ended, one that answers stays', async () => {
    await using host = await startTestHost({ limits: { ...socketLimits, pingMs: 40 } });
    const live = await open(host);
    let pings = 0;
    live.on('ping', () => (pings += 1));
    // A bare connection accepts the upgrade and then never answers a ping.
    const dead = connectNet({ host: '127.0.0.1', port: host.port });
    const headers = Object.entries({ host: `127.0.0.1:${host.port}`, origin: host.origin, ...upgrade });
    dead.write(
      `GET /socket HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    dead.resume();
    await once(dead, 'close');
    await expect.poll(() => pings).toBeGreaterThan(4);
    expect(live.readyState).toBe(live.OPEN);
  });
});

describe('strangers', () => {
  /** Opens sockets that never send a token, each again soon after it is ended, until the returned function is called. */
  const openStrangers = async (host: TestHost, count: number, act: (socket: WebSocket) => void) => {
    let isOver = false;
    const comeAgain = async (): Promise<void> => {
      const socket = await open(host, { token: null }).catch(() => null);
      if (!socket) return;
      socket.on('error', () => undefined);
      act(socket);
      void once(socket, 'close').then(async () => {
        await pause(20);
        if (!isOver) await comeAgain();
      });
    };
    await Promise.all(Array.from({ length: count }, comeAgain));
    return () => (isOver = true);
  };

  test('a good token gets in 20 of 20 times beside 40 silent and 31 talking strangers', async () => {
    await using host = await startTestHost();
    const token = await host.token();
    const stops = [
      await openStrangers(host, 40, () => undefined),
      await openStrangers(host, 31, (socket) => {
        for (let count = 0; count < 100; count += 1) socket.ping('x'.repeat(100));
        socket.send('x'.repeat(100_000));
      }),
    ];
    let entered = 0;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = await open(host, { token });
      entered += 1;
      socket.close();
      await once(socket, 'close');
    }
    for (const stop of stops) stop();
    expect(entered).toBe(20);
  });

  test('the oldest makes room, and none takes the place of a window', async () => {
    await using host = await startTestHost({ limits: { ...socketLimits, authMs: 60_000 } });
    const token = await host.token();
    const windows = [];
    for (let count = 0; count < 31; count += 1) windows.push(await open(host, { token }));
    const strangers = [];
    for (let count = 0; count < socketLimits.unauthenticated; count += 1)
      strangers.push(await open(host, { token: null }));
    const [oldest, second] = strangers;
    if (!oldest) throw new Error('There are strangers.');
    const ended = once(oldest, 'close');
    windows.push(await open(host, { token }));
    await ended;
    expect(second?.readyState).toBe(second?.OPEN);
    expect(windows.filter(({ readyState, OPEN }) => readyState !== OPEN)).toEqual([]);
  });

  test.each([
    ['one message', (socket: WebSocket) => socket.send('x'.repeat(5_000))],
    [
      'parts of a message',
      (socket: WebSocket) => {
        for (let count = 0; count < 5; count += 1) socket.send('x'.repeat(1_000), { fin: false });
      },
    ],
    [
      'pings',
      (socket: WebSocket) => {
        for (let count = 0; count < 50; count += 1) socket.ping('x'.repeat(100));
      },
    ],
  ])('4 KB without a token end the socket: %s', async (_, send) => {
    await using host = await startTestHost({ limits: { ...socketLimits, authMs: 60_000 } });
    const socket = await open(host, { token: null });
    socket.on('error', () => undefined);
    const closed = closeCode(socket);
    send(socket);
    // Cut off, without a closing handshake.
    expect(await closed).toBe(1006);
  });

  test('a token counts whatever follows it in the same packet', async () => {
    await using host = await startTestHost();
    const token = await host.token();
    const socket = await open(host, { token: null });
    const ready = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'auth', token }));
    socket.send('x'.repeat(50_000));
    const [first] = (await ready) as [Buffer];
    expect(JSON.parse(first.toString())).toMatchObject({ type: 'ready' });
    await expect(
      createRpcClient(createSocketPort(socket), 'after it').call('app.info', {}),
    ).rejects.toMatchObject({
      code: 'internal',
    });
  });

  test('300 half-sent requests and 300 idle connections keep nobody out, and the oldest go first', async () => {
    await using host = await startTestHost();
    const token = await host.token();
    const window = await open(host, { token });
    const raws: Socket[] = [];
    for (let count = 0; count < 600; count += 1) {
      const raw = connectNet({ host: '127.0.0.1', port: host.port });
      raw.on('error', () => undefined);
      await once(raw, 'connect');
      if (count % 2 === 0) raw.write('POST /session HTTP/1.1\r\nHost: ');
      raws.push(raw.resume());
    }
    await expect.poll(() => raws.slice(0, 300).filter(({ closed }) => !closed)).toEqual([]);
    expect((await sendRequest(host.port, 'GET', '/', {})).status).toBe(200);
    await open(host, { token });
    expect(window.readyState).toBe(window.OPEN);
    for (const raw of raws) raw.destroy();
  });
});

describe('ending all other sessions', () => {
  const client = (socket: WebSocket) =>
    createRpcClient<StudioContract>(createSocketPort(socket), contractName);

  test('their sockets, tokens and unused codes end at once; the own session and its other windows stay', async () => {
    await using host = await startTestHost();
    const [mine, other] = [await host.token(), await host.token()];
    const ours = [await open(host, { token: mine }), await open(host, { token: mine })];
    const theirs = [await open(host, { token: other }), await open(host, { token: other })];
    const [asking] = ours;
    if (!asking) throw new Error('There is a socket.');
    const code = host.freshCode();
    const closed = Promise.all(theirs.map(closeCode));
    const rpc = client(asking);
    expect(await rpc.call('sessions.countOthers', {})).toEqual({ others: 1 });
    expect(await rpc.call('sessions.endOthers', {})).toEqual({ ended: 1 });
    expect(await closed).toEqual([closeCodes.unauthorized, closeCodes.unauthorized]);
    expect(ours.filter(({ readyState, OPEN }) => readyState !== OPEN)).toEqual([]);

    const again = await open(host, { token: null });
    const refused = closeCode(again);
    again.send(JSON.stringify({ type: 'auth', token: other }));
    expect(await refused).toBe(closeCodes.unauthorized);
    const headers = { origin: host.origin, 'content-type': 'application/json' };
    const late = await sendRequest(host.port, 'POST', '/session', headers, JSON.stringify({ code }));
    expect(late.status).toBe(401);
    await open(host, { token: mine });
  });

  test('what an ended session sends before its socket is closed is not done', async () => {
    const done: string[] = [];
    const handlers = stubHandlers();
    const openLink = async ({ url }: { readonly url: string }) => {
      done.push(url);
      return {};
    };
    await using host = await startTestHost({
      handlers: { ...handlers, calls: { ...handlers.calls, 'app.openLink': openLink } },
    });
    const [mine, other] = [await open(host), await open(host)];
    const call = (url: string, id: number) =>
      JSON.stringify({ type: 'call', id, method: 'app.openLink', input: { url } });
    other.send(call('https://before.test/', 1));
    await expect.poll(() => done).toEqual(['https://before.test/']);
    // A peer that does not read the closing frame continues to send.
    other.pause();
    await client(mine).call('sessions.endOthers', {});
    other.send(call('https://after.test/', 2));
    other.resume();
    await once(other, 'close');
    expect(done).toEqual(['https://before.test/']);
  });
});

describe('what the socket is fed', () => {
  test('random messages leave the host alive and get no answer that was not asked for', async () => {
    await using host = await startTestHost();
    const socket = await open(host);
    const received: string[] = [];
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    const wild = fc.oneof(fc.string({ maxLength: 200 }), fc.json({ maxDepth: 3 }), looksRight);
    const texts = fc.sample(wild, { numRuns: scaled(10_000), seed: 20_261 });
    for (const text of texts) socket.send(text);
    const client = createRpcClient(createSocketPort(socket), 'after the noise');
    await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'internal' });
    const ours = received.map((text) => JSON.parse(text) as { type: string });
    expect(ours.filter(({ type }) => !['failed', 'done', 'result'].includes(type))).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('random bytes instead of frames end their own socket only', async () => {
    await using host = await startTestHost();
    const socket = await open(host);
    for (let count = 0; count < 50; count += 1) {
      const raw = connectNet({ host: '127.0.0.1', port: host.port });
      raw.on('error', () => undefined);
      const headers = Object.entries({ host: `127.0.0.1:${host.port}`, origin: host.origin, ...upgrade });
      raw.write(
        `GET /socket HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      );
      raw.write(randomBytes(200));
      raw.end();
      raw.resume();
      await once(raw, 'close');
    }
    expect(socket.readyState).toBe(socket.OPEN);
    const client = createRpcClient(createSocketPort(socket), 'after the noise');
    await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'internal' });
  });
});

test('a bug is logged without the keys that its text quotes', async () => {
  const logged: string[] = [];
  await using host = await startTestHost({
    log: (_level, message) => logged.push(message),
    scrub: (text) => text.replaceAll('only exists for tests', '[secret]'),
  });
  const client = createRpcClient(createSocketPort(await open(host)), 'a bug');
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'internal' });
  expect(logged).toEqual([expect.stringMatching(/^app\.info: Error: This back end \[secret\]\.\n\s+at /)]);
});

test('two windows are served by one back end', async () => {
  await using host = await startTestHost();
  const clients = [await open(host), await open(host)].map((socket) =>
    createRpcClient(createSocketPort(socket), 'two windows'),
  );
  for (const client of clients)
    await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'internal' });
});

/** Messages that have the right form and wrong contents. */
const looksRight = fc
  .record(
    {
      type: fc.constantFrom('call', 'open', 'taken', 'cancel', 'hello', 'auth'),
      id: fc.oneof(fc.integer({ min: 1_000, max: 1_050 }), fc.constantFrom(0, -1, 1.5, Number.MAX_VALUE)),
      method: fc.constantFrom(...Object.keys(contract.calls), 'constructor', '__proto__', 'toString', ''),
      stream: fc.constantFrom(...Object.keys(contract.streams), 'valueOf'),
      input: fc.jsonValue(),
      contract: fc.string(),
    },
    { requiredKeys: ['type'] },
  )
  .map((message) => JSON.stringify(message));
