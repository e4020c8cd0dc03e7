import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { RunEnd } from '../../../shared/model/run.ts';
import { sliceBlock } from './block-builder.ts';
import { FrameTimes, unknownTimes } from './frame-times.ts';
import { LogRemovedError, readBlock } from './log-file.ts';
import type { RunLog } from './run-log.ts';

// Increases with each change of the metadata or of the log's file, together with a conversion from the one before.
export const archiveVersion = 2;

// Metadata of an archived log. Written last, so that a log without it is an incomplete write.
// - `id`: The log's id: a window that has its frames need not read them again.
// - `firstFrameMs`: Milliseconds from the run's creation to its first frame. Omitted if unknown.
// - `times` is omitted by studios that did not note them.
// - `length`: Frames, and bytes on disk.
// - `blocks`: Each block's first frame in the log, and its position in the file.
export const ArchivedLogMetadata = z.strictObject({
  version: z.literal(archiveVersion),
  id: z.string(),
  place: z.strictObject({ connectionId: z.string(), threadId: z.string().nullable(), runId: z.string() }),
  end: RunEnd,
  joinedLate: z.boolean(),
  firstFrameMs: z.number().nonnegative().optional(),
  times: FrameTimes.optional(),
  tokens: z.int().nonnegative().nullable(),
  length: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  blocks: z.array(z.strictObject({ from: z.int(), at: z.int(), bytes: z.int() })),
});
export type ArchivedLogMetadata = z.infer<typeof ArchivedLogMetadata>;

// A log archived on disk, read-only; `remove` closes the file and leaves it there.
export function openArchivedLog(
  path: string,
  { id, end, length, bytes, blocks, firstFrameMs, times }: ArchivedLogMetadata,
): RunLog {
  let opened: Promise<FileHandle> | null = null;
  let removed = false;
  return {
    id,
    length,
    lengthInMemory: 0,
    connectionState: 'ended',
    end,
    elapsedMs: null,
    ageAtFirstFrameMs: null,
    firstFrameMs: firstFrameMs ?? null,
    times: times ?? unknownTimes,
    append: () => Promise.resolve(),
    setConnectionState: () => undefined,
    finish: () => undefined,
    async read(seq, to) {
      // A late reader must not reopen the file: nobody would close it.
      if (removed) throw new LogRemovedError();
      const block = blocks.findLast(({ from }) => from <= seq);
      if (!block) throw new Error('This log has no frames.');
      const file = await (opened ??= open(path, 'r'));
      return sliceBlock(await readBlock(file, block), seq, to);
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
