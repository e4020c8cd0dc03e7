import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { RunEnd } from '../../shared/model/run.ts';
import { sliceBlock } from './block-builder.ts';
import { LogRemovedError, readBlock } from './log/log-file.ts';
import type { RunLog } from './log/run-log.ts';

/** What lies beside a kept log: all about it but its frames. Written last, so that a log without one is a fragment. */
export const ArchivedLogMetadata = z.strictObject({
  version: z.literal(2),
  /** The log's own name: a window that has its frames need not read them again. */
  id: z.string(),
  place: z.strictObject({ connectionId: z.string(), threadId: z.string().nullable(), runId: z.string() }),
  end: RunEnd,
  joinedLate: z.boolean(),
  tokens: z.int().nonnegative().nullable(),
  /** Frames, and bytes on disk. */
  length: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** The place of each block's first frame in the log, and of its bytes in the file. */
  blocks: z.array(z.strictObject({ from: z.int(), at: z.int(), bytes: z.int() })),
});
export type ArchivedLogMetadata = z.infer<typeof ArchivedLogMetadata>;

/** A log that was kept on disk. Nothing is added to it; `remove` lets go of the file and leaves it there. */
export function openArchivedLog(path: string, { id, end, length, bytes, blocks }: ArchivedLogMetadata): RunLog {
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
    append: () => Promise.resolve(),
    setLink: () => undefined,
    finish: () => undefined,
    async read(seq, to) {
      // Whoever still reads must not open the file again: nobody would close it.
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
