import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { LogpointLine, type LogpointLog } from '../../shared/model/breakpoint.ts';
import { PinWrite } from '../../shared/model/pin.ts';
import type { Platform } from '../common/platform.ts';
import type { FileSystem } from '../storage/atomic-write.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

// - `counts`: Visits by breakpoint id.
// - `sinceInput`: Counted from the start of the turn.
// - `checkpointId`: Where the turn stopped; `null` while it runs, and if its end was not seen.
export const ThreadVisits = z.strictObject({
  counts: z.record(z.string(), z.int().nonnegative()),
  sinceInput: z.boolean(),
  checkpointId: z.string().nullable(),
});
export type ThreadVisits = z.infer<typeof ThreadVisits>;

// `written`: Number of lines ever written, and of those that the user cleared or that were dropped before. `changedAt`:
// ISO 8601.
const ThreadBreakpointData = z.strictObject({
  connectionId: z.string(),
  threadId: z.string(),
  visits: ThreadVisits.nullable(),
  lines: z.array(LogpointLine),
  written: z.int().nonnegative(),
  cleared: z.int().nonnegative(),
  changedAt: z.string(),
  pinWrites: z.array(PinWrite),
});
type ThreadBreakpointData = z.infer<typeof ThreadBreakpointData>;

export interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/**
 * What breakpoints and pins left behind on threads: visit counts, the lines that logpoints wrote, and where pinned outputs were
 * written. In memory at once,
 * on disk within `writeDelayMs`. Never rejects: a disk that refuses is logged, and the data stays in memory.
 */
export interface BreakpointStore {
  visits(thread: ThreadRef): Promise<ThreadVisits | null>;
  setVisits(thread: ThreadRef, visits: ThreadVisits): Promise<void>;
  log(thread: ThreadRef): Promise<LogpointLog>;
  addLines(thread: ThreadRef, lines: readonly Omit<LogpointLine, 'seq'>[]): Promise<void>;
  clearLog(thread: ThreadRef): Promise<void>;
  pinWrites(thread: ThreadRef): Promise<readonly PinWrite[]>;
  addPinWrite(thread: ThreadRef, pinWrite: PinWrite): Promise<void>;
  /** Removes what is stored of these threads, or of the whole server. */
  forget(connectionId: string, threadIds?: readonly string[]): Promise<void>;
  /** Resolves once everything is on disk. */
  flush(): Promise<void>;
}

// Limits: lines and UTF-16 units of a thread, and threads. The oldest go first.
export interface BreakpointStoreLimits {
  readonly linesPerThread: number;
  readonly unitsPerThread: number;
  readonly threads: number;
}

const defaultLimits: BreakpointStoreLimits = { linesPerThread: 1000, unitsPerThread: 500_000, threads: 50 };

// Of a thread; the oldest go first.
const maxPinWrites = 500;

// A loop passes many breakpoints a second: its changes are written together. In milliseconds.
const writeDelayMs = 300;

/**
 * Stores the breakpoints, visits and logpoint lines of threads: one document per thread in `breakpoints/` of the data
 * folder, named by a digest.
 */
export function createBreakpointStore(options: {
  readonly platform: Pick<Platform, 'dataFolder' | 'log'>;
  readonly fs?: FileSystem;
  readonly limits?: BreakpointStoreLimits;
  readonly now?: () => Date;
}): BreakpointStore {
  const { platform, limits = defaultLimits, now = () => new Date() } = options;
  const documents = createDocumentStore({
    folder: join(platform.dataFolder, 'breakpoints'),
    log: platform.log,
    ...(options.fs && { fs: options.fs }),
  });
  const records = new Map<string, ThreadBreakpointData>();
  const unwritten = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  // Reads, writes and removals of documents, one after the other.
  let queue: Promise<void> = Promise.resolve();
  let loading: Promise<void> | null = null;

  const inTurn = (task: () => Promise<void>): Promise<void> => {
    queue = queue.then(task).catch((problem: unknown) => {
      platform.log('warn', `The log of breakpoints could not be stored: ${String(problem)}`);
    });
    return queue;
  };

  const load = async (): Promise<void> => {
    const entries: [string, ThreadBreakpointData][] = [];
    for (const name of (await documents.names()).filter(isRecordName)) {
      const document = await documents.open(breakpointDocument(name));
      const record = document.value();
      if (record !== null) entries.push([name, record]);
    }
    for (const [name, record] of entries.toSorted(([, a], [, b]) => (a.changedAt < b.changedAt ? -1 : 1)))
      records.set(name, record);
  };
  const ensureLoaded = (): Promise<void> => (loading ??= inTurn(load));

  const write = async (): Promise<void> => {
    for (const name of unwritten) {
      const record = records.get(name);
      // Before the write, so that a change meanwhile is written too.
      unwritten.delete(name);
      try {
        if (record === undefined) await documents.remove(name);
        else await (await documents.open(breakpointDocument(name))).update(() => record);
      } catch (error) {
        // The next change tries again.
        unwritten.add(name);
        throw error;
      }
    }
  };
  const writeNow = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return inTurn(write);
  };
  const schedule = (name: string): void => {
    unwritten.add(name);
    timer ??= setTimeout(() => {
      // What can't be written has been logged.
      writeNow().catch(() => undefined);
    }, writeDelayMs);
  };

  const change = async (
    thread: ThreadRef,
    rule: (record: ThreadBreakpointData) => Partial<ThreadBreakpointData>,
  ): Promise<void> => {
    await ensureLoaded();
    const name = nameOf(thread);
    const { connectionId, threadId } = thread;
    const record = records.get(name) ?? {
      connectionId,
      threadId,
      visits: null,
      lines: [],
      written: 0,
      cleared: 0,
      changedAt: '',
      pinWrites: [],
    };
    records.delete(name);
    records.set(name, { ...record, ...rule(record), changedAt: now().toISOString() });
    schedule(name);
    const [oldest] = records.keys();
    if (records.size > limits.threads && oldest !== undefined) {
      records.delete(oldest);
      schedule(oldest);
    }
  };

  const boundLines = (lines: readonly LogpointLine[]): LogpointLine[] => {
    let units = 0;
    const tooMany = lines.findLastIndex(({ text }, index) => {
      units += text.length;
      return lines.length - index > limits.linesPerThread || units > limits.unitsPerThread;
    });
    return lines.slice(tooMany + 1);
  };

  return {
    async visits(thread) {
      await ensureLoaded();
      return records.get(nameOf(thread))?.visits ?? null;
    },
    setVisits: (thread, visits) => change(thread, () => ({ visits })),
    async log(thread) {
      await ensureLoaded();
      const { lines, written, cleared } = records.get(nameOf(thread)) ?? {
        lines: [],
        written: 0,
        cleared: 0,
      };
      return { lines: [...lines], dropped: written - cleared - lines.length };
    },
    addLines: (thread, added) =>
      change(thread, ({ lines, written }) => ({
        lines: boundLines([...lines, ...added.map((line, index) => ({ ...line, seq: written + index + 1 }))]),
        written: written + added.length,
      })),
    async pinWrites(thread) {
      await ensureLoaded();
      return records.get(nameOf(thread))?.pinWrites ?? [];
    },
    addPinWrite: (thread, pinWrite) =>
      change(thread, ({ pinWrites }) => ({ pinWrites: [...pinWrites, pinWrite].slice(-maxPinWrites) })),
    clearLog: (thread) => change(thread, ({ written }) => ({ lines: [], cleared: written })),
    async forget(connectionId, threadIds) {
      await ensureLoaded();
      for (const [name, record] of records) {
        const isMeant = threadIds === undefined || threadIds.includes(record.threadId);
        if (record.connectionId !== connectionId || !isMeant) continue;
        records.delete(name);
        unwritten.add(name);
      }
      await writeNow();
    },
    async flush() {
      if (unwritten.size > 0) await writeNow();
      await queue;
    },
  };
}

export function breakpointDocument(name: string): DocumentSpec<ThreadBreakpointData | null> {
  return {
    name,
    version: 2,
    schema: ThreadBreakpointData.nullable(),
    initial: null,
    migrations: [
      // Version 1 knew no pins.
      (data) => (data === null ? null : { ...(data as object), pinWrites: [] }),
    ],
  };
}

function nameOf({ connectionId, threadId }: ThreadRef): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, threadId]))
    .digest('hex')
    .slice(0, 40);
}

function isRecordName(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name);
}
