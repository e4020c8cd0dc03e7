import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { AppError } from '../../shared/app-error.ts';
import { systemErrorReason } from './system-error-reason.ts';

// What other users of the machine can do with a folder. `foreign`: it belongs to another user.
type FolderExposure = 'private' | 'readable' | 'writable' | 'foreign';

/** A folder's exposure, by owner and mode. `uid: null`: a system without either (Windows), so `private`. */
export function exposureOf(
  folder: { readonly uid: number; readonly mode: number },
  uid: number | null,
): FolderExposure {
  if (uid === null) return 'private';
  if (folder.uid !== uid) return 'foreign';
  if ((folder.mode & 0o022) !== 0) return 'writable';
  return (folder.mode & 0o055) === 0 ? 'private' : 'readable';
}

export interface DataFolder {
  /** Absolute, without links: one spelling per folder. */
  readonly path: string;
  readonly warning: string | null;
}

/**
 * Creates the data folder for this user only, or checks an existing one. Never changes permissions, because others may
 * need the folder, such as `/tmp`. Refuses it if others can write, as they could swap the studio's files; warns if they
 * can only list names, as the files themselves are private. Root is only warned about a folder of another user, because
 * folders mounted into a container belong to a user outside. Throws `AppError` (`storage`).
 */
export async function prepareDataFolder(
  folder: string,
  uid: number | null = process.getuid?.() ?? null,
): Promise<DataFolder> {
  const { path, facts } = await makeFolder(folder);
  switch (exposureOf(facts, uid)) {
    case 'private':
      await requireWritable(path);
      return { path, warning: null };
    case 'readable':
      await requireWritable(path);
      return {
        path,
        warning: `Other users of this machine can read the data folder ${path}. To prevent this, run: chmod 700 ${path}`,
      };
    case 'writable':
      throw new AppError('storage', `Other users of this machine can write to the data folder ${path}.`, {
        hint: `To prevent this, run "chmod 700 ${path}". ${chooseAnother}`,
      });
    case 'foreign':
      if (uid === 0) {
        await requireWritable(path);
        return { path, warning: `The data folder ${path} belongs to another user.` };
      }
      throw new AppError('storage', `The data folder ${path} belongs to another user.`, {
        hint: chooseAnother,
      });
  }
}

const chooseAnother = 'Set REMOTE_GRAPH_STUDIO_DATA to use another folder.';

async function makeFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await realpath(folder);
    return { path, facts: await stat(path) };
  } catch (cause) {
    throw new AppError('storage', `The data folder ${folder} can't be used: ${systemErrorReason(cause)}.`, {
      hint: chooseAnother,
      cause,
    });
  }
}

// Otherwise the first thing that is written says so, and that is the lock: `listen EROFS`.
async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new AppError(
      'storage',
      `The studio can't write to the data folder ${folder}: ${systemErrorReason(cause)}.`,
      { hint: `Make it writable. ${chooseAnother}`, cause },
    );
  }
}
