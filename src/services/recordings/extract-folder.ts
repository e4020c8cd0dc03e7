import { createReadStream } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAnnounced, recordingLimits, type RecordingLimits } from './limits.ts';
import { maxManifestBytes, type RecordingManifest } from './manifest.ts';
import { manifestTooLarge, notARecording, parseManifest, refused } from './recording-errors.ts';
import { writeVerified } from './verified-file.ts';

// Copies a recording that is a plain folder, and checks it. Links in it are not followed. Throws `AppError`
// (`invalid-input`) with the reason.
export async function extractFolder(
  source: string,
  folder: string,
  signal?: AbortSignal,
  limits: RecordingLimits = recordingLimits,
): Promise<RecordingManifest> {
  const manifestPath = join(source, 'manifest.json');
  const about = await stat(manifestPath).catch(() => null);
  if (!about?.isFile()) throw notARecording();
  if (about.size > maxManifestBytes) throw manifestTooLarge(about.size);
  const manifest = parseManifest(await readFile(manifestPath, 'utf8'));
  checkAnnounced(manifest.entries, limits);
  for (const entry of manifest.entries) {
    signal?.throwIfAborted();
    const path = join(source, entry.path);
    const file = await lstat(path).catch(() => null);
    if (!file?.isFile()) throw refused(`${entry.path} is missing in it.`);
    const parent = entry.path.includes('/') ? await lstat(join(source, 'frames')) : null;
    if (parent?.isSymbolicLink()) throw refused('one of its folders is a link.');
    await writeVerified(folder, entry, () => createReadStream(path), { limits, signal });
  }
  return manifest;
}
