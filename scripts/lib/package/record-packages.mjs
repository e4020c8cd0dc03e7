import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { inRoot, root } from '../paths.mjs';
import { packageFolder } from './packages-of.mjs';

/**
 * A part of the studio that is bundled, and has a record.
 * @typedef {'main' | 'preload' | 'renderer' | 'web-host' | 'cli' | 'demo-server'} BundledPart
 */

/** @param {BundledPart} part */
export const recordFile = (part) => inRoot('out', 'bundled', `${part}.json`);

/**
 * Plugin that writes down which packages a build has taken into its output. A notice of third parties made from
 * `package.json` names tools that never leave this repository, and misses what came with a package.
 * Returns a function, because workers are bundled by plugins of their own: all of them write one record.
 * @param {BundledPart} part
 * @returns {() => import('vite').Plugin}
 */
export function recordPackages(part) {
  /** @type {Set<string>} */
  const folders = new Set();
  return () => ({
    name: 'record-packages',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const sources =
          output.type === 'chunk'
            ? output.moduleIds.map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
            : // Relative to the root of this build, which is not the repository in the window's.
              output.originalFileNames.map((name) => name.replace(/^(?:\.\.\/)+/, `${root}/`));
        for (const source of sources) {
          const folder = packageFolder(relative(root, resolve(root, source)).replaceAll('\\', '/'));
          if (folder !== null) folders.add(folder);
        }
      }
      mkdirSync(dirname(recordFile(part)), { recursive: true });
      writeFileSync(recordFile(part), `${JSON.stringify([...folders].toSorted(), null, 2)}\n`);
    },
  });
}

/** @param {BundledPart} part @returns {string[]} Folders of packages; throws when nothing was built. */
export function bundledPackages(part) {
  return JSON.parse(readFileSync(recordFile(part), 'utf8'));
}
