import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAsar } from './asar.mjs';
import { requireOfBuilder } from './builder.mjs';

/** Where `@electron/fuses` looks for the fuses in a program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The states that Electron 45 is delivered with, in the order of its wire. */
const delivered = '101100011';

/** The fuses as they lie in a program. */
const wire = Buffer.concat([
  Buffer.from(sentinel),
  Buffer.from([1, delivered.length]),
  Buffer.from(delivered),
]);

/**
 * A folder that electron-builder takes for an unpacked Electron of Linux, for machines where Electron's can't be had: a
 * program with a fuse wire, its version, its own archive and its licences. Nothing of it runs; the test double runs
 * what was packed.
 * @param {string} folder @param {string} version
 */
export function writeFakeElectron(folder, version) {
  const script = Buffer.from('#!/bin/sh\necho "This is no Electron." >&2\nexit 1\n# ');
  write(join(folder, 'electron'), Buffer.concat([script, wire, Buffer.from('\n')]));
  chmodSync(join(folder, 'electron'), 0o755);
  const ownProgram = new Map([['package.json', Buffer.from('{"main":"main.js"}')]]);
  write(join(folder, 'resources', 'default_app.asar'), writeAsar(ownProgram));
  writePapers(folder, version);
}

/**
 * The same for Windows: a program of that system's form, with a table of resources that has the version.
 * @param {string} folder @param {string} version
 */
export function writeFakeWindowsElectron(folder, version) {
  /** @type {typeof import('./resedit.d.mts')} */
  const { NtExecutable, NtExecutableResource, Resource } = requireOfBuilder('resedit');
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const info = Resource.VersionInfo.createEmpty();
  info.lang = 1033;
  info.setFileVersion(version);
  info.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  info.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  write(join(folder, 'electron.exe'), Buffer.concat([Buffer.from(program.generate()), wire]));
  writePapers(folder, version);
}

/**
 * The same for macOS: a bundle with its framework, where the fuses lie, and the helpers that are renamed.
 * @param {string} folder @param {string} version
 */
export function writeFakeMacElectron(folder, version) {
  const contents = join(folder, 'Electron.app', 'Contents');
  const frameworks = join(contents, 'Frameworks');
  write(join(frameworks, 'Electron Framework.framework', 'Electron Framework'), wire);
  writeBundle(contents, 'Electron');
  for (const kind of ['', ' (Renderer)', ' (Plugin)', ' (GPU)'])
    writeBundle(join(frameworks, `Electron Helper${kind}.app`, 'Contents'), `Electron Helper${kind}`);
  writePapers(folder, version);
}

/** @param {string} contents @param {string} name */
function writeBundle(contents, name) {
  const list = `<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>\n`;
  write(join(contents, 'Info.plist'), `<?xml version="1.0" encoding="UTF-8"?>\n${list}`);
  write(join(contents, 'MacOS', name), '');
}

/** @param {string} folder @param {string} version */
function writePapers(folder, version) {
  write(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) write(join(folder, name), `${name}\n`);
}

/** @param {string} file @param {string | Buffer} content */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
