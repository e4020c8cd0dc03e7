import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { exposureOf, prepareDataFolder } from './private-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'private-folder-test-')));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

async function folderWith(mode: number): Promise<string> {
  const folder = join(parent, 'data');
  await mkdir(folder);
  await chmod(folder, mode);
  return folder;
}

describe.skipIf(process.platform === 'win32')('a data folder (modes of folders)', () => {
  it('is created for this user only', async () => {
    const { path, warning } = await prepareDataFolder(join(parent, 'deep', 'data'));
    expect(warning).toBeNull();
    expect(await modeOf(path)).toBe(0o700);
    expect(await modeOf(join(parent, 'deep'))).toBe(0o700);
  });

  it.each([0o755, 0o750, 0o701, 0o710])(
    'with mode %o, which others can read, causes a warning and stays unchanged',
    async (mode) => {
      const folder = await folderWith(mode);
      const { path, warning } = await prepareDataFolder(folder);
      expect(path).toBe(folder);
      expect(warning).toMatch(/^Other users .* chmod 700 /);
      expect(await modeOf(folder)).toBe(mode);
    },
  );

  it.each([0o777, 0o1777, 0o770, 0o702])(
    'with mode %o, which others can write to, is refused and stays unchanged',
    async (mode) => {
      const folder = await folderWith(mode);
      await expect(prepareDataFolder(folder)).rejects.toMatchObject({
        code: 'storage',
        hint: expect.stringContaining('chmod 700'),
      });
      expect(await modeOf(folder)).toBe(mode & 0o777);
    },
  );

  it('of another user is refused; root gets a warning', async () => {
    const folder = await folderWith(0o700);
    const stranger = (process.getuid?.() ?? 0) + 1;
    await expect(prepareDataFolder(folder, stranger)).rejects.toMatchObject({ code: 'storage' });
    expect(exposureOf({ uid: 1000, mode: 0o40700 }, 0)).toBe('foreign');
  });

  it('has a path without symbolic links', async () => {
    const folder = await folderWith(0o700);
    await symlink(folder, join(parent, 'link'));
    expect((await prepareDataFolder(join(parent, 'link'))).path).toBe(folder);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder that can’t be written', () => {
  /** Mounted read-only where this process may, else without the permission. Calls `work`, and undoes that. */
  async function withReadOnly(
    { skip }: Pick<TestContext, 'skip'>,
    work: (folder: string, reason: string) => Promise<void>,
  ): Promise<void> {
    const folder = await folderWith(0o700);
    const run = promisify(execFile);
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'ro,mode=700', 'none', folder]).then(
      () => true,
      () => false,
    );
    if (!isMounted && process.getuid?.() === 0) skip('Root may write everywhere, and must not mount here.');
    if (!isMounted) await chmod(folder, 0o500);
    try {
      await work(folder, isMounted ? 'the disk is read-only' : 'permission denied');
    } finally {
      if (isMounted) await run('umount', [folder]);
      else await chmod(folder, 0o700);
    }
  }

  it('is refused with the reason and what to do', (context) =>
    withReadOnly(context, async (folder, reason) => {
      await expect(prepareDataFolder(folder)).rejects.toMatchObject({
        code: 'storage',
        message: `The studio can't write to the data folder ${folder}: ${reason}.`,
        hint: 'Make it writable. Set REMOTE_GRAPH_STUDIO_DATA to use another folder.',
      });
    }));

  it('is refused by its lock, too, with the reason', (context) =>
    withReadOnly(context, async (folder, reason) => {
      await expect(lockFolder(folder, 'a test')).rejects.toMatchObject({
        code: 'storage',
        message: `The data folder ${folder} can't be locked: ${reason}.`,
      });
    }));

  it('is refused with the reason when a file is in its place', async () => {
    const file = join(parent, 'a file');
    await writeFile(file, '');
    await expect(prepareDataFolder(join(file, 'data'))).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(/can't be used: part of its path is a file\.$/),
    });
  });
});
