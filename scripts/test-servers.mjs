// npm run test:servers [-- --strict] [part of a file's name...]: the suites of real servers on the official Python server,
// which is installed into .cache first, and the specs of the main job on both hosts, with a studio whose demo server it is. Parts of names
// select among the suites, and leave the specs out, as --suites does; `specs` runs only those. Without Python it says what it needs and counts
// one step as skipped; with --strict that is a failure. The last line counts each step and each test.
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { runE2e } from './lib/e2e.mjs';
import { endRunning } from './lib/process/run.mjs';
import { installPythonServers, PythonIsMissing } from './lib/python-servers.mjs';
import { makePythonStudio } from './lib/python-studio.mjs';
import { leftOutSpecs, serverSpecs, serverSpecsOfElectron } from './lib/server-suites.mjs';
import { setup } from './lib/setup.mjs';
import { countLine, createSteps } from './lib/steps.mjs';
import { runUnitTests } from './lib/unit.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false }, suites: { type: 'boolean', default: false } },
});

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => {
    endRunning();
    process.exit(code);
  });
}

const { step, totals, sum } = createSteps();
let python = '';

await setup({ say: console.log });
await step('Python server', async () => {
  try {
    python = await installPythonServers({ say: console.log });
    return { passed: 1, failed: 0, output: '' };
  } catch (error) {
    if (!(error instanceof PythonIsMissing) || values.strict) throw error;
    return { passed: 0, failed: 0, skipped: 1, output: '', note: `: not run. ${error.message}` };
  }
});
const specsOnly = positionals.length === 1 && positionals[0] === 'specs';
if (python !== '' && !specsOnly) {
  await step('suites on the Python server', async () => {
    const outcome = await runUnitTests({
      name: 'servers',
      args: ['--config', 'vitest.servers.config.ts', ...positionals],
      env: { GRAPH_SERVER: 'python' },
      show: positionals.length > 0,
    });
    return { ...outcome, note: `: ${countLine(outcome)}` };
  });
}

if (python !== '' && !values.suites && (specsOnly || positionals.length === 0)) {
  await step('specs on the Python server', async () => {
    const built = await build({ say: console.log });
    if (!built.ok) return { passed: 0, failed: 1, output: built.output };
    const env = { E2E_INSTALLATION: makePythonStudio(), GRAPH_SERVER: 'python' };
    // A start of the server takes 4 s of a processor.
    const leftOut = leftOutSpecs.map(({ title }) => title).join('|');
    const options = ['--workers=2', `--grep-invert=${leftOut}`];
    const counts = { passed: 0, failed: 0, skipped: leftOutSpecs.length };
    let output = '';
    for (const [host, specs] of /** @type {const} */ ([
      ['web', serverSpecs],
      ['electron', serverSpecsOfElectron],
    ])) {
      const e2e = await runE2e([host], {
        filters: [...specs, ...options],
        env,
        show: specsOnly,
        say: console.log,
      });
      const [outcome = { passed: 0, failed: 1, skipped: 0 }] = e2e.outcomes;
      counts.passed += outcome.passed;
      counts.failed += outcome.failed;
      counts.skipped += outcome.skipped;
      output += e2e.output;
    }
    return { ...counts, output, note: `: ${countLine(counts)}` };
  });
}

console.log(sum());
process.exit(totals.failed === 0 ? 0 : 1);
