import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { contentStamp } from './content-stamp.mjs';
import { inRoot } from './paths.mjs';
import { runPackage } from './process/run.mjs';

const inputs = [
  'src',
  'package-lock.json',
  'package.json',
  'electron.vite.config.ts',
  'vite.web-host.config.ts',
  'scripts/lib/package/record-packages.mjs',
  'vite.cli.config.ts',
];
const outputs = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/web-host/index.js',
  'out/bundled/main.json',
  'out/cli/index.js',
];
const stampFile = inRoot('.cache', 'build-stamp');

/** @param {string} path */
const isBuilt = (path) => !/[.]test[.]tsx?$/.test(path) && !path.startsWith('src/testing/');

/**
 * Builds both hosts and the command line, or does nothing when what they are built from has not changed since.
 * @param {{ force?: boolean, say?: (line: string) => void }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>} What the failed builds wrote.
 */
export async function build({ force = false, say = () => undefined } = {}) {
  const stamp = `${contentStamp(inputs, isBuilt)} node ${process.versions.node}`;
  const complete = outputs.every((path) => existsSync(inRoot(path)));
  if (!force && complete && readStamp() === stamp) return { ok: true, output: '' };
  say('Building the studio...');
  // An aborted build must not look like a finished one.
  rmSync(stampFile, { force: true });
  const outcomes = await Promise.all([
    runPackage('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']),
    runPackage('vite/bin/vite.js', ['build', '--config', 'vite.web-host.config.ts', '--logLevel', 'warn']),
    runPackage('vite/bin/vite.js', ['build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn']),
  ]);
  const failed = outcomes.filter(({ code }) => code !== 0);
  const missing = outputs.filter((path) => !existsSync(inRoot(path)));
  if (failed.length > 0) return { ok: false, output: failed.map(({ output }) => output).join('\n') };
  if (missing.length > 0) return { ok: false, output: `The build did not write ${missing.join(', ')}.` };
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(stampFile, stamp);
  return { ok: true, output: '' };
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
}
