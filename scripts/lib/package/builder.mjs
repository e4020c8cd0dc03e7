import { createRequire } from 'node:module';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentStamp } from '../content-stamp.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../process/run.mjs';

/** Its manifest and lock file, apart from ours. */
const source = inRoot('packaging', 'builder');
const target = inRoot('.cache', 'electron-builder');
const stampFile = join(target, 'stamp');
const files = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs electron-builder, exactly as its lock file says, unless it is there. Not a dependency of the repository:
 * it has 266 packages, and a fresh clone should not wait for what only packaging needs.
 * @param {{ say: (line: string) => void }} options
 */
export async function ensureBuilder({ say }) {
  const stamp = contentStamp(['packaging/builder']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Installing electron-builder (once)...');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of files) cpSync(join(source, name), join(target, name));
  const { code, output } = await run('npm', ['ci', '--prefix', target, '--loglevel', 'error'], {
    // Where npm looks for its configuration beside the manifest.
    env: { npm_config_legacy_peer_deps: 'true', npm_config_ignore_scripts: 'true' },
  });
  if (code !== 0) throw new Error(`electron-builder could not be installed.\n${output}`);
  writeFileSync(stampFile, stamp);
}

/** Loads a package that electron-builder has brought. @param {string} name */
export const requireOfBuilder = (name) => createRequire(join(target, 'package.json'))(name);

/**
 * Packs a staged app.
 * @param {object} options
 * @param {string} options.app Staged program, with its `package.json`.
 * @param {ReturnType<typeof import('../../../packaging/electron-builder.mjs').builderConfig>} options.config
 * @param {readonly string[]} options.targets Arguments of electron-builder, such as `--linux dir deb`.
 * @param {Record<string, string>} [options.env] Paths of tools in place of those that it would fetch.
 * @param {boolean} [options.show]
 */
export async function runBuilder({ app, config, targets, env = {}, show = false }) {
  // In a file of its own: the command line has no room for it, and after a failure it can be read.
  const file = join(dirname(config.directories.output), 'electron-builder.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config, null, 2));
  const cli = join(target, 'node_modules', 'electron-builder', 'cli.js');
  const args = [cli, 'build', '--projectDir', app, '--config', file, '--publish', 'never', ...targets];
  // A workflow sets secrets that there are none of to nothing, which electron-builder would take for a certificate.
  const empty = Object.entries(process.env).flatMap(([name, value]) =>
    value === '' ? [[name, undefined]] : [],
  );
  const { code, output } = await run(process.execPath, args, {
    env: { ...Object.fromEntries(empty), ...env },
    show,
  });
  if (code !== 0) throw new Error(`electron-builder failed.\n${output}`);
  return output;
}
