import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readAsar } from '../../scripts/lib/package/asar.mjs';

/**
 * Prepares a program that was packed around a stand-in for Electron, so that the double can run it: the archive
 * becomes a folder. Returns the program to start.
 */
export async function unpackForDouble(packed: string, folder: string, double: string): Promise<string> {
  const resources = join(folder, 'resources');
  await mkdir(resources, { recursive: true });
  for (const [path, { bytes }] of readAsar(await readFile(join(packed, 'resources', 'app.asar')))) {
    const file = join(resources, 'app.asar', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await cp(join(packed, 'resources', 'resources'), join(resources, 'resources'), { recursive: true });
  const program = join(folder, 'remote-graph-studio');
  const script = `#!/bin/sh\nELECTRON_DOUBLE_RESOURCES='${resources}' exec '${double}' "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  return program;
}
