import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** What both hosts need of an installation. Its packages are found in the repository, above it. */
const parts = [
  'package.json',
  'resources',
  'scripts',
  'out/web-host',
  'out/main',
  'out/preload',
  'out/renderer',
];

/**
 * Makes a second installation of the built studio, whose demo server is the official Python server with the same graphs.
 * @returns {string} Its folder.
 */
export function makePythonStudio() {
  const folder = inRoot('.cache', 'python-studio');
  rmSync(folder, { recursive: true, force: true });
  for (const part of parts) cpSync(inRoot(part), join(folder, part), { recursive: true });
  const entry = pathToFileURL(inRoot('src/testing/python-server/entry.mjs')).href;
  mkdirSync(join(folder, 'out/demo-server'));
  writeFileSync(join(folder, 'out/demo-server/entry.mjs'), `import ${JSON.stringify(entry)};\n`);
  return folder;
}
