import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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
