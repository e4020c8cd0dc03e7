import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../shared/app-error.ts';
import { checkAnnounced, numeral, recordingLimits, tooMany, type RecordingLimits } from './limits.ts';
import { entryPath, maxManifestBytes, type RecordingManifest } from './manifest.ts';
import { manifestTooLarge, notARecording, parseManifest, refused } from './recording-errors.ts';
import { findZipCut } from './zip-length.ts';
import { writeVerified } from './verified-file.ts';

const stored = 0;
const deflated = 8;

/**
 * Unpacks a recording into an empty folder and checks it. Nothing in the file decides where something is written. Throws
 * `AppError` (`invalid-input`) with the reason; of a file that was cut off, where it ends.
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
  } catch (error) {
    const truncation = await findZipCut(path);
    if (truncation === 'no-zip') throw notARecording();
    if (truncation === null) throw refused(reasonOf(error));
    const { bytes, total } = truncation;
    const whole = total === null ? '' : ` of ${numeral(total)}`;
    throw refused(`it was cut off after ${numeral(bytes)}${whole} bytes.`, 'Get the whole file again.');
  }
  try {
    return await extractFrom(zip, folder, signal, limits);
  } catch (error) {
    if (error instanceof AppError || signal?.aborted || isOfDisk(error)) throw error;
    throw refused(reasonOf(error));
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
  const manifestEntry = entries.get('manifest.json');
  if (!manifestEntry) throw notARecording();
  if (manifestEntry.uncompressedSize > maxManifestBytes)
    throw manifestTooLarge(manifestEntry.uncompressedSize);
  const manifest = parseManifest((await wholeFile(zip, manifestEntry)).toString('utf8'));
  checkAnnounced(manifest.entries, limits);
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
    if (packed) await writeVerified(folder, entry, () => unpackEntry(zip, packed), { limits, signal });
  }
  return manifest;
}

// The files that a recording may have by their names, from the directory at the end, before anything is unpacked.
async function listEntries(zip: ZipFile, limits: RecordingLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.files) throw tooMany('it', 'files', zip.entryCount, limits.files);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let bytes = 0;
  let directoryBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry;
    directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > limits.directoryBytes)
      throw tooMany('its directory', 'bytes', directoryBytes, limits.directoryBytes);
    if (fileName.endsWith('/')) continue;
    // Also in another case: some systems take them for the same file.
    const name = fileName.toLowerCase();
    if (names.has(name)) throw refused(`it has two files named ${fileName.slice(0, 100)}.`);
    names.add(name);
    if (entry.isEncrypted()) throw refused('it is encrypted.', 'Unpack it with its password first.');
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
      throw refused('it is compressed with a method that the studio does not support.');
    }
    bytes += uncompressedSize;
    if (bytes > limits.bytes) throw tooMany('it', 'bytes when unpacked', bytes, limits.bytes);
    if (uncompressedSize > limits.freeBytes && uncompressedSize > compressedSize * limits.ratio) {
      const path = fileName.slice(0, 100);
      throw refused(`${path} is more than ${limits.ratio} times larger than packed, which is the limit.`);
    }
    if (fileName === 'manifest.json' || entryPath.test(fileName)) entries.set(fileName, entry);
  }
  return entries;
}

// A broken file may fail before anybody listens, which would end the process. Who reads it gets the error all the same.
async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const stream = await zip.openReadStreamPromise(entry);
  return stream.on('error', () => undefined);
}

// Bytes that are unpacked at once: with the 16 KB that are usual, half of the time goes into handing them over.
const chunkSize = 256 * 1024;

// Like {@link openEntry}, in larger chunks. The caller checks length and content.
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

// What a library says about a broken zip, as the end of a sentence.
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `the zip is broken (${text.slice(0, 200).replace(/[.\s]+$/, '')}).`;
}

// A failure of the disk is no fault of the file.
function isOfDisk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOSPC|EDQUOT|EIO|EACCES|EPERM|EROFS|EMFILE|ENFILE)$/.test(code);
}
