import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { constants, createInflateRaw } from 'node:zlib';
import { createEntryWriter } from './entry-writer.ts';
import type { RecordingLimits } from './limits.ts';
import { mostManifestBytes, type RecordingEntry, type RecordingManifest } from './manifest.ts';
import { parseManifest, refused } from './recording-errors.ts';
import { localHeader } from './zip-signatures.ts';

const headerBytes = 30;
/** Lengths of what may stand between two files: nothing, or a data descriptor in its four forms. */
const gaps = [0, 12, 16, 20, 24];

/** A file in the zip, by its local header. */
interface LocalFile {
  readonly name: string;
  readonly isDeflated: boolean;
  /** Packed size; 0 if it follows the data. */
  readonly packedBytes: number;
  readonly dataStart: number;
}

/**
 * Unpacks what is left of a zip whose end is missing, file by file from its beginning. The manifest is the first file,
 * so that every whole file can be checked; of the last one the whole lines are kept.
 */
export async function salvageZip(
  path: string,
  folder: string,
  signal: AbortSignal | undefined,
  limits: RecordingLimits,
): Promise<RecordingManifest> {
  const zip = await open(path, 'r');
  try {
    const first = await readHeader(zip, 0);
    if (first?.name !== 'manifest.json') throw cutTooEarly();
    const head = await readWhole(path, first, mostManifestBytes);
    let manifest: RecordingManifest;
    try {
      manifest = parseManifest(head.text);
    } catch (thrown) {
      if ((await nextHeader(zip, head.end)) === null) throw cutTooEarly();
      throw thrown;
    }
    const total = manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > limits.bytes) throw refused('its files are too large when unpacked.');
    const kept: RecordingEntry[] = [];
    let at = await nextHeader(zip, head.end);
    for (const entry of manifest.entries) {
      signal?.throwIfAborted();
      const file = at === null ? null : await readHeader(zip, at);
      if (file?.name !== entry.path) break;
      const { saved, end } = await salvageEntry(path, folder, file, entry);
      if (saved) kept.push(saved);
      if (saved?.sha256 !== entry.sha256) break;
      at = await nextHeader(zip, end);
    }
    return withoutTheRest(manifest, kept);
  } finally {
    await zip.close();
  }
}

/** The manifest of what is left. */
function withoutTheRest(manifest: RecordingManifest, kept: readonly RecordingEntry[]): RecordingManifest {
  const lost = manifest.entries.length - kept.length;
  const shortened = kept.filter(({ path, bytes }) =>
    manifest.entries.some((entry) => entry.path === path && entry.bytes !== bytes),
  );
  const facts = [
    ...(lost === 0 ? [] : [`${lost} of ${manifest.entries.length} files are missing`]),
    ...shortened.map(({ path, lines }) => `${path} ends after ${lines} records`),
  ];
  const reason = `The file was cut off: ${facts.join('; ') || 'its directory is missing'}.`;
  return {
    ...manifest,
    missing: [...manifest.missing, { what: 'truncated', reason }],
    entries: [...kept],
  };
}

/** Keeps the whole lines of a file, up to the length that the manifest has. */
async function salvageEntry(
  path: string,
  folder: string,
  file: LocalFile,
  entry: RecordingEntry,
): Promise<{ readonly saved: RecordingEntry | null; readonly end: number }> {
  const writer = createEntryWriter(folder, entry.path);
  const sum = createHash('sha256');
  const unpacked = unpack(path, file);
  let rest = Buffer.alloc(0);
  let bytes = 0;
  try {
    for await (const chunk of unpacked.data) {
      bytes += chunk.length;
      if (bytes > entry.bytes) throw refused(`${entry.path} is longer than its manifest says.`);
      sum.update(chunk);
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        await writer.add(rest.toString('utf8', 0, end));
        rest = rest.subarray(end + 1);
      }
    }
  } catch (thrown) {
    // Broken in the middle: what came before it is kept.
    if (!isZlibError(thrown)) {
      await writer.abandon();
      throw thrown;
    }
  }
  const saved = await writer.close();
  const isWhole = bytes === entry.bytes;
  if (isWhole && sum.digest('hex') !== entry.sha256) throw refused(`the checksum of ${entry.path} is wrong.`);
  return { saved, end: file.dataStart + unpacked.packedBytes() };
}

async function readWhole(
  path: string,
  file: LocalFile,
  mostBytes: number,
): Promise<{ readonly text: string; readonly end: number }> {
  const unpacked = unpack(path, file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked.data) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw refused('its manifest is too large.');
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (isZlibError(thrown)) throw cutTooEarly();
    throw thrown;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), end: file.dataStart + unpacked.packedBytes() };
}

function unpack(
  path: string,
  file: LocalFile,
): { readonly data: AsyncIterable<Buffer>; readonly packedBytes: () => number } {
  if (!file.isDeflated) {
    const end = file.dataStart + file.packedBytes - 1;
    const data: AsyncIterable<Buffer> =
      file.packedBytes === 0
        ? new PassThrough().end()
        : createReadStream(path, { start: file.dataStart, end });
    return { data, packedBytes: () => file.packedBytes };
  }
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const source = createReadStream(path, { start: file.dataStart });
  source.on('error', (problem) => inflate.destroy(problem));
  inflate.on('close', () => source.destroy());
  source.pipe(inflate);
  return { data: inflate, packedBytes: () => inflate.bytesWritten };
}

async function readHeader(zip: FileHandle, at: number): Promise<LocalFile | null> {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await zip.read(header, 0, headerBytes, at);
  if (bytesRead < headerBytes || header.readUInt32LE(0) !== localHeader) return null;
  const flags = header.readUInt16LE(6);
  const method = header.readUInt16LE(8);
  if ((flags & 1) !== 0) throw refused('it is encrypted.', 'Unpack it with its password first.');
  const hasSizeBehind = (flags & 8) !== 0;
  if (method !== 8 && (method !== 0 || hasSizeBehind)) return null;
  const nameBytes = header.readUInt16LE(26);
  const name = Buffer.alloc(nameBytes);
  await zip.read(name, 0, nameBytes, at + headerBytes);
  return {
    name: name.toString('utf8'),
    isDeflated: method === 8,
    packedBytes: hasSizeBehind ? 0 : header.readUInt32LE(18),
    dataStart: at + headerBytes + nameBytes + header.readUInt16LE(28),
  };
}

/** Where the next file begins, behind the data of the last one; `null` if there is none. */
async function nextHeader(zip: FileHandle, at: number): Promise<number | null> {
  const bytes = Buffer.alloc(28);
  const { bytesRead } = await zip.read(bytes, 0, bytes.length, at);
  const gap = gaps.find((one) => one + 4 <= bytesRead && bytes.readUInt32LE(one) === localHeader);
  return gap === undefined ? null : at + gap;
}

function isZlibError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_');
}

function cutTooEarly(): Error {
  return refused('it was cut off before its contents begin.');
}
