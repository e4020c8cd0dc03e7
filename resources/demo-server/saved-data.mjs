// The server writes its data in place and starts empty when a file can't be read. So before each start the last readable
// form of every file is copied aside, and a file that broke is put away and replaced by that copy.
import { copyFile, mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

async function readable(path) {
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return true;
  } catch {
    return false;
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

  for (const name of new Set([...(await jsonFiles(folder)), ...(await jsonFiles(copies))])) {
    const file = join(folder, name);
    const copy = join(copies, name);
    if (await readable(file)) {
      await copyWhole(file, copy);
      continue;
    }
    const aside = `${file}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
    const broke = await rename(file, aside).then(
      () => true,
      () => false,
    );
    const restored = await readable(copy);
    if (restored) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await copyWhole(copy, file);
    }
    const what = broke ? `${name} could not be read and was put aside as ${aside}.` : `${name} was missing.`;
    note(
      `${what} ${restored ? 'Its last readable copy was restored.' : 'There is no readable copy: it starts empty.'}`,
    );
  }
}
