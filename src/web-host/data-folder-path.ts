import { isAbsolute, posix, resolve, win32 } from 'node:path';

export interface DataFolderFacts {
  readonly os: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const name = 'remote-graph-studio';

/** The folder for stored data: `REMOTE_GRAPH_STUDIO_DATA`, else the system's usual one. */
export function dataFolderPath({ os, env, home }: DataFolderFacts): string {
  const chosen = env['REMOTE_GRAPH_STUDIO_DATA'];
  if (chosen) return isAbsolute(chosen) ? chosen : resolve(chosen);
  if (os === 'win32') return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), name);
  if (os === 'darwin') return posix.join(home, 'Library', 'Application Support', name);
  const base = env['XDG_DATA_HOME'];
  return posix.join(base && posix.isAbsolute(base) ? base : posix.join(home, '.local', 'share'), name);
}
