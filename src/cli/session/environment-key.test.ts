import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { keyForAddress } from './environment-key.ts';
import { withSession } from './open-session.ts';
import { parseCommand } from '../args/parse-command.ts';
import { createTerminal } from '../output/terminal.ts';
import { graphSpec } from '../args/graph-commands.ts';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { runMain } from '../testing/run-main.ts';

const folder = isolateDataFolder();
const canaryKey = 'lsv2_canary_environment_4711';

/** What each request brought. */
let received: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  received.push(request.headers);
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
let url = '';
beforeAll(async () => {
  vi.stubEnv('LANGSMITH_API_KEY', canaryKey);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  received = [];
  await writeFile(hostsFile(), '{}');
});

const hostsFile = (): string => join(folder.path, 'command-line-hosts.json');
const keys = (): unknown[] => [...new Set(received.map((headers) => headers['x-api-key']))];
const threads = (...options: readonly string[]): readonly string[] => [
  'threads',
  '--server',
  url,
  ...options,
];

it('a terminal asks once for a host, and the answer is remembered in a file that has no key', async () => {
  const asked = await runMain(threads(), { columns: 100, typed: 'y\n' });
  expect(asked.err).toContain(`Send the API key in LANGSMITH_API_KEY (…4711) to ${url}? [y/N] `);
  expect([asked.code, keys()]).toEqual([0, [canaryKey]]);
  const again = await runMain(threads(), { columns: 100 });
  expect([again.err.includes('Send the API key'), keys()]).toEqual([false, [canaryKey]]);
  // A script on this machine has the same answer.
  expect((await runMain(threads('--json'))).code).toBe(0);
  expect(keys()).toEqual([canaryKey]);
  const text = await readFile(hostsFile(), 'utf8');
  expect(JSON.parse(text)).toEqual({ version: 1, hosts: { [url]: true } });
  // Windows has no such bits.
  const mode = process.platform === 'win32' ? 0o600 : (await stat(hostsFile())).mode & 0o777;
  expect(mode).toBe(0o600);
});

it.each(['\n', 'n\n', 'what\n', ''])('a terminal takes %j for no, and remembers it', async (typed) => {
  await runMain(threads(), { columns: 100, typed });
  expect(keys()).toEqual([undefined]);
  const again = await runMain(threads(), { columns: 100 });
  expect([again.err, keys()]).toEqual(['There are no threads.\n', [undefined]]);
});

it('an answer that can not be stored counts all the same, and is asked for again', async () => {
  await rm(hostsFile());
  await mkdir(hostsFile());
  try {
    const { code, err } = await runMain(threads(), { columns: 100, typed: 'y\n' });
    expect([code, keys()]).toEqual([0, [canaryKey]]);
    expect(err).toContain('The answer could not be stored');
    expect((await runMain(threads(), { columns: 100, typed: 'n\n' })).err).toContain('Send the API key');
  } finally {
    await rm(hostsFile(), { recursive: true });
  }
});

it('another port is another host', async () => {
  await writeFile(hostsFile(), JSON.stringify({ version: 1, hosts: { 'http://127.0.0.1:1': true } }));
  await runMain(threads('--json'));
  expect(keys()).toEqual([undefined]);
});

it('a script sends no key to a server of this machine, and says how it would', async () => {
  const { code, err } = await runMain(threads());
  expect([code, keys()]).toEqual([0, [undefined]]);
  expect(err).toContain(
    `The key in LANGSMITH_API_KEY is not sent to ${url}. Send it with --key-env LANGSMITH_API_KEY, or none with --no-key.`,
  );
});

it('a script is refused at a host of the network, and nothing is sent', async () => {
  const { code, err, out } = await runMain(['threads', '--server', 'https://graphs.example.com', '--json']);
  expect([code, out]).toEqual([2, '']);
  expect(JSON.parse(err).error).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('was never sent to https://graphs.example.com'),
    hint: expect.stringContaining('--key-env LANGSMITH_API_KEY'),
  });
});

it('what the options say needs no question', async () => {
  vi.stubEnv('OTHER_KEY', 'other-key-4711');
  await runMain(threads('--key-env', 'OTHER_KEY'));
  expect(keys()).toEqual(['other-key-4711']);
  received = [];
  await runMain(threads('--no-key'));
  expect(keys()).toEqual([undefined]);
  expect((await runMain(threads('--key-env', 'NO_SUCH_VARIABLE'))).code).toBe(2);
});

it('an address that is beside the key in the environment gets the key', async () => {
  vi.stubEnv('LANGGRAPH_API_URL', url);
  await runMain(['threads', '--json']);
  vi.stubEnv('LANGGRAPH_API_URL', '');
  expect(keys()).toEqual([canaryKey]);
});

it('a file of hosts that is damaged allows nothing', async () => {
  for (const text of [
    '',
    '{',
    '[]',
    `{"version":1,"hosts":{"${url}":"yes"}}`,
    `{"version":2,"hosts":{"${url}":true}}`,
  ]) {
    await writeFile(hostsFile(), text);
    await runMain(threads());
  }
  expect(keys()).toEqual([undefined]);
});

it('the key of one server is not sent to the other of two', async () => {
  vi.stubEnv('OTHER_KEY', 'other-key-4711');
  const other = createServer((request, response) => {
    otherKeys.push(request.headers['x-api-key']);
    response.writeHead(404).end();
  });
  const otherKeys: unknown[] = [];
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const sides = [
    'diff',
    'aaaa@1',
    'bbbb@1',
    '--server',
    url,
    '--key-env',
    'OTHER_KEY',
    '--to-server',
    otherUrl,
  ];
  await runMain(sides);
  expect([keys(), new Set(otherKeys)]).toEqual([['other-key-4711'], new Set([undefined])]);
  await runMain([...sides, '--to-key-env', 'LANGSMITH_API_KEY']);
  expect(otherKeys.at(-1)).toBe(canaryKey);
  other.closeAllConnections();
  other.close();
});

it('--header goes with each request, from the command line and from a file, and is never printed', async () => {
  const file = join(folder.path, 'headers.txt');
  await writeFile(file, 'Authorization: Bearer canary-token-4711\nx-tenant: blue\n\n');
  const result = await runMain(
    threads('--no-key', '--header', `@${file}`, '--header', 'X-Extra: a: b', '--verbose'),
  );
  expect(received.length).toBeGreaterThan(0);
  for (const headers of received) {
    expect(headers).toMatchObject({
      authorization: 'Bearer canary-token-4711',
      'x-tenant': 'blue',
      'x-extra': 'a: b',
    });
  }
  expect(result.out + result.err).not.toContain('canary-token-4711');
});

it.each([
  ['no colon', 'The value of --header is not a header.'],
  [': value', 'The value of --header is not a header.'],
  ['X-Api-Key: secret-4711', 'x-api-key is the header of the API key.'],
  ['Host: elsewhere', 'The header Host is set by the studio.'],
  ['bad name: secret-4711', 'is not a valid header name.'],
  ['@/nowhere/headers.txt', "/nowhere/headers.txt can't be read"],
])('--header %j is refused, and nothing is sent', async (header, message) => {
  const { code, err } = await runMain(threads('--no-key', '--header', header));
  expect([code, received]).toEqual([2, []]);
  expect(err).toContain(message);
  expect(err).not.toContain('secret-4711');
});

it('an address that can not be parsed is not asked about', async () => {
  const silent = { write: () => true };
  const args = parseCommand(graphSpec, []);
  const confirm = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  const context = {
    terminal: createTerminal(silent, silent, {}),
    env: {},
    signal: new AbortController().signal,
    stdin: process.stdin,
    json: false,
    verbose: false,
    confirm,
    outliveOutput: () => undefined,
  };
  const key = await withSession(args, context, (session) =>
    keyForAddress(session, args, context, 'http://', 'key-env'),
  );
  expect([key, confirm.mock.calls]).toEqual([{ change: 'remove' }, []]);
});
