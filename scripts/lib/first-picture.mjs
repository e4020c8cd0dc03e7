import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './paths.mjs';

/**
 * Most code of the first picture, gzip, in kB: a little more than there is, so that it can't grow back unseen. The goal is 200.
 */
const mostKilobytes = 280;

const loadedAtOnce = /(?:src|href)="\.\/(assets\/[^"]+\.js)"/g;
const importedAtOnce = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/**
 * The scripts that the built page loads before its first picture: those that it names, and what they import statically.
 * @param {string} [folder] The built page's.
 * @returns {string[]} Paths below `folder`.
 */
export function firstPictureFiles(folder = inRoot('out', 'renderer')) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = new Set([...page.matchAll(loadedAtOnce)].flatMap(([, name]) => name ?? []));
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of code.matchAll(importedAtOnce)) files.add(`assets/${name}`);
  }
  return [...files];
}

/** Refuses a build whose first picture takes more code than before. */
export function checkFirstPicture() {
  const folder = inRoot('out', 'renderer');
  const bytes = firstPictureFiles(folder).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length,
    0,
  );
  const kilobytes = Math.ceil(bytes / 1000);
  const ok = kilobytes <= mostKilobytes;
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    note: `: ${kilobytes} kB gzip`,
    output: `The code of the first picture is ${kilobytes} kB gzip, and was ${mostKilobytes} at most. Load what it does not need lazily (src/renderer/ui/lazy-view.tsx).`,
  };
}
