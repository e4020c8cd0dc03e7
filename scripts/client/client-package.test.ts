import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
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
