import { readFileSync } from 'node:fs';
import { inRoot } from '../paths.mjs';

/**
 * A package of which something ships.
 * @typedef {object} ShippedPackage
 * @property {string} path Inside the repository, as in the lock file: `node_modules/a/node_modules/b`.
 * @property {string} name @property {string} version
 * @property {string} license SPDX expression; `unknown` when its manifest names none.
 */

/**
 * The packages that files are from, sorted by their paths.
 * @param {Iterable<string>} files Paths inside the repository, with `/`; those outside of `node_modules` are ours.
 * @returns {ShippedPackage[]}
 */
export function packagesOf(files) {
  const paths = new Set([...files].map(packageFolder).filter((path) => path !== null));
  return [...paths].toSorted().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(inRoot(path, 'package.json'), 'utf8'));
    return { path, name, version, license: typeof license === 'string' ? license : 'unknown' };
  });
}

/**
 * The folder of the package that a file belongs to, or `null` for a file of ours.
 * @param {string} file
 */
export function packageFolder(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null;
}
