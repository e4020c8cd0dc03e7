import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebhookRefusal } from '../../shared/model/webhook.ts';
import { openWebhookServer, type WebhookRequest } from './webhook-server.ts';
import { createWebhookTokenStore } from './webhook-token-store.ts';
import { webhookLimits, type WebhookLimits } from './webhook-settings.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

interface Listening {
  readonly port: number;
  readonly token: string;
  readonly deliveries: WebhookRequest[];
  readonly refusals: [number, WebhookRefusal['reason']][];
}

async function setUp(limits: Partial<WebhookLimits> = {}): Promise<Listening> {
  const tokens = createWebhookTokenStore({ storedTokens: [], expiryMs: 1_000, limit: 10, now: () => 0 });
  const { token } = tokens.add('connection', 'thread');
  const deliveries: WebhookRequest[] = [];
  const refusals: [number, WebhookRefusal['reason']][] = [];
  const server = await openWebhookServer({
    port: 0,
    tokens,
    onDelivery: (delivery) => deliveries.push(delivery),
    onRefusal: (status, reason) => refusals.push([status, reason]),
    limits: { ...webhookLimits, ...limits },
  });
  cleanups.push(() => server.close());
  return { port: server.port, token, deliveries, refusals };
}

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Bytes that were sent before the other side closed. */
  readonly sent: number;
}

/** Sends text, then `more` repeatedly, up to `times` or until the other side closes. */
function raw(port: number, text: string, more = Buffer.alloc(0), times = 0): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let left = times;
    const socket = connect(port, '127.0.0.1');
    const send = (): void => {
      while (left > 0 && socket.writable) {
        left -= 1;
        if (!socket.write(more)) return;
      }
    };
    socket.on('connect', () => {
      socket.write(text);
      send();
    });
    socket.on('drain', send);
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    // The other side closes while this one still sends: the response came before.
    socket.on('error', (error) => answer === '' && reject(error));
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body, sent: socket.bytesWritten });
    });
  });
}

const post = (path: string, body = '', headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('only POST /hook/<token> is there', () => {
  const hookPath = (token: string): string => `/hook/${token}`;
  it.each<[string, (token: string) => string, WebhookRefusal['reason']]>([
    ['GET', hookPath, 'not-post'],
    ['HEAD', hookPath, 'not-post'],
    ['PUT', hookPath, 'not-post'],
    ['OPTIONS', hookPath, 'not-post'],
    ['GET', () => '/', 'not-post'],
    ['POST', () => '/', 'unknown-path'],
    ['POST', () => '/hook', 'unknown-path'],
    ['POST', () => '/hook/', 'unknown-path'],
    ['POST', () => '/session', 'unknown-path'],
    ['POST', (token) => `/hook/${token}/`, 'unknown-path'],
    ['POST', (token) => `/hook/${token}/x`, 'unknown-path'],
    ['POST', (token) => `/hook/${token}?token=${token}`, 'several-tokens'],
    ['POST', (token) => `/hook/${token}?x=1`, 'unknown-path'],
    ['POST', (token) => `//hook/${token}`, 'unknown-path'],
    ['POST', (token) => `/x/../hook/${token}`, 'unknown-path'],
    ['POST', (token) => `http://127.0.0.1/hook/${token}`, 'unknown-path'],
    ['POST', (token) => `/hook/%${token.slice(1)}`, 'unknown-path'],
    ['POST', (token) => `/hook/${token.slice(0, -1)}`, 'wrong-token'],
    ['POST', (token) => `/hook/${token}A`, 'wrong-token'],
    ['POST', () => `/hook/${'A'.repeat(43)}`, 'wrong-token'],
  ])('%s of another path (%#)', async (method, path, reason) => {
    const { port, token, deliveries, refusals } = await setUp();
    const answer = await raw(port, post(path(token), 'x').replace('POST', method));
    expect(answer).toMatchObject({ status: 404, body: '' });
    expect(answer.head.toLowerCase()).not.toMatch(/access-control|set-cookie|server:|x-powered-by/);
    expect(refusals).toEqual([[404, reason]]);
    expect(deliveries).toEqual([]);
  });

  it('listens on 127.0.0.1 and on no other address', async () => {
    const { port } = await setUp();
    const tryAddress = (host: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({ port, host });
        socket.on('connect', () => {
          socket.destroy();
          resolve('connected');
        });
        socket.on('error', () => resolve('refused'));
      });
    expect(await tryAddress('127.0.0.1')).toBe('connected');
    expect(await tryAddress('127.0.0.2')).toBe('refused');
    expect(await tryAddress('::1')).toBe('refused');
  });
});

describe('bodies', () => {
  it('accepts text/plain, which JavaScript servers send, and bodies that are not JSON', async () => {
    const { port, token, deliveries } = await setUp();
    const answer = await raw(
      port,
      post(`/hook/${token}`, '{"a":1}', 'Content-Type: text/plain;charset=UTF-8\r\n'),
    );
    expect(answer).toMatchObject({ status: 202, body: '' });
    expect((await raw(port, post(`/hook/${token}`, 'not json'))).status).toBe(202);
    expect(deliveries.map(({ contentType, body }) => [contentType, body.toString()])).toEqual([
      ['text/plain;charset=UTF-8', '{"a":1}'],
      [null, 'not json'],
    ]);
  });

  it('rejects a declared gigabyte before it is sent', async () => {
    const { port, token, refusals, deliveries } = await setUp({ lingerMs: 20 });
    const head = post(`/hook/${token}`).replace('Content-Length: 0', 'Content-Length: 1073741824');
    const answer = await raw(port, head);
    expect(answer).toMatchObject({ status: 413, body: '', sent: head.length });
    expect(refusals).toEqual([[413, 'too-large']]);
    expect(deliveries).toEqual([]);
  });

  it('rejects a body that is too large before a sender with Expect continues', async () => {
    const { port, token } = await setUp({ lingerMs: 20 });
    const head = post(`/hook/${token}`, '', 'Expect: 100-continue\r\n');
    const answer = await raw(port, head.replace('Content-Length: 0', 'Content-Length: 1073741824'));
    expect(answer.head).not.toContain('100 Continue');
    expect(answer.status).toBe(413);
  });

  it('truncates a body without a declared length soon after the limit', async () => {
    const { port, token, refusals } = await setUp({ body: 1_000_000, lingerMs: 20 });
    const head = post(`/hook/${token}`).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
    const endless = 100_000;
    const answer = await raw(port, head, piece, endless);
    expect(answer.status).toBe(413);
    expect(answer.sent).toBeLessThan(piece.length * endless);
    expect(refusals).toEqual([[413, 'too-large']]);
  });

  it('accepts a body of exactly the limit', async () => {
    const { port, token } = await setUp({ body: 1_000 });
    expect((await raw(port, post(`/hook/${token}`, 'x'.repeat(1_000)))).status).toBe(202);
    expect((await raw(port, post(`/hook/${token}`, 'x'.repeat(1_001)))).status).toBe(413);
  });

  it.each(['Content-Encoding: gzip\r\n', 'Content-Encoding: br\r\n', 'Transfer-Encoding: gzip, chunked\r\n'])(
    'rejects %j',
    async (header) => {
      const { port, token, refusals, deliveries } = await setUp();
      const text = post(`/hook/${token}`, '0\r\n\r\n', header);
      const answer = await raw(
        port,
        header.startsWith('T') ? text.replace(/Content-Length: \d+\r\n/, '') : text,
      );
      expect(answer).toMatchObject({ status: 415, body: '' });
      expect(refusals).toEqual([[415, 'encoded']]);
      expect(deliveries).toEqual([]);
    },
  );

  it('limits the bodies that are read at once', async () => {
    const { port, token, refusals } = await setUp({ bodiesInFlight: 1_000 });
    expect((await raw(port, post(`/hook/${token}`, 'x'.repeat(2_000)))).status).toBe(429);
    expect((await raw(port, post(`/hook/${token}`, 'x'.repeat(900)))).status).toBe(202);
    expect((await raw(port, post(`/hook/${token}`, 'x'.repeat(900)))).status).toBe(202);
    expect(refusals).toEqual([[429, 'flood']]);
  });
});

describe('floods', () => {
  it('responds with 429 beyond the limit, and guesses do not use up the limit of valid deliveries', async () => {
    const { port, token, deliveries, refusals } = await setUp({ perSecond: 20 });
    const guesses = await Promise.all(Array.from({ length: 300 }, () => raw(port, post('/hook/guess'))));
    expect(guesses.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(20);
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect((await raw(port, post(`/hook/${token}`, '{}'))).status).toBe(202);

    const good = await Promise.all(
      Array.from({ length: 600 }, () => raw(port, post(`/hook/${token}`, '{}'))),
    );
    const taken = good.filter(({ status }) => status === 202).length;
    const refused = good.filter(({ status }) => status === 429).length;
    expect(taken + refused).toBe(600);
    expect(refused).toBeGreaterThan(0);
    expect(deliveries).toHaveLength(taken + 1);
    expect(refusals.filter(([status]) => status === 429).length).toBeGreaterThanOrEqual(refused);
  });
});

describe('slow senders', () => {
  it('a connection that never finishes its headers, or its body, is closed', async () => {
    const { port, token, deliveries } = await setUp({ headersMs: 100, requestMs: 150, checkMs: 20 });
    const slowHead = raw(port, 'POST /hook/x HTTP/1.1\r\nHost: a\r\n');
    const slowBody = raw(port, post(`/hook/${token}`).replace('Content-Length: 0', 'Content-Length: 10'));
    expect((await slowHead).status).toBe(408);
    expect((await slowBody).status).toBe(408);
    expect(deliveries).toEqual([]);
  });

  it('headers of more than 16 KB are refused', async () => {
    const { port, token } = await setUp();
    const answer = await raw(port, post(`/hook/${token}`, '', `X-Long: ${'x'.repeat(17_000)}\r\n`));
    expect(answer.status).toBe(431);
  });
});

describe('a token as parameter or header', () => {
  const header = (token: string): string => `X-Webhook-Token: ${token}\r\n`;
  it.each<[string, (token: string) => readonly [path: string, headers: string]]>([
    ['as parameter', (token) => [`/hook?token=${token}`, '']],
    ['beside another parameter', (token) => [`/hook?from=relay&token=${token}`, '']],
    ['as header', (token) => ['/hook', header(token)]],
  ])('%s is accepted', async (_, form) => {
    const { port, token, deliveries, refusals } = await setUp();
    const [path, headers] = form(token);
    expect(await raw(port, post(path, '{}', headers))).toMatchObject({ status: 202 });
    expect([deliveries.length, refusals]).toEqual([1, []]);
    expect(deliveries[0]?.token).toBe(token);
  });

  it.each<[string, (token: string) => readonly [path: string, headers: string]]>([
    ['twice as parameter', (token) => [`/hook?token=${token}&token=${token}`, '']],
    ['twice as header', (token) => ['/hook', header(token) + header(token)]],
    ['as parameter and header', (token) => [`/hook?token=${token}`, header(token)]],
    ['in the path and as parameter', (token) => [`/hook/${token}?token=${token}`, '']],
    ['in the path and as header', (token) => [`/hook/${token}`, header(token)]],
  ])('%s is refused', async (_, form) => {
    const { port, token, deliveries, refusals } = await setUp();
    const [path, headers] = form(token);
    expect(await raw(port, post(path, '{}', headers))).toMatchObject({ status: 404, body: '' });
    expect([deliveries, refusals]).toEqual([[], [[404, 'several-tokens']]]);
  });

  it.each(['/hook?token=', '/hook?token=x', '/hook?TOKEN=x', '/hook?'])('%s is refused', async (path) => {
    const { port, deliveries } = await setUp();
    expect(await raw(port, post(path))).toMatchObject({ status: 404, body: '' });
    expect(deliveries).toEqual([]);
  });
});
