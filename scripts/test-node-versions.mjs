// npm run test:node-versions [-- 20 22 24 26] [-- --unit] [-- --limit 40]: `npm test` (or only the unit tests) on each
// major version of Node that package.json promises, one after the other. The binaries come from the npm package
// `node`, into .cache/. A version that needs more minutes than the limit is ended and has failed: a test that
// spins does not end by itself.
import { mkdirSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from './lib/paths.mjs';
import { endRunning, run } from './lib/process/run.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unit: { type: 'boolean', default: false }, limit: { type: 'string' } },
});
const limitMinutes = Number(values.limit ?? (values.unit ? 20 : 40));
if (!(limitMinutes > 0)) throw new Error(`"${values.limit}" is not a number of minutes. Example: --limit 40`);
const majors = positionals.length > 0 ? positionals : ['20', '22', '24', '26'];
const wrong = majors.find((major) => !/^\d+$/.test(major));
if (wrong !== undefined) throw new Error(`"${wrong}" is not a major version of Node. Example: 20 24`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

/** @type {string[]} */
const results = [];
for (const major of majors) {
  const node = await install(major);
  const { output: version } = await run(node, ['--version']);
  console.log(`\nNode ${version.trim()}`);
  const started = Date.now();
  const { code, timedOut } = await run(node, testCommand(), {
    env: environment(node),
    show: true,
    timeoutMs: limitMinutes * 60_000,
  });
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  const result = timedOut ? `FAILED: not done in ${limitMinutes} min` : code === 0 ? 'passed' : 'FAILED';
  results.push(`Node ${version.trim()}: ${result} (${minutes} min)`);
  if (code !== 0) process.exitCode = 1;
}
console.log(`\n${results.join('\n')}`);

function testCommand() {
  return values.unit ? ['node_modules/vitest/vitest.mjs', 'run'] : ['scripts/test.mjs'];
}

/** Programs that the tests start by name find this Node too. @param {string} node */
function environment(node) {
  return { PATH: [dirname(node), process.env['PATH']].join(delimiter) };
}

/** Installs a Node once and returns its binary. @param {string} major */
async function install(major) {
  const folder = `.cache/node-${major}`;
  mkdirSync(inRoot(folder), { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', ['install', '--prefix', folder, ...quiet, `node@${major}`]);
  if (code !== 0) throw new Error(`Node ${major} could not be installed.\n${output}`);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return inRoot(folder, 'node_modules', 'node', 'bin', name);
}
