import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import { missingInput, unfitPath, unreadInput } from './input-file-errors.ts';

export const deepestInput = 4;

// The absolute path of a file whose folders are no links. Throws `invalid-input`, `not-found` without its folder, and
// `storage` if that can't be read now.
export async function locateInputFile(folder: string, path: string): Promise<string> {
  const names = path.split('/');
  const leadsOut = names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name));
  if (leadsOut || names.length > deepestInput)
    throw unfitPath(path, 'It leads outside the folder of inputs.');
  const parentFolder = join(folder, names.slice(0, -1).join('/'));
  try {
    // A link on the way would lead out of the folder, or back into it under another name.
    if ((await realpath(parentFolder)) !== parentFolder) throw unfitPath(path, 'Links are not followed.');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missingInput(path);
    throw unreadInput(path, error);
  }
  return join(parentFolder, names.at(-1) ?? '');
}

// Makes a folder below the folder of inputs. Throws `storage`, and `invalid-input` for a link on the way.
export async function makeInputFolders(folder: string, inside: string): Promise<void> {
  try {
    const names = inside === '.' ? [] : inside.split('/');
    let path = folder;
    await makeFolder(path);
    for (const name of names) {
      if ((await realpath(path)) !== path) throw unfitPath(inside, 'Links are not followed.');
      path = join(path, name);
      await makeFolder(path);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'storage',
      `The folder ${escapeControls(join(folder, inside))} could not be created.`,
      {
        hint: 'Check the permissions of the folder above it.',
        details: { reason: errorCodeOf(error) ?? String(error) },
      },
    );
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}
