import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { sendRaw, sendRequest, type RawResponse } from '../testing/fault-servers/raw-http.ts';
import { startTestHost, type TestHost } from './test-host.ts';

const json = { 'content-type': 'application/json' };

/** Requests that cover all kinds of responses of the host. */
async function everyAnswer(host: TestHost): Promise<readonly RawResponse[]> {
  const { port, origin } = host;
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  return Promise.all([
    sendRequest(port, 'GET', '/', {}),
    sendRequest(port, 'GET', '/assets/index.js', {}),
    sendRequest(port, 'GET', '/nothing', {}),
    sendRequest(port, 'GET', '/session', {}),
    sendRequest(port, 'HEAD', '/', { origin }),
    sendRequest(port, 'PUT', '/', { origin, ...json }, '{}'),
    sendRequest(port, 'GET', '/', { host: 'evil.test' }),
    sendRequest(port, 'OPTIONS', '/session', { origin: 'https://evil.test' }),
    sendRequest(port, 'POST', '/session', { origin, ...json }, '{"code":"wrong"}'),
    sendRequest(port, 'POST', '/session', { origin, ...json }, JSON.stringify({ code: host.freshCode() })),
    sendRequest(port, 'POST', '/session', { origin, ...json }, 'x'.repeat(2_000)),
    sendRequest(port, 'GET', '/socket', { ...upgrade, host: 'evil.test' }),
    sendRequest(port, 'GET', '/socket', { ...upgrade, origin: 'https://evil.test' }),
    sendRequest(port, 'GET', '/elsewhere', { ...upgrade, origin }),
    sendRaw(port, 'nonsense\r\n\r\n'),
  ]);
}

test('the studio is not reachable through an address of the network', async () => {
  await using host = await startTestHost();
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((face) => face && !face.internal && face.family === 'IPv4')?.address;
  // Without a network, another loopback address is used instead.
  const socket = connect({ host: outside ?? '127.0.0.2', port: host.port });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

describe('raw requests with a wrong host', () => {
  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 400],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.test\r\n\r\n', 400],
    ['another host', 'GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.test:PORT\r\n\r\n', 421],
    ['a trailing dot', 'GET / HTTP/1.1\r\nHost: localhost.:PORT\r\n\r\n', 421],
    ['another port', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n', 421],
    ['an absolute target', 'GET http://evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 421],
    ['a static file', 'GET /assets/index.js HTTP/1.1\r\nHost: evil.test\r\n\r\n', 421],
    ['a path that is not there', 'GET /nothing HTTP/1.1\r\nHost: evil.test\r\n\r\n', 421],
    [
      'an upgrade',
      'GET /socket HTTP/1.1\r\nHost: evil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      421,
    ],
  ])('%s', async (_, text, status) => {
    await using host = await startTestHost();
    expect((await sendRaw(host.port, text.replaceAll('PORT', String(host.port)))).status).toBe(status);
  });

  test('a tunnel to another host gets no connection', async () => {
    await using host = await startTestHost();
    const answer = await sendRaw(
      host.port,
      `CONNECT evil.test:443 HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n\r\n`,
    );
    expect(answer.status).not.toBe(200);
  });
});

test('no answer allows another site, sets a cookie or lacks a security header', async () => {
  await using host = await startTestHost();
  const answers = await everyAnswer(host);
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, 200, 400, 401, 403, 403, 404, 404, 405, 405, 413, 421, 421]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const names = Object.keys(headers);
    expect(names.filter((name) => name.startsWith('access-control-') || name === 'set-cookie')).toEqual([]);
  }
});

describe('the exchange of a code', () => {
  const postCode = async (host: TestHost, code: unknown) =>
    sendRequest(host.port, 'POST', '/session', { origin: host.origin, ...json }, JSON.stringify({ code }));

  test('returns the token once, and the same error for every refusal', async () => {
    await using host = await startTestHost();
    const code = host.freshCode();
    const first = await postCode(host, code);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect((JSON.parse(first.body) as { token: string }).token).toMatch(/^[\w-]{43}$/);
    const refusals = await Promise.all([
      postCode(host, code),
      postCode(host, 'guess'),
      postCode(host, ''),
      postCode(host, 7),
      postCode(host, null),
    ]);
    expect(new Set(refusals.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(refusals[0]?.status).toBe(401);
  });

  test('neither the page nor the log contains a code or token', async () => {
    await using host = await startTestHost();
    const code = host.freshCode();
    const token = await host.token();
    const bodies = (await everyAnswer(host))
      .filter(({ body }) => !body.startsWith('{"token"'))
      .map(({ body }) => body);
    for (const text of [...bodies, ...host.logged]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(token);
    }
  });
});

test('a used code gives the session back to a tab that still has it, and a wrong token gives nothing', async () => {
  await using host = await startTestHost();
  const exchange = async (message: object) => {
    const headers = { origin: host.origin, ...json };
    const { status, body } = await sendRequest(
      host.port,
      'POST',
      '/session',
      headers,
      JSON.stringify(message),
    );
    return { status, token: body.startsWith('{') ? (JSON.parse(body) as { token: string }).token : null };
  };
  const code = host.freshCode();
  const { token } = await exchange({ code });
  expect(await exchange({ code, token })).toEqual({ status: 200, token });
  expect(await exchange({ code, token: 'x'.repeat(43) })).toEqual({ status: 401, token: null });
  expect(await exchange({ token })).toEqual({ status: 401, token: null });
});

describe('slow and huge requests', () => {
  test('closes 200 sockets that never finish their headers while serving a user', async () => {
    await using host = await startTestHost();
    const slow = await Promise.all(Array.from({ length: 200 }, () => openSlow(host.port)));
    const closed = Promise.all(slow.map((socket) => once(socket, 'close')));
    const answer = await sendRequest(host.port, 'GET', '/', {});
    expect(answer.status).toBe(200);
    // They are still open: the response above did not wait for their end.
    expect(slow.filter((socket) => socket.closed)).toEqual([]);
    await closed;
  });

  test('rejects headers beyond 16 KB with 431', async () => {
    await using host = await startTestHost();
    const answer = await sendRequest(host.port, 'GET', '/', { 'x-long': 'x'.repeat(17 * 1024) });
    expect(answer.status).toBe(431);
  });

  test('rejects a long body without reading it, declared or not', async () => {
    await using host = await startTestHost();
    const head = `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nOrigin: ${host.origin}\r\nContent-Type: application/json\r\n`;
    const declared = await sendRaw(host.port, `${head}Content-Length: 1000000000\r\n\r\n{`);
    expect(declared.status).toBe(413);
    const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`;
    const streamed = await sendRaw(host.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`);
    expect(streamed.status).toBe(413);
  });

  test('does not read a smuggled second request', async () => {
    await using host = await startTestHost();
    const head = `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nOrigin: ${host.origin}\r\nContent-Type: application/json\r\n`;
    const both = await sendRaw(
      host.port,
      `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(both.status).toBe(400);
  });
});

describe('the port', () => {
  test('uses another port if the default one is taken, with a notice', async () => {
    await using first = await startTestHost({ port: null });
    await using second = await startTestHost({ port: null });
    expect(second.port).not.toBe(first.port);
    expect(second.studio.notice).toMatch(/is used by another program/);
  });

  test('fails if a requested port is taken', async () => {
    await using first = await startTestHost();
    await expect(startTestHost({ port: first.port })).rejects.toMatchObject({
      code: 'conflict',
      message: `Port ${first.port} is used by another program.`,
    });
  });
});

test('no spelling of a path reaches an unlisted file', async () => {
  await using host = await startTestHost();
  const paths = [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/..%5cpackage.json',
    '//etc/passwd',
    '/assets/../../package.json',
    '/assets/%00',
    '/assets/index.js%00.css',
    '/assets/INDEX~1.JS',
    '/assets//index.js',
    '/./assets/index.js',
    '/assets/index.js/',
    '/constructor',
    '/__proto__',
  ];
  const answers = await Promise.all(paths.map((path) => sendRequest(host.port, 'GET', path, {})));
  const notFound = answers.map(({ status }, index) => `${paths[index]} ${status}`);
  expect(notFound).toEqual(paths.map((path) => `${path} 404`));
  expect((await sendRequest(host.port, 'GET', '/assets/index.js?v=1', {})).status).toBe(200);
});

async function openSlow(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  // Read what the server says at the end, or the close never arrives.
  return socket.resume();
}

test('the address that `langgraph dev` opens leads to the page, with nothing but a valid link', async () => {
  await using host = await startTestHost();
  const locationOf = async (target: string): Promise<unknown> => {
    const { status, headers } = await sendRequest(host.port, 'GET', target, {});
    expect(status).toBe(302);
    return headers['location'];
  };
  const base = 'baseUrl=http%3A%2F%2F127.0.0.1%3A2024';
  expect(await locationOf(`/studio/?${base}`)).toBe(`/?${base}`);
  expect(await locationOf(`/studio?${base}&thread=t&key=secret&x=%0d%0aa`)).toBe(`/?${base}&thread=t`);
  for (const none of ['/studio/', '/studio/?baseUrl=javascript:alert(1)', '/studio/?baseUrl=//evil.test'])
    expect(await locationOf(none)).toBe('/');
  expect((await sendRequest(host.port, 'GET', '/studio/x', {})).status).toBe(404);
  const foreign = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  expect((await sendRequest(host.port, 'GET', `/studio/?${base}`, foreign)).status).toBe(403);
});
