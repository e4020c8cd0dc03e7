import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ArchivedLogMetadata, archiveVersion, openArchivedLog } from './archived-log.ts';
import { convertLogV1 } from './archived-log-v1.ts';
import type { RunLog } from './run-log.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { realFileSystem, writeAtomic } from '../../storage/atomic-write.ts';
import type { Platform } from '../../common/platform.ts';
import type { RunRef } from './run-log-cache.ts';
import type { RunLogSummary } from '../run-mapper.ts';

export interface LogArchive {
  // Reads the folder. Never rejects.
  refresh(): Promise<void>;
  // A log's summary as of the last `refresh`; `null` if it is not archived.
  summary(runRef: RunRef): RunLogSummary | null;
  // `null` if the log is not archived, or no longer readable.
  open(runRef: RunRef): Promise<RunLog | null>;
  // Archives a log; older ones make room. Never rejects: failures are logged.
  save(runRef: RunRef, log: RunLog, facts: RunLogSummary): Promise<void>;
  drop(runRef: RunRef): Promise<void>;
  // Removes all matching logs. Never rejects: failures are logged.
  dropWhere(isMeant: (runRef: RunRef) => boolean): Promise<void>;
}

export interface LogArchiveLimits {
  readonly bytesPerLog: number;
  readonly bytesOfAll: number;
  readonly logs: number;
  readonly ageMs: number;
}

const defaultLimits: LogArchiveLimits = {
  bytesPerLog: 256 * 2 ** 20,
  bytesOfAll: 2 ** 30,
  logs: 500,
  ageMs: 30 * 24 * 3600 * 1000,
};

// An unreadable file this old (in milliseconds) is an incomplete write.
const fragmentMs = 3600 * 1000;

const Head = z.looseObject({ version: z.int().positive() });

interface StoredLog {
  readonly facts: ArchivedLogMetadata;
  // `Date.now()` when it was archived.
  readonly at: number;
}

// Stores logs in `run-logs/` of the data folder, named by a digest of their run.
export function createLogArchive(
  { dataFolder, log: writeLog }: Pick<Platform, 'dataFolder' | 'log'>,
  limits: LogArchiveLimits = defaultLimits,
): LogArchive {
  const folder = join(dataFolder, 'run-logs');
  let storedLogs = new Map<string, StoredLog>();
  // Logs of a newer studio, or that could not be converted, with the time of their last change: not to be read,
  // overwritten or swept.
  const otherVersions = new Map<string, number>();
  let converting: Promise<unknown> = Promise.resolve();
  const pathOf = (name: string, ending: 'json' | 'json.v1' | 'log' | 'log.v1'): string =>
    join(folder, `${name}.${ending}`);

  const removeOne = async (name: string): Promise<void> => {
    storedLogs.delete(name);
    // Metadata first: a log without it is incomplete and gets swept.
    for (const ending of ['json', 'json.v1', 'log', 'log.v1'] as const)
      await rm(pathOf(name, ending), { force: true });
  };
  // Replaces a log of version 1. One after the other: each may be large.
  const convert = (name: string, text: string): Promise<ArchivedLogMetadata> => {
    const turn = converting.then(async () => {
      const metadata = await convertLogV1(pathOf(name, 'log'), JSON.parse(text));
      await writeAtomic(realFileSystem, pathOf(name, 'json.v1'), text);
      await writeAtomic(realFileSystem, pathOf(name, 'json'), JSON.stringify(metadata));
      return metadata;
    });
    converting = turn.catch((error: unknown) => {
      writeLog('warn', `The run log ${name} of an older version could not be converted: ${String(error)}`);
    });
    return turn;
  };
  const readMetadata = async (name: string, changedAt: number): Promise<ArchivedLogMetadata | null> => {
    if (otherVersions.get(name) === changedAt) return null;
    const text = await readFile(pathOf(name, 'json'), 'utf8');
    const metadata: unknown = JSON.parse(text);
    const { version } = Head.parse(metadata);
    if (version === archiveVersion) return ArchivedLogMetadata.parse(metadata);
    otherVersions.set(name, changedAt);
    if (version > archiveVersion) {
      writeLog('warn', `The run log ${name} is of a newer studio (version ${version}), and is left alone.`);
      return null;
    }
    const converted = await convert(name, text);
    otherVersions.delete(name);
    return converted;
  };
  const read = async (name: string): Promise<StoredLog | null> => {
    try {
      const before = storedLogs.get(name);
      const { mtimeMs: modifiedMs } = await stat(pathOf(name, 'json'));
      const facts = before?.at === modifiedMs ? before.facts : await readMetadata(name, modifiedMs);
      if (facts === null) return null;
      const { size } = await stat(pathOf(name, 'log'));
      return size === facts.bytes && nameOf(facts.place) === name ? { facts, at: modifiedMs } : null;
    } catch {
      return null;
    }
  };
  const refresh = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    const stored = names.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
    const entries = await Promise.all(stored.map(async (name) => [name, await read(name)] as const));
    storedLogs = new Map(entries.flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
  };
  // Removes what killed writers left. Young files may still be in use.
  const sweep = async (): Promise<void> => {
    for (const file of await readdir(folder)) {
      const [, name, ending] = /^([0-9a-f]{40})\.(json|log|part|json\.v1|log\.v1)$/.exec(file) ?? [];
      if (
        name === undefined ||
        otherVersions.has(name) ||
        (storedLogs.has(name) && /^(?:json|log)$/.test(ending ?? ''))
      )
        continue;
      const { mtimeMs } = await stat(join(folder, file));
      const maxAgeMs = file.endsWith('.v1') ? limits.ageMs : fragmentMs;
      if (Date.now() - mtimeMs > maxAgeMs) await rm(join(folder, file), { force: true });
    }
  };
  // Removes what is too old or too much, oldest first.
  const makeRoom = async (): Promise<void> => {
    await refresh();
    let bytes = 0;
    let count = 0;
    for (const [name, { at, facts }] of [...storedLogs].toSorted(([, a], [, b]) => b.at - a.at)) {
      bytes += facts.bytes;
      count += 1;
      const isOld = Date.now() - at > limits.ageMs;
      if (isOld || bytes > limits.bytesOfAll || count > limits.logs) await removeOne(name);
    }
  };

  return {
    refresh,
    summary(runRef) {
      const facts = storedLogs.get(nameOf(runRef))?.facts;
      if (!facts) return null;
      const { joinedLate, tokens, end } = facts;
      return { joinedLate, tokens, error: end.error, outcome: end.outcome };
    },
    async open(runRef) {
      const name = nameOf(runRef);
      const stored = await read(name);
      return stored ? openArchivedLog(pathOf(name, 'log'), stored.facts) : null;
    },
    async save(runRef, log, { joinedLate, tokens }) {
      const { end, id, firstFrameMs, times } = log;
      if (end === null || log.length === 0) return;
      const name = nameOf(runRef);
      if (otherVersions.has(name)) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await removeOne(name);
        const { blocks, bytes, length } = await log.archiveTo(pathOf(name, 'log'), limits.bytesPerLog);
        const about = { version: 2, id, place: { ...runRef }, end, joinedLate, tokens } as const;
        const facts: ArchivedLogMetadata = {
          ...about,
          ...(firstFrameMs === null ? {} : { firstFrameMs }),
          times,
          length,
          bytes,
          blocks: [...blocks],
        };
        await writeAtomic(realFileSystem, pathOf(name, 'json'), JSON.stringify(facts));
        await makeRoom();
        await sweep();
      } catch (problem) {
        writeLog('warn', `A run's log could not be archived: ${String(problem)}`);
      }
    },
    drop: (runRef) => removeOne(nameOf(runRef)),
    async dropWhere(isMeant) {
      await refresh();
      const matching = [...storedLogs].flatMap(([name, { facts }]) => (isMeant(facts.place) ? [name] : []));
      try {
        for (const name of matching) await removeOne(name);
      } catch (problem) {
        writeLog('warn', `A run's log could not be removed: ${String(problem)}`);
      }
    },
  };
}

function nameOf({ connectionId, threadId, runId }: RunRef): string {
  const identity = JSON.stringify([connectionId, threadId, runId]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 40);
}
