import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, posix, resolve, win32 } from 'node:path';
import { AppError } from '../shared/app-error.ts';

/** What the place of the data folder depends on; tests hand in other systems. */
export interface DataFolderFacts {
  readonly os: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const name = 'remote-graph-studio';

/** Where the studio keeps its files: `REMOTE_GRAPH_STUDIO_DATA`, else where the system wants such files. */
export function dataFolderPath({ os, env, home }: DataFolderFacts): string {
  const chosen = env['REMOTE_GRAPH_STUDIO_DATA'];
  if (chosen) return isAbsolute(chosen) ? chosen : resolve(chosen);
  if (os === 'win32') return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), name);
  if (os === 'darwin') return posix.join(home, 'Library', 'Application Support', name);
  const base = env['XDG_DATA_HOME'];
  return posix.join(base && posix.isAbsolute(base) ? base : posix.join(home, '.local', 'share'), name);
}

/** Makes the data folder, readable by this user only (row D-4), and returns its path. */
export async function openDataFolder(chosen?: string): Promise<string> {
  const folder = chosen ?? dataFolderPath({ os: process.platform, env: process.env, home: homedir() });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (cause) {
    throw new AppError('storage', `The data folder ${folder} can't be used.`, {
      hint: 'Choose another one with REMOTE_GRAPH_STUDIO_DATA.',
      cause,
    });
  }
  return folder;
}
