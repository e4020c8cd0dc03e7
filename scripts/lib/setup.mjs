import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

/** npm's own record of an installation. It is written last, so an aborted installation has none. @param {string} folder */
const recordOf = (folder) => inRoot(folder, 'node_modules', '.package-lock.json');

/**
 * Installs the packages when they are missing or are not those of the lock file. Throws with npm's own words when
 * that fails.
 * @param {object} options
 * @param {(line: string) => void} options.log
 * @param {string} [options.folder] With the manifest and the lock file, inside the repository.
 */
export async function setup({ log, folder = '.' }) {
  const record = recordOf(folder);
  if (isInstalled(folder)) return;
  log(existsSync(record) ? 'Dependencies have changed. Installing...' : 'Installing dependencies (once)...');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const progress = setInterval(() => log(`  still installing, ${seconds()} s`), 10_000);
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: inRoot(folder),
  });
  clearInterval(progress);
  if (code !== 0) throw new Error(`npm ci failed.\n${output}`);
  log(`  installed in ${seconds()} s`);
}

/** Whether everything in the lock file is installed in exactly its version. @param {string} folder */
function isInstalled(folder) {
  const record = recordOf(folder);
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(inRoot(folder, 'package-lock.json'))).every(([path, wanted]) => {
    const entry = installed[path];
    // Packages for other systems are in the lock file but not installed.
    return path === '' || (entry ? entry.version === wanted.version : wanted.optional || wanted.devOptional);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
