import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { slowness } from '../../../testing/slowness.ts';

const demoServer = fileURLToPath(new URL('../../../../out/demo-server', import.meta.url));

const parentText = `
import { fork } from 'node:child_process';
const [entry, projectFolder, dataFolder] = process.argv.slice(2);
const child = fork(entry, [], { cwd: dataFolder, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
child.on('message', ({ type, host }) => type === 'ready' && console.log(JSON.stringify({ host, pid: child.pid })));
child.send({ type: 'start', projectFolder, dataFolder, token: 'token', nonce: 'nonce' });
setInterval(() => undefined, 1_000_000);
`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it(
  'a child ends and frees its port when its parent is killed',
  { timeout: 30_000 * slowness() },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-orphan-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const script = join(folder, 'parent.mjs');
    await writeFile(script, parentText);
    const entry = join(demoServer, 'entry.mjs');
    const parent = spawn(process.execPath, [script, entry, join(demoServer, 'demo'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'error' },
    });
    cleanups.push(() => parent.kill('SIGKILL'));

    const firstLine = await new Promise<string>((resolve, reject) => {
      parent.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString()));
      parent.once('exit', (code) => reject(new Error(`The parent ended with ${code}.`)));
    });
    const { host, pid } = JSON.parse(firstLine) as { host: string; pid: number };
    cleanups.push(() => alive(pid) && process.kill(pid, 'SIGKILL'));
    const request = (): Promise<Response> =>
      fetch(`http://${host}/ok`, { headers: { authorization: 'Bearer token' } });
    expect((await request()).status).toBe(200);

    parent.kill('SIGKILL');
    await expect.poll(() => alive(pid)).toBe(false);
    await expect(request()).rejects.toThrow('fetch failed');
  },
);
