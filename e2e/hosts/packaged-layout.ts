import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readAsar } from '../../scripts/lib/package/asar.mjs';
import { programParts, shippedManifest, stageResources } from '../../scripts/lib/package/stage.mjs';

const root = resolve(import.meta.dirname, '../..');

/**
 * Arranges the studio as in a package (row E-28): the program in `resources/app.asar`, without packages, and beside
 * it what the demo server needs. The archive is a folder here. `npm run package -- --check` names a program that
 * was really packed (`E2E_PACKAGE`); its archive is unpacked then. Returns the program to start.
 */
export async function layOutPackage(folder: string, double: string): Promise<string> {
  const packed = process.env['E2E_PACKAGE'];
  const resources = join(folder, 'resources');
  await mkdir(resources, { recursive: true });
  if (packed) await unpack(join(packed, 'resources'), resources);
  else await arrange(resources);
  const program = join(folder, 'remote-graph-studio');
  const script = `#!/bin/sh\nELECTRON_DOUBLE_RESOURCES='${resources}' exec '${double}' "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  return program;
}

/** From what is built, as packing would. */
async function arrange(resources: string): Promise<void> {
  const archive = join(resources, 'app.asar');
  for (const part of programParts) await cp(join(root, part), join(archive, part), { recursive: true });
  await writeFile(join(archive, 'package.json'), shippedManifest());
  stageResources(join(resources, 'resources'));
}

async function unpack(from: string, resources: string): Promise<void> {
  for (const [path, { bytes }] of readAsar(await readFile(join(from, 'app.asar')))) {
    const file = join(resources, 'app.asar', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await cp(join(from, 'resources'), join(resources, 'resources'), { recursive: true });
}
