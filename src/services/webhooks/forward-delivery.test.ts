import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebhookContent, WebhookForward } from '../../shared/model/webhook.ts';
import { sendEndlessBody } from '../../testing/fault-servers/endless-body.ts';
import { forwardAddress, forwardDelivery } from './forward-delivery.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

async function receiver(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ request, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook?x=1`, received };
}

const content: WebhookContent = {
  headers: [
    { name: 'authorization', value: '…cret' },
    { name: 'x-api-key', value: '…cret' },
    { name: 'x-custom', value: 'not sent' },
  ],
  bodyText: '{"status":"success","n":9007199254740993}',
  bodyIsJson: true,
  bodyIsWhole: true,
};
const { signal } = new AbortController();
const forward = (url: string, change: Partial<WebhookContent> = {}): Promise<WebhookForward> =>
  forwardDelivery(
    { proxyFor: async () => null },
    { url, content: { ...content, ...change }, contentType: 'text/plain;charset=UTF-8' },
    signal,
  );

describe('forwarding a delivery', () => {
  it('posts the body as it arrived, with its content type and no other header of it', async () => {
    const { url, received } = await receiver((response) => response.writeHead(201).end('stored <b>'));
    expect(await forward(url)).toMatchObject({ url, status: 201, text: 'stored <b>' });
    const [{ request, body } = { request: null, body: '' }] = received;
    expect([request?.method, request?.url, body]).toEqual(['POST', '/hook?x=1', content.bodyText]);
    expect(request?.headers['content-type']).toBe('text/plain;charset=UTF-8');
    const names = Object.keys(request?.headers ?? {}).join(' ');
    expect(names).not.toMatch(/auth|key|cookie|custom|referer/);
  });

  it('follows no redirect', async () => {
    const target = await receiver((response) => response.end());
    const { url } = await receiver((response) => response.writeHead(307, { location: target.url }).end());
    expect(await forward(url)).toMatchObject({
      status: 307,
      text: `Redirects to ${target.url}; not followed.`,
    });
    expect(target.received).toEqual([]);
  });

  it('stores the start of a response that does not end', async () => {
    const { url } = await receiver(
      (response) => void sendEndlessBody(response, Buffer.from('x'.repeat(10_000))),
    );
    const { text, status } = await forward(url);
    expect([status, text.length]).toEqual([200, 500]);
  });

  it('says what failed on the way', async () => {
    const result = await forward('http://127.0.0.1:1/');
    expect(result).toMatchObject({ status: null, text: expect.stringMatching(/ECONNREFUSED|bad port/) });
  });

  it('is refused for a body of which only a part is stored', async () => {
    await expect(forward('http://127.0.0.1:1/', { bodyIsWhole: false })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'http://me:key@example.com',
    'http://',
  ])('does not take "%s" for an address', (typed) => {
    expect(() => forwardAddress(typed)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  it('takes an address with spaces around it', () => {
    expect(forwardAddress(' https://example.com/a?b=1 ')).toBe('https://example.com/a?b=1');
  });
});
