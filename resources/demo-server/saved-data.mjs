// The server writes its data in place and starts empty, without a word, when it can't read a file: one that
// was cut off, or one that holds a value nested deeper than its reader goes (50 levels). So before each start
// the last readable form of every file is copied aside, and a file that can't be read is put away and
// replaced by that copy.
import { copyFile, mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** The server's own reader, so that readable means readable to it. It is no export of the package, only a file of it. */
async function serverReader() {
  const entry = import.meta.resolve('@langchain/langgraph-api/server');
  const found = await import(new URL('./storage/persist.mjs', entry).href).catch(() => ({}));
  return found.deserialize ?? JSON.parse;
}

/** `null` when the file can be read, else why not. */
async function problemOf(path, read) {
  try {
    await read(await readFile(path, 'utf8'));
    return null;
  } catch (error) {
    return error.code === 'ENOENT' ? 'it is missing' : error.message;
  }
}

async function jsonFiles(folder) {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json'));
}

/** Copies under another name first, so that a crash never leaves half a file under the real one. */
async function copyWhole(from, to) {
  const unfinished = `${to}.new`;
  await copyFile(from, unfinished);
  await rename(unfinished, to);
}

/** Makes the files in `cwd` fit to start with; `note` gets a sentence for each one that had to be mended. */
export async function mendSavedData(cwd, note) {
  const folder = join(cwd, '.langgraph_api');
  const copies = join(cwd, 'last-readable');
  await mkdir(copies, { recursive: true, mode: 0o700 });
  const read = await serverReader();

  for (const name of new Set([...(await jsonFiles(folder)), ...(await jsonFiles(copies))])) {
    const file = join(folder, name);
    const copy = join(copies, name);
    const problem = await problemOf(file, read);
    if (problem === null) {
      await copyWhole(file, copy);
      continue;
    }
    const aside = `${file}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
    const broke = await rename(file, aside).then(
      () => true,
      () => false,
    );
    const restored = (await problemOf(copy, read)) === null;
    if (restored) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await copyWhole(copy, file);
    }
    const what = `${name} could not be read (${problem})${broke ? ` and was moved to ${aside}` : ''}.`;
    const next = restored
      ? 'The last readable backup was restored.'
      : 'There is no readable backup, so it starts empty.';
    note(`${what} ${next}`);
  }
}
