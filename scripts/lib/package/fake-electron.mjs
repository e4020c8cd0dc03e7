import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAsar } from './asar.mjs';

/** Where `@electron/fuses` looks for the fuses in a program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The states that Electron 45 is delivered with, in the order of its wire. */
const delivered = '101100011';

/**
 * A folder that electron-builder takes for an unpacked Electron, for machines where Electron's can't be had: a
 * program with a fuse wire, its version, its own archive and its licences. Nothing of it runs; the test double runs
 * what was packed.
 * @param {string} folder @param {string} version
 */
export function writeFakeElectron(folder, version) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([1, delivered.length]),
    Buffer.from(delivered),
  ]);
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\necho "This is no Electron." >&2\nexit 1\n# '),
    wire,
    Buffer.from('\n'),
  ]);
  writeFileSync(join(folder, 'electron'), program);
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), `${name}\n`);
  writeFileSync(
    join(folder, 'resources', 'default_app.asar'),
    writeAsar(new Map([['package.json', Buffer.from('{"main":"main.js"}')]])),
  );
}
