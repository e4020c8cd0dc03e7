import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import { curlCommand } from './curl.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const received: Received[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
    response.end('{"answer":42}');
  });
});
let connection: Connection;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  connection = {
    id: 'c',
    kind: 'remote',
    name: 'Local',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    key: { storage: 'sealed', last4: 'beef' },
    headers: [{ name: 'x-team`$', last4: 'blue' }],
  };
});
afterAll(() => new Promise((done) => server.close(done)));

/** Runs a pasted command in a new shell. */
function paste(command: string, variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'] ?? '', ...variables };
  return new Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>(
    (done) => {
      const child = execFile('bash', ['-s'], { env, timeout: 20_000 }, (_failed, out, error) =>
        done({ code: child.exitCode, out, error }),
      );
      child.stdin?.end(`${command} -s\n`);
    },
  );
}
const keys = { API_KEY: 'a key with $HOME "quotes" \'and\' `ticks`', HEADER_X_TEAM__: 'blue' };

const bodies: readonly string[] = [
  '{"text":"it\'s"}',
  '{"text":"$HOME `id` $(id) \\"!\\" \\\\ %s"}',
  '{\n  "lines": "a\\nb",\t"cr":\r\n 1 }',
  '@/etc/passwd',
  "'; exit 3; '",
  '{"emoji":"\u{1f642}","arabic":"\u0627","escape":"\u001b[31m","quote and escape":"\u001b\'\\\\"}',
  '',
];

describe('a request as curl, pasted into bash', () => {
  it.each(bodies)('sends the body as it was: %j', async (requestBody) => {
    const path = "/threads/search?a=1&b=%27x'[1-2]{a,b}$HOME";
    const ran = await paste(curlCommand({ method: 'POST', path, requestBody }, connection), keys);
    expect(ran).toMatchObject({ code: 0, out: '{"answer":42}' });
    const last = received.at(-1);
    expect(last).toMatchObject({ method: 'POST', url: `/base${path}`, body: requestBody });
    expect(last?.headers).toMatchObject({
      'x-api-key': keys.API_KEY,
      'x-team`$': 'blue',
      'content-type': 'application/json',
    });
  });

  it('sends nothing without the key, and names the variable to set', async () => {
    const before = received.length;
    const command = curlCommand({ method: 'GET', path: '/info', requestBody: null }, connection);
    const ran = await paste(command, {});
    expect(ran.code).not.toBe(0);
    expect(ran.error).toContain('API_KEY: set it to the API key of this server');
    expect(received).toHaveLength(before);
  });
});
