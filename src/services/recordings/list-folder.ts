import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';

export interface RecordingFile {
  /** The name of the file or folder. Its content decides whether it is a recording. */
  readonly name: string;
  readonly path: string;
}

interface FolderListing {
  /** The newest first. */
  readonly recordings: readonly RecordingFile[];
  /** Names of links, which may lead anywhere and are not followed. */
  readonly links: readonly string[];
}

/**
 * The recordings in a folder, not in those below it: zip files, and folders with a manifest. A folder that is a
 * recording itself is listed alone. Throws an `AppError` (`not-found`) without a folder.
 */
export async function listRecordings(folder: string): Promise<FolderListing> {
  const root = await realpath(folder).catch(() => null);
  const stats = root === null ? null : await lstat(root).catch(() => null);
  if (root === null || !stats?.isDirectory())
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Name a folder with recordings.',
    });
  if (await isFile(join(root, 'manifest.json')))
    return { recordings: [{ name: root.split(/[\\/]/).at(-1) ?? root, path: root }], links: [] };
  const entries = await readdir(root, { withFileTypes: true });
  const files: (RecordingFile & { readonly changedMs: number })[] = [];
  const links: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const path = join(root, name);
    if (entry.isSymbolicLink()) links.push(name);
    else if (
      (entry.isFile() && /\.zip$/i.test(name)) ||
      (entry.isDirectory() && (await isFile(join(path, 'manifest.json'))))
    )
      files.push({ name, path, changedMs: (await lstat(path)).mtimeMs });
  }
  return {
    recordings: files.toSorted((a, b) => b.changedMs - a.changedMs).map(({ name, path }) => ({ name, path })),
    links,
  };
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() === true;
}
