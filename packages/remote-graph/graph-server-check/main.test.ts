import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendEndlessBody } from '../../../src/testing/fault-servers/endless-body.ts';
import { runCheck as run } from './run-check.ts';

/** A server that is none of this API. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the command line is refused', () => {
  it.each([
    [[], 'The address of the server is missing'],
    [['http://127.0.0.1:1', 'http://127.0.0.1:2'], 'Only one address'],
    [['not an address'], 'is no address of a server'],
    [['ftp://127.0.0.1'], 'is no address of a server'],
    [['http://user:word@127.0.0.1:1'], 'no user, no password'],
    [['http://127.0.0.1:1', '--format', 'pdf'], '--format is one of human, json, markdown, junit'],
    [['http://127.0.0.1:1', '--graph', 'mine=cook'], 'a role is one of plain, slow'],
    [['http://127.0.0.1:1', '--graph', 'plain'], '--graph is NAME=ROLE'],
    [['http://127.0.0.1:1', '--input', 'plain=[1]'], '--input is ROLE=JSON with an object'],
    [['http://127.0.0.1:1', '--concurrency', '0'], 'a whole number from 1 to 64'],
    [['http://127.0.0.1:1', '--timeout', 'soon'], 'a whole number from 1'],
    [['http://127.0.0.1:1', '--api-key-env', 'NO_SUCH_KEY'], 'NO_SUCH_KEY of --api-key-env is not set'],
    [['http://127.0.0.1:1', '--header', 'no colon'], '--header is NAME:VALUE'],
    [['http://127.0.0.1:1', '--fast'], '--fast'],
    [['http://127.0.0.1:1', '--baseline', '/no/such/profile.json'], 'can not be read: ENOENT'],
    [['http://127.0.0.1:1', '--output', '/no/such/folder/report.json'], 'can not be written'],
    [['http://127.0.0.1:1', '--only', 'threads.sing'], 'There is no case "threads.sing"'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('never repeats a header, which may be a secret', async () => {
    const { err } = await run(['http://127.0.0.1:1', '--header', 'hush-hush']);
    expect(err).not.toContain('hush');
  });
});

describe('a server that is none of this API', () => {
  it.each([
    ['a web page', 200, 'text/html', '<h1>Welcome</h1>', 'This is no graph server'],
    ['JSON of something else', 200, 'application/json', '{"hello":"world"}', 'This is no graph server'],
    ['not found', 404, 'text/plain', 'nothing here', '404 (text/plain): nothing here'],
    ['an error of the server', 500, 'text/plain', 'oh no', 'This is no graph server'],
    ['a redirect', 302, 'text/plain', '', '302 (text/plain, points to https://elsewhere.example)'],
    ['a refusal', 401, 'application/json', '{"detail":"no key"}', 'The server refuses the check (401)'],
  ])('answers %s: the check does not begin', async (_title, status, type, body, message) => {
    const url = await serve((_request, response) => {
      const redirect = status === 302 ? { location: 'https://elsewhere.example/graphs?key=1' } : {};
      response.writeHead(status, { 'content-type': type, ...redirect }).end(body);
    });
    const { code, out, err } = await run([url]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('does not listen', async () => {
    // Not one of the ports that the system gives to the servers of other tests.
    const { code, err } = await run(['http://127.0.0.1:1']);
    expect(code).toBe(2);
    expect(err).toContain('No graph server answers');
  });

  it('answers with a body that does not end', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      sendEndlessBody(response, Buffer.alloc(100_000, 32)).catch(() => undefined);
    });
    const { code, err } = await run([url]);
    expect(code).toBe(2);
    expect(err).toContain('answered with more than 8 MiB');
  });

  it('cannot write control characters to the terminal', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('\u001b]0;title\u0007\u001b[2Jhello');
    });
    const { err } = await run([url]);
    expect(err).toContain('hello');
    expect(err).not.toContain('\u001b');
  });

  it('says nothing, and Ctrl-C ends the check', async () => {
    const ended = new AbortController();
    const url = await serve(() => setTimeout(() => ended.abort(), 100));
    const { code, err } = await run([url], { signal: ended.signal });
    expect(code).toBe(130);
    expect(err).toContain('stopped before it created anything');
  });
});

describe('a server on another machine', () => {
  const url = 'http://graphs.example:2024';

  it('is not checked without a yes, and is shown what would be created', async () => {
    const { code, err } = await run([url]);
    expect(code).toBe(2);
    expect(err).toContain('creates some 250 threads');
    expect(err).toContain('Nothing was created. Add --yes');
  });

  it('is not checked after a no', async () => {
    const { code, err } = await run([url], { answer: false });
    expect(code).toBe(2);
    expect(err).toMatch(/Nothing was created\.\n$/);
  });
});

it('lists the cases and the roles', async () => {
  const { code, out } = await run(['--list']);
  expect(code).toBe(0);
  expect(out).toContain('runs.cancel.rollback\n  A cancelled run can be rolled back.');
  expect(out).toContain('ask-both (check_ask_both)');
});

it('has its help and its version', async () => {
  expect((await run(['--help'])).out).toContain('graph-server-check URL [options]');
  expect((await run(['--version'])).out).toBe('1.2.3\n');
});
