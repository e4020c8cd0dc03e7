import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './paths.mjs';

/** The bundle budget: most code of the initial bundle, gzip, in kB. A little more than there is, so that it can't grow unseen. */
const budgetKilobytes = 180;

const loadedAtOnce = /(?:src|href)="\.\/(assets\/[^"]+\.js)"/g;
const importedAtOnce = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/**
 * The initial bundle, which the built page loads before it draws the window: the scripts that it names, and what they import statically.
 * @param {string} [folder] The built page's.
 * @returns {string[]} Paths below `folder`.
 */
export function initialBundleFiles(folder = inRoot('out', 'renderer')) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = new Set([...page.matchAll(loadedAtOnce)].flatMap(([, name]) => name ?? []));
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of code.matchAll(importedAtOnce)) files.add(`assets/${name}`);
  }
  return [...files];
}

/** Refuses a build whose initial bundle is over its budget. */
export function checkBundleBudget() {
  const folder = inRoot('out', 'renderer');
  const bytes = initialBundleFiles(folder).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length,
    0,
  );
  const kilobytes = Math.ceil(bytes / 1000);
  const ok = kilobytes <= budgetKilobytes;
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    note: `: ${kilobytes} kB gzip`,
    output: `The initial bundle is ${kilobytes} kB gzip; its budget is ${budgetKilobytes}. Load lazily what the first paint does not need (src/renderer/ui/lazy-view.tsx).`,
  };
}
