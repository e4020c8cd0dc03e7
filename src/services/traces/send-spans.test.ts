import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { sendEndlessBody } from '../../testing/fault-servers/endless-body.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../../testing/traces/otlp-receiver.ts';
import { slowness } from '../../testing/slowness.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { encodeSpans, defaultBatchLimits } from './encode-spans.ts';
import { otlpTarget } from './otlp-target.ts';
import { sendSpans, defaultSendLimits, type SendLimits, type SendReport } from './send-spans.ts';
import type { TraceSpan } from './trace-span.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

const spans = (count: number, text = 'x'): TraceSpan[] =>
  Array.from({ length: count }, (_, index) => ({
    traceId: 'a'.repeat(32),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    parent: index === 0 ? null : { spanId: '1'.padStart(16, '0'), isRemote: false },
    traceState: null,
    name: `node ${index}`,
    startMs: 1_700_000_000_000.25,
    endMs: 1_700_000_001_000,
    status: { code: 'ok' },
    attributes: { text, number: 7, list: ['a', 'b'] },
    events: [],
    links: [],
  }));

const transport = createHttpTransport({
  trust: { caText: null, insecure: false },
  proxyFor: async () => null,
});
const { signal } = new AbortController();
const quick: SendLimits = { ...defaultSendLimits, pauseMs: 5, requestMs: 10_000 * slowness() };

function send(url: string, count = 3, limits: Partial<SendLimits> = {}): Promise<SendReport> {
  const headers = [{ name: 'Authorization', value: 'Bearer key-4711' }];
  const batches = encodeSpans(spans(count), { service: 'staging', version: '1.2.3' });
  return sendSpans(transport.fetch, otlpTarget(url, headers), batches, signal, { ...quick, ...limits });
}

async function failureOf(sending: Promise<unknown>): Promise<AppError> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`Not an AppError: ${String(error)}`);
}

async function receiver(...args: Parameters<typeof startOtlpReceiver>): Promise<OtlpReceiver> {
  const started = await startOtlpReceiver(...args);
  cleanups.push(() => started.stop());
  return started;
}

const success = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
};

describe('sending spans over OTLP/HTTP', () => {
  it('posts protobuf with the headers of the receiver, which reads the same spans', async () => {
    const otlp = await receiver();
    expect(await send(`${otlp.url}/base/`)).toEqual({ sent: 3, rejected: 0, reasons: [] });
    const [request] = otlp.requests;
    expect(request).toMatchObject({
      path: '/base/v1/traces',
      headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer key-4711' },
    });
    expect(request?.spans[1]).toEqual({
      traceId: 'a'.repeat(32),
      spanId: '0000000000000002',
      parentSpanId: '0000000000000001',
      name: 'node 1',
      startMs: 1_700_000_000_000.25,
      endMs: 1_700_000_001_000,
      status: 1,
      statusMessage: '',
      attributes: { text: 'x', number: 7, list: ['a', 'b'] },
      events: [],
      links: [],
      resource: { 'service.name': 'staging', 'openinference.project.name': 'staging' },
    });
  });

  it('cuts what is sent into batches of bounded numbers and bytes', async () => {
    const batches = [...encodeSpans(spans(1100), { service: 's', version: '1' })];
    expect(batches.map((batch) => batch.spans)).toEqual([512, 512, 76]);
    const large = [...encodeSpans(spans(500, 'x'.repeat(10_000)), { service: 's', version: '1' })];
    expect(large.length).toBeGreaterThan(1);
    expect(large.every(({ body }) => body.length <= defaultBatchLimits.bytes)).toBe(true);
    expect(large.reduce((sum, batch) => sum + batch.spans, 0)).toBe(500);
    const otlp = await receiver();
    expect((await send(otlp.url, 1100)).sent).toBe(1100);
    expect(new Set(otlp.spans().map(({ spanId }) => spanId)).size).toBe(1100);
  });

  it.each([429, 502, 503, 504])('sends again after status %i', async (status) => {
    const otlp = await receiver((response, index) => {
      if (index < 2) response.writeHead(status).end('busy');
      else success(response);
    });
    expect((await send(otlp.url)).sent).toBe(3);
    expect(otlp.requests).toHaveLength(3);
  });

  it('sends again after a connection was cut, and waits as long as the receiver asks', async () => {
    const otlp = await receiver((response, index) => {
      if (index === 0) response.destroy();
      else if (index === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else success(response);
    });
    const from = performance.now();
    expect((await send(otlp.url)).sent).toBe(3);
    expect(performance.now() - from).toBeGreaterThan(950);
    expect(otlp.requests).toHaveLength(3);
  });

  it('gives up after some attempts, or where the receiver asks for more time than there is', async () => {
    const busy = await receiver((response) => void response.writeHead(503).end());
    expect(await failureOf(send(busy.url, 3, { attempts: 3 }))).toMatchObject({ code: 'server-failed' });
    expect(busy.requests).toHaveLength(3);
    const later = await receiver((response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    expect(await failureOf(send(later.url))).toMatchObject({ code: 'rate-limited' });
    expect(later.requests).toHaveLength(1);
  });

  it('reports spans that the receiver did not take, with its reason', async () => {
    const message = Buffer.from('attribute too long');
    const partial = Buffer.concat([Buffer.from([0x08, 2, 0x12, message.length]), message]);
    const otlp = await receiver((response) => {
      const body = Buffer.concat([Buffer.from([0x0a, partial.length]), partial]);
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(body);
    });
    expect(await send(otlp.url)).toEqual({ sent: 1, rejected: 2, reasons: ['attribute too long'] });
    const json = await receiver((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"partialSuccess":{"rejectedSpans":"3","errorMessage":"full"}}');
    });
    expect(await send(json.url)).toEqual({ sent: 0, rejected: 3, reasons: ['full'] });
  });

  it.each([
    [400, 'rejected-by-server', 'The receiver says: bad span'],
    [401, 'unauthorized', 'Add the header that it wants.'],
    [403, 'forbidden', 'Ask for a key that may write traces.'],
    [404, 'protocol', 'Check the address: /v1/traces was added to it if it was missing.'],
    [413, 'rejected-by-server', 'Send the spans without content, or raise its limit.'],
    [500, 'server-failed', 'The receiver says: bad span'],
  ])('says what status %i means, and sends nothing again', async (status, code, hint) => {
    const otlp = await receiver((response) => void response.writeHead(status).end('bad\u0007span'));
    const failure = await failureOf(send(otlp.url));
    expect(failure).toMatchObject({ code, hint, details: { status: String(status), server: 'bad span' } });
    expect(JSON.stringify(failure)).not.toContain('key-4711');
    expect(otlp.requests).toHaveLength(1);
  });

  it.each([
    ['a page', 'text/html', '<html>'],
    ['a text', 'text/plain', 'ok'],
    ['no JSON', 'application/json', 'ok'],
    ['no protobuf', 'application/x-protobuf', 'ok'],
  ])('takes an answer that is %s for that of something else', async (_what, type, body) => {
    const otlp = await receiver(
      (response) => void response.writeHead(200, { 'content-type': type }).end(body),
    );
    expect(await failureOf(send(otlp.url))).toMatchObject({ code: 'protocol' });
  });

  it('follows no redirect, since its key would go there', async () => {
    const elsewhere = await receiver();
    const otlp = await receiver((response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/traces` }).end();
    });
    const failure = await failureOf(send(otlp.url));
    expect(failure.code).toBe('protocol');
    expect(failure.hint).toContain(elsewhere.url);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('reads no more than the start of an endless answer', async () => {
    const otlp = await receiver((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      void sendEndlessBody(response, Buffer.alloc(10_000, 'x'));
    });
    const failure = await failureOf(send(otlp.url));
    expect(failure.details['server']?.length).toBeLessThanOrEqual(500);
  });

  it('ends in time when the receiver never answers', async () => {
    const otlp = await receiver(() => undefined);
    const failure = await failureOf(send(otlp.url, 3, { requestMs: 200, totalMs: 500 * slowness() }));
    expect(failure.code).toBe('timeout');
    expect(otlp.requests.length).toBeGreaterThan(1);
  });

  it('ends at once when it is cancelled', async () => {
    const otlp = await receiver((response) => void response.writeHead(503, { 'retry-after': '30' }).end());
    const controller = new AbortController();
    const sending = sendSpans(
      transport.fetch,
      otlpTarget(otlp.url, []),
      encodeSpans(spans(1), { service: 's', version: '1' }),
      controller.signal,
    );
    setTimeout(() => controller.abort(), 100);
    await expect(sending).rejects.toThrow(/abort/i);
  });

  it('says that nobody listens, and does not try again', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => void server.close(resolve));
    const failure = await failureOf(send(`http://127.0.0.1:${port}`));
    expect(failure).toMatchObject({ code: 'unreachable', details: { code: 'ECONNREFUSED' } });
  });

  it('says that fetch refuses a port, and does not try again', async () => {
    const failure = await failureOf(send('http://127.0.0.1:9'));
    expect(failure).toMatchObject({
      code: 'unreachable',
      message: '127.0.0.1:9: This port is reserved for another protocol and blocked for HTTP.',
      details: { code: 'ERR_UNSAFE_PORT' },
    });
  });
});

describe('the address of a receiver', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
    ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces'],
    ['https://cloud.example.com/api/public/otel', 'https://cloud.example.com/api/public/otel/v1/traces'],
    ['https://otel.example.com/v1/traces/', 'https://otel.example.com/v1/traces'],
    ['https://otel.example.com?x=1', 'https://otel.example.com/v1/traces?x=1'],
  ])('%s is that of the traces at %s', (typed, url) => {
    expect(otlpTarget(typed, []).url.href).toBe(url);
  });

  it.each(['otel.example.com', 'ftp://x', 'http://name:secret@x', 'http://127.0.0.1:4317'])(
    '%s is refused',
    (typed) => {
      expect(() => otlpTarget(typed, [])).toThrow(AppError);
    },
  );

  it('has no header that HTTP does not allow, and does not repeat its value', () => {
    expect(() => otlpTarget('http://x', [{ name: 'a b', value: 'secret-1' }])).toThrow(/does not allow/);
    expect(() => otlpTarget('http://x', [{ name: 'a', value: 'secret-1\nb: c' }])).toThrow(
      /^(?!.*secret).*$/,
    );
  });
});
