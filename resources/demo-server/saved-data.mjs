// The server writes its data in place, and silently starts empty if it can't read a file: a truncated one, or
// one with values nested deeper than its reader supports (50 levels). So before each start, the last readable
// version of every file is backed up, and an unreadable file is moved away and replaced by its backup.
import { copyFile, mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
// The server's own reader, so that readable means readable to it. The package does not export it.
import { deserialize } from '../../node_modules/@langchain/langgraph-api/dist/storage/persist.mjs';

/** `null` if the file is readable, otherwise why not. */
async function problemOf(path) {
  try {
    await deserialize(await readFile(path, 'utf8'));
    return null;
  } catch (error) {
    return error.code === 'ENOENT' ? 'it is missing' : error.message;
  }
}

async function jsonFiles(folder) {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json'));
}

/** Copies to another name first, so that a crash never leaves half a file. */
async function copyWhole(from, to) {
  const unfinished = `${to}.new`;
  await copyFile(from, unfinished);
  await rename(unfinished, to);
}

/** Makes the files in `cwd` readable; `note` is called for each one that was repaired. */
export async function mendSavedData(cwd, note) {
  const folder = join(cwd, '.langgraph_api');
  const copies = join(cwd, 'last-readable');
  await mkdir(copies, { recursive: true, mode: 0o700 });

  for (const name of new Set([...(await jsonFiles(folder)), ...(await jsonFiles(copies))])) {
    const file = join(folder, name);
    const copy = join(copies, name);
    const problem = await problemOf(file);
    if (problem === null) {
      await copyWhole(file, copy);
      continue;
    }
    const aside = `${file}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
    const broke = await rename(file, aside).then(
      () => true,
      () => false,
    );
    const restored = (await problemOf(copy)) === null;
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
