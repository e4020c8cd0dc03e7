import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The drafts stored on disk, without files that are being written. */
export async function readStoredTexts(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'kept');
  const names = (await readdir(folder)).filter((name) => /^[^.]+\.json$/.test(name));
  // A draft that was discarded meanwhile has no text.
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
}
