import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The texts that the studio keeps of what was typed. Files that are just being written are none of them. */
export async function readStoredTexts(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'kept');
  const names = (await readdir(folder)).filter((name) => /^[^.]+\.json$/.test(name));
  // A draft that is thrown away meanwhile has no text any more.
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
}
