import { contentStamp, unlessBuilt } from './content-stamp.mjs';
import { buildDemoServer } from './demo-server.mjs';
import { runPackage } from './process/run.mjs';

const inputs = [
  'src',
  'packages',
  // The window shows its pages.
  'docs',
  'package-lock.json',
  'package.json',
  'electron.vite.config.ts',
  'vite.web-host.config.ts',
  'scripts/lib/package/plain-assertions.mjs',
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

/** @param {string} path */
const isBuilt = (path) =>
  path.startsWith('docs/')
    ? /[.](md|json)$/.test(path)
    : !/[.]test[.]tsx?$/.test(path) && !path.startsWith('src/testing/');

/**
 * Builds both hosts, the command line and the demo server; leaves out what has not changed since.
 * @param {{ force?: boolean, log?: (line: string) => void }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>} What the failed builds wrote.
 */
export async function build({ force = false, log = () => undefined } = {}) {
  const stamp = `${contentStamp(inputs, isBuilt)} node ${process.versions.node}`;
  const program = unlessBuilt({ name: 'build', stamp, outputs, force }, async () => {
    log('Building the studio...');
    const outcomes = await Promise.all([
      runPackage('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']),
      runPackage('vite/bin/vite.js', ['build', '--config', 'vite.web-host.config.ts', '--logLevel', 'warn']),
      runPackage('vite/bin/vite.js', ['build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn']),
    ]);
    const failed = outcomes.filter(({ code }) => code !== 0);
    if (failed.length > 0) throw new Error(failed.map(({ output }) => output).join('\n'));
  });
  // Both to their ends, so that none goes on when the other has failed.
  const ends = await Promise.allSettled([program, buildDemoServer({ force })]);
  const reasons = ends.flatMap((end) =>
    end.status === 'rejected' ? [String(end.reason?.message ?? end.reason)] : [],
  );
  return { ok: reasons.length === 0, output: reasons.join('\n') };
}
