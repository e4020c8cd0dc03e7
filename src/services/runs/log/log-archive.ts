import { open, type FileHandle, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { RunEnd } from '../../../shared/model/runs/run.ts';
import { sliceBlock } from './block-builder.ts';
import { LogRemovedError, readBlock } from './log-file.ts';
import type { RunLog } from './run-log.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { realFileSystem, writeAtomic } from '../../storage/atomic-write.ts';
import type { Platform } from '../../common/platform.ts';
import type { RunRef } from './run-log-cache.ts';
import type { RunLogSummary } from '../mappers/run-mapper.ts';

/** Metadata of an archived log. Written last, so that a log without it is an incomplete write. */
export const ArchivedLogMetadata = z.strictObject({
  version: z.literal(2),
  /** The log's id: a window that has its frames need not read them again. */
  id: z.string(),
  place: z.strictObject({ connectionId: z.string(), threadId: z.string().nullable(), runId: z.string() }),
  end: RunEnd,
  joinedLate: z.boolean(),
  /** Milliseconds from the run's creation to its first frame. Omitted if unknown. */
  firstFrameMs: z.number().nonnegative().optional(),
  tokens: z.int().nonnegative().nullable(),
  /** Frames, and bytes on disk. */
  length: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Each block's first frame in the log, and its position in the file. */
  blocks: z.array(z.strictObject({ from: z.int(), at: z.int(), bytes: z.int() })),
});
export type ArchivedLogMetadata = z.infer<typeof ArchivedLogMetadata>;

/** A log archived on disk, read-only; `remove` closes the file and leaves it there. */
export function openArchivedLog(
  path: string,
  { id, end, length, bytes, blocks, firstFrameMs }: ArchivedLogMetadata,
): RunLog {
  let opened: Promise<FileHandle> | null = null;
  let removed = false;
  return {
    id,
    length,
    lengthInMemory: 0,
    link: 'ended',
    end,
    elapsedMs: null,
    ageAtFirstFrameMs: null,
    firstFrameMs: firstFrameMs ?? null,
    append: () => Promise.resolve(),
    setLink: () => undefined,
    finish: () => undefined,
    async read(seq, to) {
      // A late reader must not reopen the file: nobody would close it.
      if (removed) throw new LogRemovedError();
      const found = blocks.findLast(({ from }) => from <= seq);
      if (!found) throw new Error('This log has no frames.');
      const file = await (opened ??= open(path, 'r'));
      return sliceBlock(await readBlock(file, found), seq, to);
    },
    changed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    archiveTo: () => Promise.resolve({ blocks, bytes, length }),
    async remove() {
      removed = true;
      const file = await opened?.catch(() => null);
      opened = null;
      await file?.close();
    },
  };
}

/** Logs of finished runs on disk, for the next starts. */
export interface LogArchive {
  /** Reads the folder. Never rejects. */
  refresh(): Promise<void>;
  /** A log's summary as of the last `refresh`; `null` if it is not archived. */
  summary(runRef: RunRef): RunLogSummary | null;
  /** `null` if the log is not archived, or no longer readable. */
  open(runRef: RunRef): Promise<RunLog | null>;
  /** Archives a log; older ones make room. Never rejects: failures are logged. */
  save(runRef: RunRef, log: RunLog, facts: RunLogSummary): Promise<void>;
  drop(runRef: RunRef): Promise<void>;
  /** Removes all matching logs. Never rejects: failures are logged. */
  dropWhere(isMeant: (runRef: RunRef) => boolean): Promise<void>;
}

/** Limits of the archive (row D-13). */
export interface LogArchiveLimits {
  readonly bytesPerLog: number;
  readonly bytesOfAll: number;
  readonly logs: number;
  readonly ageMs: number;
}

const usualLimits: LogArchiveLimits = {
  bytesPerLog: 256 * 2 ** 20,
  bytesOfAll: 2 ** 30,
  logs: 500,
  ageMs: 30 * 24 * 3600 * 1000,
};

/** An unreadable file this old (in milliseconds) is an incomplete write. */
const fragmentMs = 3600 * 1000;

interface StoredLog {
  readonly facts: ArchivedLogMetadata;
  /** `Date.now()` when it was archived. */
  readonly at: number;
}

/** Stores logs in `run-logs/` of the data folder, named by a digest of their run. */
export function createLogArchive(
  { dataFolder, log: writeLog }: Pick<Platform, 'dataFolder' | 'log'>,
  limits: LogArchiveLimits = usualLimits,
): LogArchive {
  const folder = join(dataFolder, 'run-logs');
  let known = new Map<string, StoredLog>();
  const pathOf = (name: string, ending: 'json' | 'log'): string => join(folder, `${name}.${ending}`);

  const removeOne = async (name: string): Promise<void> => {
    known.delete(name);
    // Metadata first: a log without it is incomplete and gets swept.
    for (const ending of ['json', 'log'] as const) await rm(pathOf(name, ending), { force: true });
  };
  const read = async (name: string): Promise<StoredLog | null> => {
    try {
      const before = known.get(name);
      const { mtimeMs: at } = await stat(pathOf(name, 'json'));
      const isSame = before?.at === at;
      const facts = isSame
        ? before.facts
        : ArchivedLogMetadata.parse(JSON.parse(await readFile(pathOf(name, 'json'), 'utf8')));
      const { size } = await stat(pathOf(name, 'log'));
      return size === facts.bytes && nameOf(facts.place) === name ? { facts, at } : null;
    } catch {
      return null;
    }
  };
  const refresh = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    const stored = names.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
    const found = await Promise.all(stored.map(async (name) => [name, await read(name)] as const));
    known = new Map(found.flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
  };
  /** Removes what killed writers left. Young files may still be in use. */
  const sweep = async (): Promise<void> => {
    for (const file of await readdir(folder)) {
      const name = /^([0-9a-f]{40})\.(?:json|log|part)$/.exec(file)?.[1];
      if (name === undefined || (known.has(name) && !file.endsWith('.part'))) continue;
      const { mtimeMs } = await stat(join(folder, file));
      if (Date.now() - mtimeMs > fragmentMs) await rm(join(folder, file), { force: true });
    }
  };
  /** Removes what is too old or too much, oldest first. */
  const makeRoom = async (): Promise<void> => {
    await refresh();
    let bytes = 0;
    let count = 0;
    for (const [name, { at, facts }] of [...known].toSorted(([, a], [, b]) => b.at - a.at)) {
      bytes += facts.bytes;
      count += 1;
      const isOld = Date.now() - at > limits.ageMs;
      if (isOld || bytes > limits.bytesOfAll || count > limits.logs) await removeOne(name);
    }
  };

  return {
    refresh,
    summary(runRef) {
      const facts = known.get(nameOf(runRef))?.facts;
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
      const { end, id, firstFrameMs } = log;
      if (end === null || log.length === 0) return;
      const name = nameOf(runRef);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await removeOne(name);
        const { blocks, bytes, length } = await log.archiveTo(pathOf(name, 'log'), limits.bytesPerLog);
        const about = { version: 2, id, place: { ...runRef }, end, joinedLate, tokens } as const;
        const facts: ArchivedLogMetadata = {
          ...about,
          ...(firstFrameMs === null ? {} : { firstFrameMs }),
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
      const matching = [...known].flatMap(([name, { facts }]) => (isMeant(facts.place) ? [name] : []));
      try {
        for (const name of matching) await removeOne(name);
      } catch (problem) {
        writeLog('warn', `A run's log could not be removed: ${String(problem)}`);
      }
    },
  };
}

function nameOf({ connectionId, threadId, runId }: RunRef): string {
  const whose = JSON.stringify([connectionId, threadId, runId]);
  return createHash('sha256').update(whose).digest('hex').slice(0, 40);
}
