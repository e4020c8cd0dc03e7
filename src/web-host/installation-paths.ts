import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface InstallationPaths {
  readonly windowFolder: string;
  readonly resourcesFolder: string;
  readonly demoServerFolder: string;
  readonly version: string;
}

/**
 * Locates the installation around this file, which runs from `src/` in development and from `out/` otherwise.
 */
export function installationPaths(): InstallationPaths {
  const root = rootAbove(dirname(fileURLToPath(import.meta.url)));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    windowFolder: join(root, 'out', 'renderer'),
    resourcesFolder: join(root, 'resources'),
    demoServerFolder: join(root, 'out', 'demo-server'),
    version,
  };
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'resources'))) return folder;
  const parentFolder = dirname(folder);
  if (parentFolder === folder) throw new Error('The files of the studio were not found.');
  return rootAbove(parentFolder);
}
