import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installTool } from '../install-tool.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../process/run.mjs';

const target = inRoot('.cache', 'electron-builder');

/**
 * Installs electron-builder unless it is there. Not a dependency of the repository: it has 266 packages, and a fresh
 * clone should not wait for what only packaging needs.
 * @param {{ log: (line: string) => void }} options
 */
export async function ensureBuilder({ log }) {
  await installTool({ name: 'electron-builder', source: 'packaging/builder', log });
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
