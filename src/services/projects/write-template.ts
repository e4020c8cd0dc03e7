import { mkdir, readdir, readFile, realpath, rmdir, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { escapeControls } from '../logging/escape-controls.ts';

// What an empty folder may have: the traces of version control and of file managers.
const harmless = new Set(['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini']);

// Writes a template into an empty folder, which is made if its parent exists. Never overwrites; what was written is
// removed again if anything fails. Returns the folder's real path. Throws `invalid-input` for a folder that is not
// empty or can't be made, and `storage` if it can't be written.
export async function writeTemplate(templateFolder: string, typed: string): Promise<string> {
  const text = typed.trim();
  const folder = /^~[/\\]/.test(text) ? join(homedir(), text.slice(2)) : text;
  if (!isAbsolute(folder) || folder.includes('\0')) {
    throw new AppError('invalid-input', 'This is not the full path of a folder.', {
      hint: 'Enter a path that starts at the root of the disk or with ~/.',
    });
  }
  const written: string[] = [];
  const createdFolders: string[] = [];
  try {
    if (await makeFolder(folder)) createdFolders.push(folder);
    const files = await filesIn(templateFolder);
    for (const file of files) {
      // Packages and archives leave out files whose names begin with a dot.
      const target = join(folder, file === 'gitignore' ? '.gitignore' : file);
      const parent = dirname(target);
      if (parent !== folder && (await makeFolder(parent, true))) createdFolders.push(parent);
      await writeFile(target, await readFile(join(templateFolder, file)), { flag: 'wx' });
      written.push(target);
    }
    return await realpath(folder);
  } catch (error) {
    for (const file of written.toReversed()) await unlink(file).catch(() => undefined);
    for (const path of createdFolders.toReversed()) await rmdir(path).catch(() => undefined);
    if (error instanceof AppError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('storage', `The project could not be written to ${escapeControls(folder)}.`, {
      hint: 'Choose another folder.',
      details: { reason: escapeControls(why) },
    });
  }
}

// Whether the folder was made; `false` if it was there, and empty.
async function makeFolder(folder: string, mayHaveFiles = false): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') {
      throw new AppError('invalid-input', `There is no folder ${escapeControls(dirname(folder))}.`, {
        hint: 'Create it, or choose another place.',
      });
    }
    if (code !== 'EEXIST') throw error;
  }
  const entries = await readdir(folder);
  if (!mayHaveFiles && entries.some((name) => !harmless.has(name))) {
    throw new AppError('invalid-input', `The folder ${escapeControls(folder)} is not empty.`, {
      hint: 'Choose an empty folder, or the name of a new one. Nothing was written.',
    });
  }
  return false;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
