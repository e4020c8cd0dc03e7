import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedStudioPackage } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { askStudio } from '../web-host/ask-studio.ts';

let packed: string;
let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeAll(async () => {
  packed = join(await sharedStudioPackage(), 'node_modules/remote-graph-studio/out/cli/index.js');
}, 60_000 * slowness());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closed-output-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the installed command line with nothing of the environment but its data folder. */
function start(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [packed, ...args], {
    env: { PATH: process.env['PATH'], REMOTE_GRAPH_STUDIO_DATA: folder },
  });
  children.push(child);
  return child;
}

/** Collects what a stream writes, until the text matches. */
function textWith(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (part: Buffer) => {
      text += part.toString();
      const match = pattern.exec(text);
      if (match) resolve(match[0]);
    });
    stream.once('end', () => reject(new Error(`It ended: ${text}`)));
  });
}

describe('output that nobody reads any more', { timeout: 60_000 * slowness() }, () => {
  it('the web host goes on without its terminal, and its log file has what it would have said', async () => {
    await mkdir(join(folder, 'kept'));
    await writeFile(join(folder, 'kept', `${'a'.repeat(40)}.json`), 'not JSON');
    const child = start('open', '--no-open', '--port', '0');
    const address = await textWith(child.stdout, /http:\S+#code=\S+/);
    await askStudio(address, async ({ call }) => {
      child.stdout.destroy();
      child.stderr.destroy();
      // The damaged text is found now, and warned about.
      expect(await call('storage.read', { after: null })).toEqual({ texts: [], after: null });
      await expect
        .poll(() => readFile(join(folder, 'logs', 'studio.log'), 'utf8').catch(() => ''))
        .toMatch(/ warn .*is not JSON/);
      // Enter prints another address, for which nobody is there either.
      child.stdin.write('\n\n');
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect((await call('app.info', {})).host).toBe('web');
    });
    expect(child.exitCode).toBeNull();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('a command ends in order when its standard error is closed', async () => {
    const child = start('servers', 'list', '--server', 'no such server');
    child.stderr.destroy();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    expect(await ended).toBe(2);
  });

  it('a command whose output is cut off by its reader ends without an error', async () => {
    const child = start('--help');
    child.stdout.destroy();
    const note: string[] = [];
    child.stderr.on('data', (part: Buffer) => note.push(part.toString()));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    expect(await ended).toBe(0);
    expect(note).toEqual([]);
  });
});
