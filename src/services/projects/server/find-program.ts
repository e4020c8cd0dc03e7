import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { leadsToNetwork } from '../network-path.ts';

const isWindows = process.platform === 'win32';

// Folders of programs that a desktop session often lacks in its PATH, because only shells add them.
const usualFolders = isWindows
  ? [join('C:\\', 'Program Files', 'nodejs')]
  : ['/usr/local/bin', '/opt/homebrew/bin', join(homedir(), '.volta/bin'), join(homedir(), '.local/bin')];

// The absolute path of a program in PATH or where it usually is; `null` if there is none.
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const folders = [...(path ?? '').split(delimiter).filter((folder) => isAbsolute(folder)), ...usualFolders];
  for (const folder of folders) {
    const file = join(folder, isWindows ? `${name}.exe` : name);
    if (await isExecutable(file)) return file;
  }
  return null;
}

// Whether a file exists and may be run. A link to another computer is not followed, and counts as none.
export async function isExecutable(path: string): Promise<boolean> {
  if (await leadsToNetwork(path, path)) return false;
  try {
    await access(path, isWindows ? constants.F_OK : constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
