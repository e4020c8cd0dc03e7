import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the folders `<pid>-<name>` of processes that are gone. Those of running processes stay: two hosts may work on
 * one data folder. Never rejects; what can't be removed now is tried again at the next start.
 */
export async function sweepRunFolders(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => !isRunning(Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN)));
  await Promise.all(
    left.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it runs, as somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
