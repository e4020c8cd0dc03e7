import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, type FolderLock } from './folder-lock.ts';

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

/** Another process that holds the folder until it is killed. */
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
  it('H-15: a second studio is refused and told who has it', async () => {
    await take('web host, process 1');
    await expect(lockFolder(folder, 'second')).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('web host, process 1'),
      hint: expect.stringContaining('REMOTE_GRAPH_STUDIO_DATA'),
    });
  });

  it('is free again after it was released, and leaves nothing behind', async () => {
    const first = await take('first');
    await first.release();
    expect(await readdir(folder)).toEqual([]);
    await take('second');
  });

  it('H-15: is free again after its holder was killed with -9', async () => {
    const kill = await holderProcess();
    await expect(lockFolder(folder, 'second')).rejects.toMatchObject({ code: 'storage' });
    await kill();
    expect(await readdir(folder)).toEqual(['studio.lock']);
    await take('second');
  });

  it('D-5: of many that start at once after a crash exactly one gets it', async () => {
    const kill = await holderProcess();
    await kill();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => take(`try ${n}`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('works for a folder whose path is longer than a socket’s may be', async () => {
    const long = join(folder, 'x'.repeat(120), 'not made yet');
    await take('first', long);
    await expect(lockFolder(long, 'second')).rejects.toMatchObject({ code: 'storage' });
  });
});
