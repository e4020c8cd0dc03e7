import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentStamp } from './content-stamp.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

const files = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs a tool that is not a dependency of the repository, exactly as its own lock file says, unless it is there.
 * @param {object} options
 * @param {string} options.name Of the tool, and of its folder in `.cache`.
 * @param {string} options.source Folder of its manifest and lock file, inside the repository.
 * @param {(line: string) => void} options.log
 * @returns {Promise<string>} The folder that has its `node_modules`.
 */
export async function installTool({ name, source, log }) {
  const target = inRoot('.cache', name);
  const stampFile = join(target, 'stamp');
  const stamp = contentStamp([source]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return target;
  log(`Installing ${name} (once)...`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of files) cpSync(inRoot(source, file), join(target, file));
  const { code, output } = await run('npm', ['ci', '--prefix', target, '--loglevel', 'error'], {
    // npm looks for its configuration in the folder where it runs, not beside the manifest.
    env: { npm_config_legacy_peer_deps: 'true', npm_config_ignore_scripts: 'true' },
  });
  if (code !== 0) throw new Error(`${name} could not be installed.\n${output}`);
  writeFileSync(stampFile, stamp);
  return target;
}
