// npm test: everything that must hold, from a fresh clone. Goes on after a failed step so that all results are seen; the
// last line counts each step and each test. npm run test:full: with every random input and every point of
// each sweep.
import { build } from './lib/build.mjs';
import { checkBundleBudget } from './lib/bundle-budget.mjs';
import { runE2e } from './lib/e2e.mjs';
import { endRunning, run, runPackage } from './lib/process/run.mjs';
import { setup } from './lib/setup.mjs';
import { countLine, createSteps } from './lib/steps.mjs';
import { runUnitTests } from './lib/unit.mjs';

if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1';

const { step, totals, lastLines } = createSteps();

// Only a signal ends it early. It has nothing that must not outlive its terminal, and what runs the tests may
// well be a process that started them and went.
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => {
    endRunning();
    process.exit(code);
  });
}

/** A tool that either passes or fails. @param {string} script @param {string[]} args @returns {() => Promise<import('./lib/steps.mjs').StepOutcome>} */
const tool =
  (script, ...args) =>
  async () => {
    const { code, output } = await runPackage(script, args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  };

/** @param {{ passed: number, failed: number, skipped: number }} counts */
const count = (counts) => `: ${countLine(counts)}`;

await setup({ log: console.log });
const built = await step('build of both hosts', async () => {
  const { ok, output } = await build();
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
});
if (built) await step('bundle budget', async () => checkBundleBudget());
// The unit tests wait for servers a third of their time, which is enough for the tools.
await Promise.all([
  step('unit tests', async () => {
    const outcome = await runUnitTests();
    return { ...outcome, note: count(outcome) };
  }),
  oneByOne([
    () => step('types', tool('typescript-7/bin/tsc', '-b', '--checkers', '1')),
    () => step('format', tool('oxfmt/bin/oxfmt', '--check')),
    () => step('layers and cycles', tool('dependency-cruiser/bin/dependency-cruise.mjs', ...layerArgs())),
    () => step('lint', tool('oxlint/bin/oxlint', '--deny-warnings')),
    () =>
      step(
        'promises that nobody waits for',
        tool('oxlint/bin/oxlint', '--deny-warnings', '--config', '.oxlintrc.promises.json'),
      ),
  ]),
]);
await step('specs', async () => {
  if (!built) return { passed: 0, failed: 1, output: 'Not run, because the build failed.' };
  const { outcomes, output, failures } = await runE2e(['web', 'electron'], { log: console.log });
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const sum = (what) => outcomes.reduce((total, outcome) => total + outcome[what], 0);
  const notes = outcomes.map(
    (outcome) => `; on ${outcome.kinds.join(', ') || outcome.host}${count(outcome)}`,
  );
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    output,
    failures,
    note: notes.join(''),
  };
});
if (process.argv.includes('--full')) {
  await step('packages', async () => {
    const { code, output } = await run(process.execPath, ['scripts/package.mjs', '--check', '--rebuild']);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  });
}

console.log('Not run: the tests on the official Python server (npm run test:servers).');
console.log(lastLines());
process.exit(totals.failed === 0 ? 0 : 1);

/** @param {(() => Promise<unknown>)[]} steps */
async function oneByOne(steps) {
  for (const next of steps) await next();
}

/** The same arguments as the `layers` script. */
function layerArgs() {
  return ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'e2e', 'bench', 'scripts', 'packaging'];
}
