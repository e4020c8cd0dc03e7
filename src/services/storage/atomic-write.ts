import { randomBytes } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The used part of `node:fs/promises`; tests inject one that fails. */
export type FileSystem = Pick<
  typeof nodeFiles,
  'open' | 'readFile' | 'rename' | 'rm' | 'readdir' | 'mkdir' | 'chmod' | 'stat'
>;

export const realFileSystem: FileSystem = nodeFiles;

// Name of a file while it is written, with that of the file which it is to replace.
export const temporaryName = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;

/** A new path beside `path`, by {@link temporaryName}. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
}

/**
 * Writes a file atomically, readable by its owner only: after a crash at any point the path
 * holds the old bytes or the new ones, never a mix. The flush before the rename makes that true even after a
 * power cut.
 */
export async function writeAtomic(fs: FileSystem, path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const draft = temporaryPath(path);
  try {
    const file = await fs.open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(fs, draft, path);
  } catch (error) {
    await fs.rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushFolder(fs, folder);
}

// Removes temporary files of killed writers, by the names that `writeAtomic` uses.
export async function sweepTemporary(fs: FileSystem, folder: string): Promise<void> {
  const names = await fs.readdir(folder);
  await Promise.all(
    names
      .filter((name) => temporaryName.test(name))
      .map((name) => fs.rm(join(folder, name), { force: true })),
  );
}

// On Windows a virus scanner may hold the target for a moment; elsewhere the first try decides.
export async function renameOver(fs: FileSystem, from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fs.rename(from, to);
    } catch (error) {
      if (attempt >= 5 || process.platform !== 'win32' || !isHeldByOther(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    }
  }
}

function isHeldByOther(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === 'EPERM' || code === 'EACCES' || code === 'EBUSY';
}

// Makes the rename durable. Not every system can flush a folder; the file's bytes are safe without it.
export async function flushFolder(fs: FileSystem, folder: string): Promise<void> {
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
export function errorCodeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
