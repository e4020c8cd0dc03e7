import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { rm, rmdir, readdir } from 'node:fs/promises';
import type { Platform } from '../../common/platform.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog, type RunLog } from './run-log.ts';

/** A run of a connection: ids of different servers may be equal. */
export interface RunRef {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
}

export interface RunLogCache {
  get(runRef: RunRef): RunLog | undefined;
  // Makes a log that no run has yet.
  // `ageMs`: age of the run now by its server's clock, `null` while unknown; omitted if just started.
  create(ageMs?: () => number | null): RunLog;
  // Adds a log for a run, replacing an older one. The oldest finished logs without readers make room.
  add(runRef: RunRef, ageMs?: () => number | null): RunLog;
  put(runRef: RunRef, log: RunLog): void;
  // Drops a run's log; its readers may finish.
  drop(runRef: RunRef): void;
  dropWhere(isMeant: (runRef: RunRef) => boolean): void;
  // Keeps a log from eviction until the returned function is called.
  retain(log: RunLog): () => void;
  // Drops every log and removes its files, also those added later once they are released.
  clear(): Promise<void>;
}

// Limits of the cache. Lengths: UTF-16 units of payload text in memory; sizes: bytes on disk.
interface RunLogCacheLimits {
  readonly logs: number;
  readonly lengthPerLog: number;
  readonly lengthOfAll: number;
  readonly bytesPerLog: number;
}

const defaultLimits: RunLogCacheLimits = {
  logs: 64,
  lengthPerLog: 50 * 1024 * 1024,
  lengthOfAll: 200 * 1024 * 1024,
  bytesPerLog: 1024 * 1024 * 1024,
};

// A cache of logs. What outgrows memory goes to a folder of this process below `runs/` of the data folder;
// folders of dead processes are removed when the first log is created.
export function createRunLogCache(
  { dataFolder, log: writeLog }: Pick<Platform, 'dataFolder' | 'log'>,
  limits: RunLogCacheLimits = defaultLimits,
): RunLogCache {
  const allFolders = join(dataFolder, 'runs');
  const folder = join(allFolders, `${process.pid}-${randomUUID()}`);
  const logs = new Map<string, RunLog>();
  const replaced = new Set<RunLog>();
  const readers = new Map<RunLog, number>();
  let createdCount = 0;
  let isCleared = false;
  let swept: Promise<void> | null = null;

  const isFull = (): boolean => {
    if (logs.size >= limits.logs) return true;
    let length = 0;
    for (const log of logs.values()) length += log.lengthInMemory;
    return length > limits.lengthOfAll;
  };
  const removeInBackground = (log: RunLog): void => {
    log
      .remove()
      .catch((problem: unknown) =>
        writeLog('warn', `A run's log could not be removed from the disk: ${String(problem)}`),
      );
  };
  const makeRoom = (): void => {
    for (const [key, log] of logs) {
      if (!isFull()) return;
      if (log.end === null || readers.has(log)) continue;
      logs.delete(key);
      removeInBackground(log);
    }
  };
  const letGo = (log: RunLog): void => {
    if (readers.has(log)) replaced.add(log);
    else removeInBackground(log);
  };
  const drop = (runRef: RunRef): void => {
    const log = logs.get(runKey(runRef));
    logs.delete(runKey(runRef));
    if (log) letGo(log);
  };

  const replaceLog = (runRef: RunRef, log: RunLog): void => {
    drop(runRef);
    makeRoom();
    logs.set(runKey(runRef), log);
  };
  const create: RunLogCache['create'] = (ageMs) => {
    swept ??= sweepRunFolders(allFolders);
    createdCount += 1;
    const path = join(folder, `${createdCount}.ndjson`);
    return createRunLog({
      id: randomUUID(),
      openFile: () => createLogFile(path, limits.bytesPerLog),
      memoryLimit: limits.lengthPerLog,
      now: () => performance.now(),
      ageMs,
      onLoss: (problem) => writeLog('warn', `A run's log could not be stored completely: ${String(problem)}`),
    });
  };

  return {
    get: (runRef) => logs.get(runKey(runRef)),
    create,
    add(runRef, ageMs) {
      const log = create(ageMs);
      replaceLog(runRef, log);
      return log;
    },
    put: replaceLog,
    drop,
    dropWhere(isMeant) {
      for (const runRef of [...logs.keys()].map(runRefOf)) if (isMeant(runRef)) drop(runRef);
    },
    retain(log) {
      readers.set(log, (readers.get(log) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const readerCount = (readers.get(log) ?? 1) - 1;
        if (readerCount > 0) {
          readers.set(log, readerCount);
          return;
        }
        readers.delete(log);
        if (replaced.delete(log) || isCleared) removeInBackground(log);
      };
    },
    async clear() {
      isCleared = true;
      const all = [...logs.values(), ...replaced];
      logs.clear();
      replaced.clear();
      await swept;
      await Promise.all(all.map((log) => log.remove()));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      // Only if no other process has a folder there.
      await rmdir(allFolders).catch(() => undefined);
    },
  };
}

export function runKey({ connectionId, threadId, runId }: RunRef): string {
  return JSON.stringify([connectionId, threadId, runId]);
}

function runRefOf(key: string): RunRef {
  const [connectionId, threadId, runId] = JSON.parse(key) as [string, string | null, string];
  return { connectionId, threadId, runId };
}

// Removes folders `<pid>-<name>` of dead processes. Those of running ones stay: two hosts may share a data
// folder. Never rejects; failures are retried at the next start.
async function sweepRunFolders(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const orphanedFolders = names.filter((name) => !isRunning(Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN)));
  await Promise.all(
    orphanedFolders.map((name) =>
      rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined),
    ),
  );
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
