import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../shared/app-error.ts';
import { recordingLimits, type RecordingLimits } from './limits.ts';
import { mostManifestBytes, type RecordingManifest } from './manifest.ts';
import { notARecording, parseManifest, refused } from './recording-errors.ts';
import { salvageZip } from './salvage-zip.ts';
import { isCutOff } from './zip-signatures.ts';
import { writeVerified } from './verified-file.ts';

const stored = 0;
const deflated = 8;

/**
 * Unpacks a recording into an empty folder and checks it. Nothing in the file decides where something is written. Of a
 * file that is cut off, what can be read is unpacked, and the manifest says what is missing. Throws `AppError`
 * (`invalid-input`) with the reason.
 */
export async function extractZip(
  path: string,
  folder: string,
  signal?: AbortSignal,
  limits: RecordingLimits = recordingLimits,
): Promise<RecordingManifest> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (thrown) {
    const cut = await isCutOff(path);
    if (cut === null) throw notARecording();
    if (cut) return salvageZip(path, folder, signal, limits);
    throw refused(reasonOf(thrown));
  }
  try {
    return await extractFrom(zip, folder, signal, limits);
  } catch (thrown) {
    if (thrown instanceof AppError || signal?.aborted || isOfDisk(thrown)) throw thrown;
    throw refused(reasonOf(thrown));
  } finally {
    zip.close();
  }
}

async function extractFrom(
  zip: ZipFile,
  folder: string,
  signal: AbortSignal | undefined,
  limits: RecordingLimits,
): Promise<RecordingManifest> {
  const entries = await listEntries(zip, limits);
  const own = entries.get('manifest.json');
  if (!own) throw notARecording();
  if (own.uncompressedSize > mostManifestBytes) throw refused('its manifest is too large.');
  const manifest = parseManifest((await wholeFile(zip, own)).toString('utf8'));
  for (const { path, bytes } of manifest.entries) {
    const packed = entries.get(path);
    if (!packed) throw refused(`${path} is missing in it.`);
    if (packed.uncompressedSize !== bytes) {
      const length = packed.uncompressedSize > bytes ? 'longer' : 'shorter';
      throw refused(`${path} is ${length} than its manifest says.`);
    }
  }
  for (const entry of manifest.entries) {
    signal?.throwIfAborted();
    const packed = entries.get(entry.path);
    if (packed) await writeVerified(folder, entry, () => unpackEntry(zip, packed));
  }
  return manifest;
}

/** All files by their names, from the directory at the end, before anything is unpacked. */
async function listEntries(zip: ZipFile, limits: RecordingLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.files) throw refused('it has too many files.');
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry;
    if (fileName.endsWith('/')) continue;
    // Also in another case: some systems take them for the same file.
    const name = fileName.toLowerCase();
    if (names.has(name)) throw refused(`it has two files named ${fileName.slice(0, 100)}.`);
    names.add(name);
    if (entry.isEncrypted()) throw refused('it is encrypted.', 'Unpack it with its password first.');
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
      throw refused('it is packed by a method that the studio does not know.');
    }
    bytes += uncompressedSize;
    const isBomb = uncompressedSize > limits.freeBytes && uncompressedSize > compressedSize * limits.ratio;
    if (isBomb || bytes > limits.bytes) throw tooLarge(limits);
    entries.set(fileName, entry);
  }
  return entries;
}

/** A broken file may fail before anybody listens, which would end the process. Who reads it gets the error all the same. */
async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const stream = await zip.openReadStreamPromise(entry);
  return stream.on('error', () => undefined);
}

/** Bytes that are unpacked at once: with the 16 KB that are usual, half of the time goes into handing them over. */
const chunkSize = 256 * 1024;

/** As {@link openEntry}, in larger chunks. The length and the content are checked by the caller. */
async function unpackEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (entry.compressionMethod === stored) return packed.on('error', () => undefined);
  return pipeline(packed, createInflateRaw({ chunkSize }), () => undefined);
}

async function wholeFile(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openEntry(zip, entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function tooLarge({ bytes }: RecordingLimits): AppError {
  return refused(
    `its files are too large when unpacked, or unpack to suspiciously much (limit: ${Math.round(bytes / 2 ** 30)} GB).`,
  );
}

/** What a library says about a broken zip, as the end of a sentence. */
function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return `the zip is broken (${text.slice(0, 200).replace(/[.\s]+$/, '')}).`;
}

/** A failure of the disk is no fault of the file. */
function isOfDisk(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return /^(ENOSPC|EDQUOT|EIO|EACCES|EPERM|EROFS|EMFILE|ENFILE)$/.test(code);
}
