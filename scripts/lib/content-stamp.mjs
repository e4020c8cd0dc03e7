import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inRoot, root } from './paths.mjs';

/**
 * One short text that changes when a file's name or content does. Times are not looked at: a fresh checkout has new ones.
 * @param {readonly string[]} paths Files and folders inside the repository; missing ones count as empty.
 * @param {(path: string) => boolean} [wanted] Which files of a folder count.
 */
export function contentStamp(paths, wanted = () => true) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesAt(inRoot(path))).toSorted()) {
    const name = relative(root, file);
    if (!wanted(name)) continue;
    hash.update(`${name}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

/**
 * Runs `build`, unless its outputs are there and it has last been run for the same stamp. An aborted build does not look
 * like a finished one.
 * @param {object} what
 * @param {string} what.name Of the file that keeps the stamp.
 * @param {string} what.stamp @param {readonly string[]} what.outputs Files inside the repository. @param {boolean} what.force
 * @param {() => Promise<void>} build Throws when it fails.
 */
export async function unlessBuilt({ name, stamp, outputs, force }, build) {
  const stampFile = inRoot('.cache', `${name}-stamp`);
  const missing = () => outputs.filter((path) => !existsSync(inRoot(path)));
  const storedStamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
  if (!force && storedStamp === stamp && missing().length === 0) return;
  rmSync(stampFile, { force: true });
  await build();
  if (missing().length > 0) throw new Error(`The build did not write ${missing().join(', ')}.`);
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(stampFile, stamp);
}
