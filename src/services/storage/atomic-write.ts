import { randomBytes } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The used part of `node:fs/promises`; tests inject one that fails (row D-2). */
export type FileSystem = Pick<
  typeof nodeFiles,
  'open' | 'readFile' | 'rename' | 'rm' | 'readdir' | 'mkdir' | 'chmod' | 'stat'
>;

export const realFileSystem: FileSystem = nodeFiles;

const temporary = /^\..+\.[0-9a-f]{12}\.tmp$/;

/**
 * Replaces a whole file, readable by its owner only (rows D-1 and D-4): after a crash at any point the path
 * holds the old bytes or the new ones, never a mix. The flush before the rename makes that true even after a
 * power cut.
 */
export async function writeAtomic(fs: FileSystem, path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await fs.open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(fs, draft, path);
  } catch (thrown) {
    await fs.rm(draft, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await flushFolder(fs, folder);
}

/**
 * Like {@link writeAtomic}, for content that is written in parts: `write` creates and flushes the file whose name it
 * gets, which then takes the place of `path`.
 */
export async function replaceFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await write(draft);
    await renameOver(realFileSystem, draft, path);
  } catch (thrown) {
    await realFileSystem.rm(draft, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await flushFolder(realFileSystem, folder);
}

/**
 * Like {@link replaceFile}, but rejects with `EEXIST` if there is something at `path` by the end: a hard link is made
 * there, which replaces nothing. Where the disk has none, the file is copied.
 */
export async function createFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await write(draft);
    await nodeFiles.link(draft, path).catch(async (error: unknown) => {
      if (errorCodeOf(error) === 'EEXIST') throw error;
      await nodeFiles
        .copyFile(draft, path, nodeFiles.constants.COPYFILE_EXCL)
        .catch(async (reason: unknown) => {
          // Half a copy is none; what was there before stays.
          if (errorCodeOf(reason) !== 'EEXIST') await realFileSystem.rm(path, { force: true });
          throw reason;
        });
    });
  } finally {
    await realFileSystem.rm(draft, { force: true }).catch(() => undefined);
  }
  await flushFolder(realFileSystem, folder);
}

/** Removes temporary files of killed writers, by the names that `writeAtomic` uses. */
export async function sweepTemporary(fs: FileSystem, folder: string): Promise<void> {
  const names = await fs.readdir(folder);
  await Promise.all(
    names.filter((name) => temporary.test(name)).map((name) => fs.rm(join(folder, name), { force: true })),
  );
}

/** On Windows a virus scanner may hold the target for a moment; elsewhere the first try decides. */
async function renameOver(fs: FileSystem, from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fs.rename(from, to);
    } catch (thrown) {
      if (attempt >= 5 || process.platform !== 'win32' || !isHeldByOther(thrown)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    }
  }
}

function isHeldByOther(thrown: unknown): boolean {
  const code = errorCodeOf(thrown);
  return code === 'EPERM' || code === 'EACCES' || code === 'EBUSY';
}

/** Makes the rename durable. Not every system can flush a folder; the file's bytes are safe without it. */
async function flushFolder(fs: FileSystem, folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows refuses to open a folder.
  }
}

/** `ENOENT`, `ENOSPC`, ... of a system error, else `null`. */
export function errorCodeOf(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}
