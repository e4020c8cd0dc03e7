import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Platform } from '../common/platform.ts';
import { errorCodeOf, sweepTemporary, writeAtomic, type FileSystem } from '../storage/atomic-write.ts';
import { systemErrorReason } from '../storage/system-error-reason.ts';
import type { SpanBatch } from './encode-spans.ts';

// Storage only: live-traces.ts takes from it and tries again later, send-spans.ts posts.

/** The spans of one run as they will be sent, in a file of their own. */
export interface QueuedTrace {
  readonly name: string;
  readonly connectionId: string;
  readonly runId: string;
  readonly endedMs: number;
  readonly withContent: boolean;
  readonly bytes: number;
}

export interface TraceQueue {
  /** Oldest first. */
  list(connectionId: string): readonly QueuedTrace[];
  /**
   * Returns those that were dropped to make room, of any server; only the new one if it has no room even so, beside
   * those that are being sent.
   */
  add(
    trace: Pick<QueuedTrace, 'connectionId' | 'runId' | 'endedMs' | 'withContent'>,
    batches: readonly SpanBatch[],
  ): Promise<readonly QueuedTrace[]>;
  /** `null`: the file is gone or damaged. Throws file system errors: another try may read it. */
  read(trace: QueuedTrace): Promise<readonly SpanBatch[] | null>;
  /** Takes a trace out of the queue that is gone or damaged, which the log says. A damaged file is kept for a while under another name. */
  setAside(trace: QueuedTrace): Promise<void>;
  /** Tries what could not be read when the queue was opened again. Returns whether any of it is in the queue now. */
  readAgain(): Promise<boolean>;
  remove(trace: QueuedTrace): Promise<void>;
  /** The trace is not dropped during `work`, which sends it: it would count as both sent and dropped. */
  whileHeld<T>(trace: QueuedTrace, work: () => Promise<T>): Promise<T>;
}

interface TraceQueueOptions {
  readonly folder: string;
  readonly fs: FileSystem;
  readonly maxBytes: number;
  readonly log: Platform['log'];
}

// The first line of a file; the bodies of the requests follow.
const Header = z.strictObject({
  connectionId: z.string(),
  runId: z.string(),
  endedMs: z.number(),
  withContent: z.boolean(),
  batches: z.array(z.strictObject({ spans: z.int().positive(), bytes: z.int().nonnegative() })),
});
type Header = z.infer<typeof Header>;

const damagedEnding = '.damaged';
const fileName = /^(\d{15})-[0-9a-f]{32}\.otlp$/;
const damagedName = /^(\d{15})-[0-9a-f]{32}\.otlp\.damaged$/;

// Damaged traces that are kept: the newest, and together no more bytes than the queue may have.
const maxDamaged = 10;
const maxDamagedMs = 30 * 24 * 3_600_000;

/**
 * Opens the queue with what the last studio left in it. A trace is in the queue once its file is whole on the disk, until
 * it is removed.
 */
export async function openTraceQueue({ folder, fs, maxBytes, log }: TraceQueueOptions): Promise<TraceQueue> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepTemporary(fs, folder);
  const traces: QueuedTrace[] = [];
  const names = (await fs.readdir(folder)).filter((name) => fileName.test(name)).toSorted();

  const moveAside = async (name: string): Promise<void> => {
    try {
      await fs.rename(join(folder, name), join(folder, `${name}${damagedEnding}`));
      log('warn', `A trace that waited to be sent was damaged and left out: ${name}${damagedEnding}`);
    } catch (error) {
      ignoreMissing(error);
      log('warn', `A trace that waited to be sent is gone: ${name}`);
    }
  };

  const sweepDamaged = async (): Promise<void> => {
    const damaged = await fs.readdir(folder).catch((): string[] => []);
    let count = 0;
    let bytes = 0;
    // By the time in their names, newest first.
    for (const name of damaged.toSorted().toReversed()) {
      const [, queuedAt] = damagedName.exec(name) ?? [];
      if (queuedAt === undefined) continue;
      const path = join(folder, name);
      count += 1;
      bytes += (await fs.stat(path).catch(() => null))?.size ?? 0;
      const isOld = Date.now() - Number(queuedAt) > maxDamagedMs;
      // The next sweep tries again.
      if (count > maxDamaged || bytes > maxBytes || isOld)
        await fs.rm(path, { force: true }).catch(() => undefined);
    }
  };

  // Returns the names of those that can't be read now.
  const readTraces = async (fileNames: readonly string[], isRetry: boolean): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const name of fileNames) {
      try {
        const file = await readFile(fs, join(folder, name));
        if (file === null) await moveAside(name);
        else traces.push({ ...queued(file.header), name, bytes: file.bytes.length });
      } catch (error) {
        failed.push(name);
        const reason = systemErrorReason(error);
        if (!isRetry)
          log(
            'warn',
            `A trace that waits to be sent could not be read, and is tried again: ${name}: ${reason}`,
          );
      }
    }
    traces.sort((one, other) => (one.name < other.name ? -1 : 1));
    return failed;
  };

  let unreadNames = await readTraces(names, false);
  await sweepDamaged();
  let last = Number(fileName.exec(names.at(-1) ?? '')?.[1] ?? 0);

  const heldTraces = new Set<QueuedTrace>();

  const remove = async (trace: QueuedTrace): Promise<void> => {
    // From now on nobody begins to send it.
    const index = traces.indexOf(trace);
    if (index >= 0) traces.splice(index, 1);
    try {
      await fs.rm(join(folder, trace.name), { force: true });
    } catch (error) {
      if (index >= 0) traces.splice(index, 0, trace);
      throw error;
    }
  };

  // Two of them at once would drop the same trace, and take more room than there is.
  const inTurn = pLimit(1);

  const add: TraceQueue['add'] = async ({ connectionId, runId, endedMs, withContent }, batches) => {
    last = Math.max(last + 1, Date.now());
    const digest = createHash('sha256')
      .update(JSON.stringify([connectionId, runId]))
      .digest('hex');
    const name = `${String(last).padStart(15, '0')}-${digest.slice(0, 32)}.otlp`;
    const header: Header = {
      connectionId,
      runId,
      endedMs,
      withContent,
      batches: batches.map(({ spans, body }) => ({ spans, bytes: body.length })),
    };
    const content = Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      ...batches.map(({ body }) => body),
    ]);
    const trace: QueuedTrace = { ...queued(header), name, bytes: content.length };
    const dropped: QueuedTrace[] = [];
    // What is held can change while a file is removed.
    while (bytesOf(traces) + trace.bytes > maxBytes) {
      const oldest = traces.find((one) => !heldTraces.has(one));
      // Others are not dropped for one that has no room even without them.
      if (oldest === undefined || bytesOf(heldTraces) + trace.bytes > maxBytes) return [...dropped, trace];
      await remove(oldest);
      dropped.push(oldest);
    }
    await writeAtomic(fs, join(folder, name), content);
    traces.push(trace);
    return dropped;
  };

  return {
    list: (connectionId) => traces.filter((trace) => trace.connectionId === connectionId),
    add: (trace, batches) => inTurn(() => add(trace, batches)),
    async read({ name }) {
      const file = await readFile(fs, join(folder, name));
      if (file === null) return null;
      let start = file.start;
      return file.header.batches.map(({ spans, bytes }) => {
        const body = new Uint8Array(file.bytes.subarray(start, start + bytes));
        start += bytes;
        return { spans, body };
      });
    },
    remove,
    async setAside(trace) {
      await moveAside(trace.name);
      const index = traces.indexOf(trace);
      if (index >= 0) traces.splice(index, 1);
      await sweepDamaged();
    },
    readAgain: () =>
      inTurn(async () => {
        const before = traces.length;
        unreadNames = await readTraces(unreadNames, true);
        return traces.length > before;
      }),
    async whileHeld(trace, work) {
      heldTraces.add(trace);
      try {
        return await work();
      } finally {
        heldTraces.delete(trace);
      }
    },
  };
}

function bytesOf(traces: Iterable<QueuedTrace>): number {
  return [...traces].reduce((sum, { bytes }) => sum + bytes, 0);
}

function queued({ connectionId, runId, endedMs, withContent }: Header) {
  return { connectionId, runId, endedMs, withContent };
}

function ignoreMissing(error: unknown): void {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}

// `null`: the file is gone or damaged. Throws other file system errors.
async function readFile(
  fs: FileSystem,
  path: string,
): Promise<{ readonly header: Header; readonly bytes: Buffer; readonly start: number } | null> {
  const bytes = (await fs.readFile(path).catch(ignoreMissing)) ?? null;
  if (bytes === null) return null;
  const start = bytes.indexOf('\n') + 1;
  const header = headerOf(bytes.toString('utf8', 0, start));
  if (header === undefined) return null;
  const expected = header.batches.reduce((sum, batch) => sum + batch.bytes, start);
  return expected === bytes.length ? { header, bytes, start } : null;
}

function headerOf(line: string): Header | undefined {
  try {
    return Header.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
