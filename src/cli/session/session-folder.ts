import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface SessionFolder {
  readonly path: string;
  remove(): Promise<void>;
}

// Creates a folder inside the data folder for one process, and removes those of processes that were killed. Nobody else
// can enter the data folder, and nothing is outside of it.
export async function createSessionFolder(dataFolder: string): Promise<SessionFolder> {
  await sweep(dataFolder);
  // Not in a folder of their own: the last command to end would remove it while the next one begins.
  const path = await mkdtemp(join(dataFolder, `command-line-${process.pid}-`));
  return {
    path,
    // A log may still be being written into it.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  const dead = names.filter((name) => {
    const [, pid] = /^command-line-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(
    // Another command may remove it at the same time.
    dead.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
