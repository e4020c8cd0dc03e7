import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChildHandle } from '../services/common/platform.ts';
import { startTestHost } from './test-host.ts';
import { startChild } from './start-child.ts';

let folder = '';
const children: ChildHandle[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-child-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  await rm(folder, { recursive: true, force: true });
});

async function start(source: string, env: Record<string, string> = {}): Promise<ChildHandle> {
  const modulePath = join(folder, 'child.mjs');
  await writeFile(modulePath, source);
  const child = startChild({ modulePath, cwd: folder, env });
  children.push(child);
  return child;
}

const exitOf = (child: ChildHandle): Promise<number | null> =>
  new Promise((resolve) => child.onExit(resolve));
const messageOf = (child: ChildHandle): Promise<unknown> =>
  new Promise((resolve) => child.onMessage(resolve));

const waits = `process.on('disconnect', () => process.exit(0)); process.send('up');`;

describe('the child of the web host', () => {
  test('exchanges JSON messages, and its lines arrive completely before its end', async () => {
    const child = await start(
      `process.once('message', ({ n }) => { process.send({ n: n + 1 }); process.stdout.write('a\\nb'); process.stderr.write('é\\r\\n'); process.exitCode = 3; setImmediate(() => process.disconnect()); });`,
    );
    const lines: string[] = [];
    child.onLine((source, line) => lines.push(`${source} ${line}`));
    const answered = messageOf(child);
    child.postMessage({ n: 41 });
    expect(await answered).toEqual({ n: 42 });
    const code = await exitOf(child);
    expect(lines.toSorted()).toEqual(['err é', 'out a', 'out b']);
    expect(code).toBe(3);
  });

  test('an exit by a signal has no code, and late listeners are notified, too', async () => {
    const child = await start(waits);
    await messageOf(child);
    child.kill();
    expect(await exitOf(child)).toBeNull();
    expect(await exitOf(child)).toBeNull();
    child.postMessage('nobody hears this');
  });

  test('a missing module ends with a code, not an exception', async () => {
    const child = startChild({ modulePath: join(folder, 'missing.mjs'), cwd: folder, env: {} });
    expect(await exitOf(child)).toBe(1);
  });

  test('a missing folder ends without a code', async () => {
    const child = startChild({
      modulePath: join(folder, 'child.mjs'),
      cwd: join(folder, 'missing'),
      env: {},
    });
    expect(await exitOf(child)).toBeNull();
  });
});

test.runIf(process.platform === 'linux')(
  'a child has exactly the given environment, and neither token nor code is in it or in an argument',
  async () => {
    process.env['STUDIO_TEST_CANARY'] = 'must-not-be-inherited';
    await using host = await startTestHost();
    const [code, token] = [host.freshCode(), await host.token()];
    const child = await start(waits, { GIVEN: 'yes' });
    await messageOf(child);
    const environ = await readFile(`/proc/${child.pid ?? 0}/environ`, 'utf8');
    const names = environ.split('\0').map((entry) => entry.split('=')[0] ?? '');
    // Node itself passes the message channel to a forked child.
    expect(names.filter((name) => name !== '' && !name.startsWith('NODE_CHANNEL_'))).toEqual(['GIVEN']);
    const cmdline = await readFile(`/proc/${child.pid ?? 0}/cmdline`, 'utf8');
    expect(cmdline.split('\0').filter((word) => word !== '')).toEqual([
      process.execPath,
      join(folder, 'child.mjs'),
    ]);
    for (const secret of [code, token, 'must-not-be-inherited']) {
      expect(environ + cmdline).not.toContain(secret);
    }
    delete process.env['STUDIO_TEST_CANARY'];
  },
);
