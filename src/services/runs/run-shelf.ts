import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Platform } from '../platform.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog, type RunLog } from './run-log.ts';

/** Names a run of a connection: ids of different servers may be equal. */
export interface RunPlace {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}

/** The logs of the runs that this studio reads or has read. */
export interface RunShelf {
  get(place: RunPlace): RunLog | undefined;
  /** A new log for a run that has none; the oldest ended ones that nobody reads make room for it. */
  add(place: RunPlace): RunLog;
  /** Keeps a log from making room while `signal` is not aborted and the returned undo was not called. */
  hold(log: RunLog): () => void;
  /** Forgets every log. */
  clear(): Promise<void>;
}

const mostLogs = 64;
const memoryPerLog = 50 * 1024 * 1024;
const diskPerLog = 512 * 1024 * 1024;

/** A shelf of logs whose overflow lies in `runs/` of the data folder; what an earlier process left there is removed. */
export function createRunShelf({ dataFolder, log: tell }: Pick<Platform, 'dataFolder' | 'log'>): RunShelf {
  const folder = join(dataFolder, 'runs');
  const logs = new Map<string, RunLog>();
  const readers = new Map<RunLog, number>();
  let made = 0;
  const swept = rm(folder, { recursive: true, force: true }).catch(() => undefined);

  const makeRoom = (): void => {
    for (const [key, log] of logs) {
      if (logs.size < mostLogs) return;
      if (log.end === null || (readers.get(log) ?? 0) > 0) continue;
      logs.delete(key);
      void log.remove();
    }
  };

  return {
    get: (place) => logs.get(keyOf(place)),
    add(place) {
      makeRoom();
      made += 1;
      const path = join(folder, `${made}.ndjson`);
      const log = createRunLog({
        openFile: () => createLogFile(path, diskPerLog, swept),
        memoryLimit: memoryPerLog,
        now: () => performance.now(),
        onLoss: (problem) => tell('warn', `A run's log could not be kept whole: ${String(problem)}`),
      });
      logs.set(keyOf(place), log);
      return log;
    },
    hold(log) {
      readers.set(log, (readers.get(log) ?? 0) + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (readers.get(log) ?? 1) - 1;
        if (left === 0) readers.delete(log);
        else readers.set(log, left);
      };
    },
    async clear() {
      const all = [...logs.values()];
      logs.clear();
      await swept;
      await Promise.all(all.map((log) => log.remove()));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

function keyOf({ connectionId, threadId, runId }: RunPlace): string {
  return JSON.stringify([connectionId, threadId, runId]);
}
