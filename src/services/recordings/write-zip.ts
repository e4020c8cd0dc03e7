import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { AppError } from '../../shared/app-error.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { formatManifest, type RecordingManifest } from './manifest.ts';
import { unknownZipLength, writeZipLength, zipLengthName } from './zip-length.ts';

// The time of all files in a zip, so that the same content gives the same bytes.
const noTime = new Date(1980, 0, 1);

// A zip of a recording's folder, as a stream that reads the files one after the other. Its length is not in it yet.
function zipOfFolder(folder: string, manifest: RecordingManifest): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const options = { mtime: noTime, mode: 0o100600, forceDosTimestamp: true };
  const { outputStream } = zip;
  zip.on('error', (problem: Error) => {
    if (outputStream instanceof Readable) outputStream.destroy(problem);
  });
  // First, so that it survives in a file that is cut off.
  zip.addBuffer(unknownZipLength(), zipLengthName, { ...options, compress: false });
  zip.addBuffer(Buffer.from(formatManifest(manifest)), 'manifest.json', options);
  for (const { path } of manifest.entries) zip.addFile(join(folder, path), path, options);
  zip.end();
  return outputStream;
}

// Writes a zip, whole or not at all. Throws `AppError` (`storage`).
export async function saveZip(
  folder: string,
  manifest: RecordingManifest,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await replaceFile(target, async (draft) => {
      await pipeline(
        zipOfFolder(folder, manifest),
        createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
        signal ? { signal } : {},
      );
      await writeZipLength(draft);
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AppError('storage', 'The recording could not be saved. Nothing was left behind.', {
      hint: 'Check that the folder exists and that the disk is not full.',
      details: { server: error instanceof Error ? error.message : String(error) },
      cause: error,
    });
  }
}
