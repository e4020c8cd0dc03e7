import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, pipeName, type FolderLock } from './folder-lock.ts';

let folder: string;
const locks: FolderLock[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-test-'));
});
afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.release()));
  await rm(folder, { recursive: true, force: true });
});

async function take(who: string, where = folder): Promise<FolderLock> {
  const lock = await lockFolder(where, who);
  locks.push(lock);
  return lock;
}

async function holderProcess(): Promise<() => Promise<void>> {
  const program = `
    const { createServer } = await import('node:net');
    createServer((socket) => socket.end('web host, process ' + process.pid)).listen(process.argv[1], () => console.log('up'));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, join(folder, 'studio.lock')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

describe.skipIf(process.platform === 'win32')('the lock of a data folder (sockets with paths)', () => {
  it('the lock refuses a second studio, and names the first one', async () => {
    await take('web host, process 1');
    await expect(lockFolder(folder, 'second')).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('web host, process 1'),
      hint: expect.stringContaining('REMOTE_GRAPH_STUDIO_DATA'),
    });
  });

  it('can be acquired again after its release, which leaves nothing behind', async () => {
    const first = await take('first');
    await first.release();
    expect(await readdir(folder)).toEqual([]);
    await take('second');
  });

  it('is released although a program that asked who holds it does not hang up', async () => {
    const first = await take('first');
    const asking = connect({ path: join(folder, 'studio.lock'), allowHalfOpen: true });
    asking.on('error', () => undefined);
    const [answer] = (await once(asking, 'data')) as [Buffer];
    expect(String(answer)).toBe('first');
    await first.release();
    expect(await readdir(folder)).toEqual([]);
    asking.destroy();
  });

  it('the lock can be acquired again after kill -9 of its holder', async () => {
    const kill = await holderProcess();
    await expect(lockFolder(folder, 'second')).rejects.toMatchObject({ code: 'storage' });
    await kill();
    expect(await readdir(folder)).toEqual(['studio.lock']);
    await take('second');
  });

  it('exactly one of many concurrent starts after a crash acquires it', async () => {
    const kill = await holderProcess();
    await kill();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => take(`try ${n}`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  describe('every spelling of a path is one folder', () => {
    /** Spellings of one folder, each relative to the test's own folder. */
    const spellings: readonly (readonly [string, (real: string) => string | Promise<string>])[] = [
      ['as it is', (real) => real],
      ['through a link', (real) => linkTo(real)],
      ['relative to the working folder', (real) => relative(process.cwd(), real)],
      ['with a slash at its end', (real) => `${real}/`],
      ['with dots', (real) => `${real}/../${basename(real)}/.`],
      [
        'through a link to the folder above it',
        async (real) => join(await linkTo(join(real, '..')), basename(real)),
      ],
    ];
    const linkTo = async (real: string): Promise<string> => {
      const link = join(folder, `link-${basename(real).slice(0, 10)}`);
      await symlink(real, link);
      return link;
    };

    it.each(spellings)('%s', async (_, spell) => {
      const real = join(folder, 'data');
      await take('first', real);
      await expect(lockFolder(await spell(real), 'second')).rejects.toMatchObject({ code: 'storage' });
    });

    it.each(spellings)('a path too long for a socket, %s', async (_, spell) => {
      const real = join(folder, 'x'.repeat(120), 'data');
      await mkdir(real, { recursive: true });
      await take('first', await spell(real));
      await expect(lockFolder(real, 'second')).rejects.toMatchObject({ code: 'storage' });
    });

    it.skipIf(!existsSync(tmpdir().toUpperCase()))(
      'in other case (skipped where the file system does not fold it)',
      async () => {
        await take('first', join(folder, 'data'));
        await expect(lockFolder(join(folder, 'DATA'), 'second')).rejects.toMatchObject({ code: 'storage' });
      },
    );

    it('in other case, in the name of a pipe on Windows', () => {
      expect(pipeName('C:\\Users\\Ada\\Data')).toBe(pipeName('c:\\users\\ada\\DATA'));
      expect(pipeName('C:\\Users\\Ada\\Data')).not.toBe(pipeName('C:\\Users\\Ada\\Data2'));
    });
  });

  it('the lock of a long path is in a folder of this user only', async () => {
    await take('first', join(folder, 'x'.repeat(120)));
    const fallbackFolder = `/tmp/remote-graph-studio-${process.getuid?.()}`;
    expect((await stat(fallbackFolder)).mode & 0o777).toBe(0o700);
  });

  it('the text of a holder can not control a terminal', async () => {
    const server = createServer((socket) => socket.end('\u001b]0;owned\u0007\u202ebad\nline\r'));
    await new Promise<void>((resolve) => server.listen(join(folder, 'studio.lock'), resolve));
    const refusal = await lockFolder(folder, 'second').catch((error: unknown) => error);
    server.close();
    expect(refusal).toMatchObject({
      message: `Another studio is using the data folder ${folder}: \\u001b]0;owned\\u0007\\u202ebad\\nline\\r.`,
    });
  });

  it('works for a folder whose path is too long for a socket', async () => {
    const long = join(folder, 'x'.repeat(120), 'not made yet');
    await take('first', long);
    await expect(lockFolder(long, 'second')).rejects.toMatchObject({ code: 'storage' });
  });
});
