import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for what a command stores while it runs. */
export interface SessionFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Creates a folder inside the data folder for one process, and removes those of processes that were killed. Nobody else
 * can enter the data folder, and nothing is outside of it.
 */
export async function createSessionFolder(dataFolder: string): Promise<SessionFolder> {
  const all = join(dataFolder, 'command-line');
  await mkdir(all, { recursive: true, mode: 0o700 });
  await sweep(all);
  const path = await mkdtemp(join(all, `${process.pid}-`));
  return {
    path,
    async remove() {
      // A log may still be being written into it.
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      // Fails while another command is at work.
      await rmdir(all).catch(() => undefined);
    },
  };
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  const dead = names.filter((name) => !isAlive(Number(name.split('-', 1)[0])));
  await Promise.all(
    // Another command may remove it at the same time.
    dead.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Somebody else's process.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
