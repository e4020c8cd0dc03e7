import { mkdir, realpath, stat } from 'node:fs/promises';
import { AppError } from '../../shared/app-error.ts';

/** What other users of the machine can do with a folder. `foreign`: it is another user's. */
export type FolderExposure = 'private' | 'readable' | 'writable' | 'foreign';

/** Reads the exposure of a folder from its owner and mode. `uid: null` is a system without either (Windows): `private`. */
export function exposureOf(
  folder: { readonly uid: number; readonly mode: number },
  uid: number | null,
): FolderExposure {
  if (uid === null) return 'private';
  if (folder.uid !== uid) return 'foreign';
  if ((folder.mode & 0o022) !== 0) return 'writable';
  return (folder.mode & 0o055) === 0 ? 'private' : 'readable';
}

/** A data folder that can be used. */
export interface DataFolder {
  /** Absolute, without links: one spelling for each folder (row D-15). */
  readonly path: string;
  /** What the user should know about its rights, or `null`. */
  readonly warning: string | null;
}

/**
 * Makes the data folder, for this user only, or checks one that exists (row D-16). Its rights are never changed: it may be a
 * folder that others need, such as `/tmp`. Others who can write in it could swap the studio's files, so it is refused;
 * others who can only look into it see names, for the files themselves are private (row D-4), so that is a warning. Root is
 * only warned about a folder of another user, because folders that are mounted into a container belong to a user outside.
 * Throws `AppError` (`storage`).
 */
export async function prepareDataFolder(
  folder: string,
  uid: number | null = process.getuid?.() ?? null,
): Promise<DataFolder> {
  const { path, facts } = await makeFolder(folder);
  switch (exposureOf(facts, uid)) {
    case 'private':
      return { path, warning: null };
    case 'readable':
      return {
        path,
        warning: `Other users of this machine can see what is in the data folder ${path}. To prevent that: chmod 700 ${path}`,
      };
    case 'writable':
      throw new AppError('storage', `Other users of this machine can write to the data folder ${path}.`, {
        hint: `If it is yours alone, close it to them with "chmod 700 ${path}". ${chooseAnother}`,
      });
    case 'foreign':
      if (uid === 0) return { path, warning: `The data folder ${path} belongs to another user.` };
      throw new AppError('storage', `The data folder ${path} belongs to another user.`, {
        hint: chooseAnother,
      });
  }
}

const chooseAnother = 'REMOTE_GRAPH_STUDIO_DATA names another folder.';

async function makeFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await realpath(folder);
    return { path, facts: await stat(path) };
  } catch (cause) {
    throw new AppError('storage', `The data folder ${folder} can't be used.`, { hint: chooseAnother, cause });
  }
}
