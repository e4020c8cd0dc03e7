import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installationPaths } from '../../web-host/installation-paths.ts';

/** Where an installation of the demo server is. */
export const demoFolder = (dataFolder: string): string => join(dataFolder, 'demo-packages');

/** The manifest and lock file of the demo server's packages, which come with the command line. */
export const packagesOfInstallation = (): string =>
  join(installationPaths().resourcesFolder, '..', 'demo-packages');

/** Whether this installation brings the packages along: a clone of the repository does. */
export function isDemoBundled(): boolean {
  const { resourcesFolder } = installationPaths();
  try {
    createRequire(join(resourcesFolder, 'demo-server', 'entry.mjs')).resolve(
      '@langchain/langgraph-api/server',
    );
    return true;
  } catch {
    return false;
  }
}

/** The folder with the demo server: one beside its packages, if there is one. */
export function demoResources(dataFolder: string): string {
  const installed = join(demoFolder(dataFolder), 'resources');
  return !isDemoBundled() && existsSync(installed) ? installed : installationPaths().resourcesFolder;
}
