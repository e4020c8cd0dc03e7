import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { totalByteLength } from '../../../shared/bytes.ts';
import { encodeFrames } from '../../../shared/model/frame-block-codec.ts';
import { FrameName } from '../../../shared/model/frame-block.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import { errorCodeOf } from '../../storage/atomic-write.ts';
import { ArchivedLogMetadata } from './archived-log.ts';
import { piecesOfBlock } from './log-file.ts';

// Metadata of version 1: its members are those of version 2, the positions of the blocks were of other blocks.
const MetadataV1 = z.looseObject({
  version: z.literal(1),
  id: z.string(),
  blocks: z.array(z.strictObject({ from: z.int(), at: z.int(), bytes: z.int() })),
});

// A block of version 1: a line of JSON, then the payloads as one text. Its lengths are UTF-16 units.
const BlockV1 = z.strictObject({
  log: z.string(),
  from: z.int().nonnegative(),
  lengths: z.array(z.int().nonnegative()),
  atMs: z.array(z.number().nonnegative()),
  ids: z.array(z.union([z.string(), z.number(), z.null()])),
  names: z.array(FrameName),
  nameAt: z.array(z.int().nonnegative()),
});

// Converts an archived log of version 1, whose blocks were texts, to version 2, whose blocks are columns of numbers
// before bytes. The old file stays as `<path>.v1`. A conversion that was killed starts again. Throws if the log is
// damaged, or the disk refuses.
export async function convertLogV1(path: string, metadata: unknown): Promise<ArchivedLogMetadata> {
  const { blocks, ...rest } = MetadataV1.parse(metadata);
  const source = `${path}.v1`;
  const draft = path.replace(/\.log$/, '.part');
  const old = await openOldLog(path, source);
  try {
    const file = await open(draft, 'w', 0o600);
    const converted: ArchivedLogMetadata['blocks'] = [];
    let bytes = 0;
    try {
      for (const block of blocks) {
        const pieces = piecesOfBlock(encodeFrames(rest.id, await readFramesV1(old, block)));
        await file.writev([...pieces]);
        converted.push({ from: block.from, at: bytes, bytes: totalByteLength(pieces) });
        bytes += totalByteLength(pieces);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const facts = ArchivedLogMetadata.parse({ ...rest, version: 2, bytes, blocks: converted });
    await rename(draft, path);
    return facts;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await old.close();
  }
}

async function openOldLog(path: string, source: string): Promise<FileHandle> {
  try {
    return await open(source, 'r');
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    await rename(path, source);
    return open(source, 'r');
  }
}

async function readFramesV1(
  file: FileHandle,
  { at, bytes }: { readonly at: number; readonly bytes: number },
): Promise<RunFrame[]> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  if (bytesRead < bytes) throw new Error('The log is cut off.');
  const lineEnd = buffer.indexOf('\n');
  const block = BlockV1.parse(JSON.parse(buffer.toString('utf8', 0, lineEnd)));
  const text = buffer.toString('utf8', lineEnd + 1);
  let end = 0;
  return block.lengths.map((length, index) => {
    end += length;
    const id = block.ids[index] ?? null;
    const { mode, namespace } = block.names[block.nameAt[index] ?? 0] ?? { mode: '', namespace: [] };
    return {
      seq: block.from + index,
      atMs: block.atMs[index] ?? 0,
      id: typeof id === 'number' ? String(id) : id,
      mode,
      namespace,
      text: text.slice(end - length, end),
    };
  });
}
