import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { sharedServer } from '../../src/testing/shared-server.ts';
import {
  startRecordingProxy,
  type ProxiedRequest,
  type RecordingProxy,
} from '../../src/testing/fault-servers/recording-proxy.ts';
import { slowness } from '../../src/testing/slowness.ts';
import { inFull } from '../../src/testing/test-scale.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let consumer: string;

/** A foreign program that has installed only the client and LangChain's core. */
beforeAll(async () => {
  await run(process.execPath, ['scripts/client/build-client.mjs'], { cwd: root });
  consumer = await mkdtemp(join(tmpdir(), 'remote-graph-consumer-'));
  await mkdir(join(consumer, 'node_modules/@langchain'), { recursive: true });
  await symlink(join(root, 'out/remote-graph'), join(consumer, 'node_modules/remote-graph-client'));
  await symlink(join(root, 'node_modules/@langchain/core'), join(consumer, 'node_modules/@langchain/core'));
  await writeFile(join(consumer, 'package.json'), '{"type":"module"}');
}, 30_000 * slowness());

afterAll(() => rm(consumer, { recursive: true, force: true }));

it('loads by both doors in plain Node', async () => {
  const program = `
    const { GraphClient } = await import('remote-graph-client/client');
    const { RemoteGraph } = await import('remote-graph-client');
    const client = new GraphClient({ url: 'http://127.0.0.1:1', apiKey: null });
    console.log(new RemoteGraph('writer', { client }).getName());
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: consumer });
  expect(stdout.trim()).toBe('writer');
});

it(
  'has types: what is right compiles, what is wrong does not',
  { timeout: 30_000 * slowness() },
  async () => {
    await writeFile(
      join(consumer, 'use.ts'),
      `import { GraphClient, rawTextOf } from 'remote-graph-client/client';
import { RemoteGraph } from 'remote-graph-client';
const client = new GraphClient({ url: 'http://127.0.0.1:1', apiKey: null });
export const name: string = new RemoteGraph('writer', { client }).getName();
export const wrong: number = rawTextOf({});
`,
    );
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 use.ts'.split(' ');
    const failed = run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], {
      cwd: consumer,
    });
    await expect(failed).rejects.toMatchObject({
      stdout: "use.ts(5,14): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    });
  },
);

describe('the command graph-server-check', { timeout: 60_000 * slowness() }, () => {
  const command = (...args: readonly string[]) =>
    run(process.execPath, ['node_modules/remote-graph-client/graph-server-check.js', ...args], {
      cwd: consumer,
    });

  it('is part of the package, with the reference graphs', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'out/remote-graph/package.json'), 'utf8'));
    expect(manifest.bin).toEqual({ 'graph-server-check': './graph-server-check.js' });
    expect((await command('--version')).stdout).toBe(`${manifest.version}\n`);
    const graphs = await readdir(join(root, 'out/remote-graph/check-graphs'));
    expect(graphs.toSorted()).toEqual(['check-graphs.mjs', 'check_graphs.py']);
  });

  it('checks a server, also without LangChain', async () => {
    const { url } = await sharedServer('check');
    const { stdout } = await command(url, '--only', 'threads.count', '--format', 'json');
    expect(JSON.parse(stdout).cases).toEqual({
      'threads.count': { outcome: 'yes' },
      'threads.count.status': { outcome: 'yes' },
    });
  });

  it('is a library for tests, too', async () => {
    const { url } = await sharedServer('check');
    const program = `
      import { checkServer } from 'remote-graph-client/server-check';
      const { profile, leftovers } = await checkServer({ url: ${JSON.stringify(url)}, only: ['threads.count'] });
      console.log(JSON.stringify([profile.cases['threads.count'], leftovers]));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: consumer });
    expect(JSON.parse(stdout)).toEqual([{ outcome: 'yes' }, []]);
  });

  it('cleans up and ends at Ctrl-C', async () => {
    const { url } = await sharedServer('check');
    // Other checks make threads on the server, too.
    const proxy = await startRecordingProxy(url);
    const child = spawn(process.execPath, [join(root, 'out/remote-graph/graph-server-check.js'), proxy.url]);
    let errors = '';
    child.stderr.on('data', (text) => (errors += String(text)));
    const exited = once(child, 'exit');
    const isAnswered = ({ open, requests }: RecordingProxy): boolean =>
      requests.filter(createsThread).length > open().filter((request) => request === 'POST /threads').length;
    await expect.poll(() => isAnswered(proxy), { timeout: 20_000 * slowness() }).toBe(true);
    child.kill('SIGINT');
    const ending = await exited;
    await proxy.stop();
    expect(ending).toEqual([130, null]);
    expect(errors).toContain('What it had created was removed.');
    expect(errors).not.toContain('Not removed');
  });
});

const createsThread = ({ method, path }: ProxiedRequest): boolean => method === 'POST' && path === '/threads';

it('is packed as bundlers and runtimes expect', async () => {
  const { messages, pkg = {} } = await publint({ pkgDir: join(root, 'out/remote-graph'), pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

it.runIf(inFull)(
  'runs in this Node, and in Chromium from another origin (in full only; try:client-runtimes adds Deno and Bun)',
  { timeout: 120_000 * slowness() },
  async () => {
    const script = ['scripts/client/try-runtimes.mjs', 'node', 'browser'];
    const { stdout } = await run(process.execPath, script, { cwd: root });
    expect(stdout.match(/^passed: /gm)).toHaveLength(2);
  },
);
