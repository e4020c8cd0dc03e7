import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { AppError } from '../../shared/app-error.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { errorCodeOf, temporaryPath } from '../storage/atomic-write.ts';
import { inputExists, missingInput } from './input-file-errors.ts';

async function writeDraft(target: string, text: string, mode: number): Promise<string> {
  const draft = temporaryPath(target);
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function replaceInputFile(target: string, text: string): Promise<void> {
  // A link would be replaced by a file, never followed.
  const { mode } = await lstat(target);
  const draft = await writeDraft(target, text, mode & 0o777);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

// Readable as other files of the project. Never replaces a file that somebody else wrote meanwhile.
export async function writeNewInputFile(target: string, text: string): Promise<void> {
  const draft = await writeDraft(target, text, 0o666);
  try {
    await moveToNew(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

// Gives a file another name that is free. A link fails if it is not; not all file systems have links.
export async function moveToNew(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCodeOf(error) ?? ''))
      throw error;
    return rename(source, target);
  }
  await unlink(source);
}

export async function reportWrite(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EEXIST') throw inputExists(path);
    if (code === 'ENOENT') throw missingInput(path);
    throw new AppError('storage', `${escapeControls(path)} could not be written.`, {
      hint: 'Check the permissions of the folder and the space on the disk.',
      details: { reason: code ?? String(error) },
    });
  }
}
