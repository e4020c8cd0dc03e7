import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { FrameBlock } from '../../shared/model/frame-block.ts';
import { RunEnd } from '../../shared/model/run.ts';
import { partOfBlock } from './block-builder.ts';
import { blockOfBytes, bytesOfBlock } from './log-file.ts';
import type { RunLog } from './run-log.ts';

/** What lies beside a kept log: all about it but its frames. Written last, so that a log without one is a fragment. */
export const KeptFacts = z.strictObject({
  version: z.literal(1),
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
export type KeptFacts = z.infer<typeof KeptFacts>;

/**
 * Writes all frames of a log that has ended to a new file, readable by its owner only. Gives the places of its blocks;
 * throws when they would take more than `maxBytes`, or when the disk refuses.
 */
export async function writeKeptLog(
  path: string,
  log: RunLog,
  maxBytes: number,
): Promise<Pick<KeptFacts, 'blocks' | 'bytes' | 'length'>> {
  const file = await open(path, 'w', 0o600);
  const blocks: KeptFacts['blocks'] = [];
  let bytes = 0;
  try {
    for (let seq = 0; seq < log.length;) {
      // One after the other: a log may be larger than memory.
      const block = await log.read(seq);
      const piece = bytesOfBlock(block);
      if (bytes + piece.length > maxBytes) throw new Error(`It is larger than ${maxBytes} bytes.`);
      await file.appendFile(piece);
      blocks.push({ from: seq, at: bytes, bytes: piece.length });
      bytes += piece.length;
      seq += block.lengths.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { blocks, bytes, length: log.length };
}

/** A log that was kept on disk. Nothing is added to it; `remove` lets go of the file and leaves it there. */
export function openKeptLog(path: string, { id, end, length, blocks }: KeptFacts): RunLog {
  let opened: Promise<FileHandle> | null = null;
  const readBlock = async (at: number, bytes: number): Promise<FrameBlock> => {
    const file = await (opened ??= open(path, 'r'));
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, at);
    if (bytesRead < bytes) throw new Error("A run's log on disk was cut by somebody else.");
    return blockOfBytes(buffer);
  };
  return {
    id,
    length,
    lengthInMemory: 0,
    link: 'ended',
    end,
    append: () => Promise.resolve(),
    setLink: () => undefined,
    finish: () => undefined,
    async read(seq, to) {
      const found = blocks.findLast(({ from }) => from <= seq);
      if (!found) throw new Error('This log has no frames.');
      return partOfBlock(await readBlock(found.at, found.bytes), seq, to);
    },
    changed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    async remove() {
      const file = await opened?.catch(() => null);
      opened = null;
      await file?.close();
    },
  };
}
