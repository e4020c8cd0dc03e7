import { constants, copyFile, link } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorCodeOf, flushFolder, realFileSystem, renameOver, temporaryPath } from './atomic-write.ts';
import { sweepDraftsOf } from './sweep-leftovers.ts';

/**
 * Like `writeAtomic`, for content that is written in parts: `write` creates and flushes the file whose name it
 * gets, which then takes the place of `path`.
 */
export async function replaceFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const draft = temporaryPath(path);
  await sweepDraftsOf(folder, basename(path));
  try {
    await write(draft);
    await renameOver(realFileSystem, draft, path);
  } catch (error) {
    await realFileSystem.rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushFolder(realFileSystem, folder);
}

/**
 * Like {@link replaceFile}, but rejects with `EEXIST` if there is something at `path` by the end: a hard link is made
 * there, which replaces nothing. Where the disk has none, the file is copied.
 */
export async function createFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const draft = temporaryPath(path);
  await sweepDraftsOf(folder, basename(path));
  try {
    await write(draft);
    await link(draft, path).catch(async (error: unknown) => {
      if (errorCodeOf(error) === 'EEXIST') throw error;
      await copyFile(draft, path, constants.COPYFILE_EXCL).catch(async (reason: unknown) => {
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
