// npm run test:servers [-- --strict] [--server <id>]... [part of a file's name...]: the suites of real servers on the official
// Python server, on the JavaScript server that npm calls latest, on pure-graph and on Aegra, those of traces on Arize Phoenix
// and an OpenTelemetry collector, those of files on an S3 and a WebDAV server, which are installed into .cache first, and the specs of the main job on a studio whose demo server is the
// Python server. --server selects among the servers; parts of names select among the suites, and leave the specs out, as --suites does; `specs` runs only those. A server for which
// this machine lacks something (Python, PostgreSQL, Go) says what, and counts as one skipped step; with --strict as a failure.
// --update-profiles writes the profile of each server anew, and the table of docs/servers.md; it runs nothing else. The last line counts each step and each test.
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { runE2e } from './lib/e2e.mjs';
import { endRunning } from './lib/process/run.mjs';
import { makePythonStudio } from './lib/python-studio.mjs';
import { leftOutSpecs, serverSpecs, serverSpecsOfElectron } from './lib/server-suites.mjs';
import { setup } from './lib/setup.mjs';
import { countLine, createSteps } from './lib/steps.mjs';
import { isMissing, listedServers } from './lib/test-server-list.mjs';
import { runUnitTests } from './lib/unit.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    strict: { type: 'boolean', default: false },
    suites: { type: 'boolean', default: false },
    server: { type: 'string', multiple: true, default: [] },
    'update-profiles': { type: 'boolean', default: false },
  },
});
const unknown = values.server.find((id) => !listedServers.some((server) => server.id === id));
if (unknown !== undefined) {
  console.error(`There is no server ${unknown}: ${listedServers.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => {
    endRunning();
    process.exit(code);
  });
}

const { step, totals, lastLines } = createSteps();
const profileSuite = 'server-check/check-';

await setup({ log: console.log });
const specsOnly = positionals.length === 1 && positionals[0] === 'specs';
const servers = listedServers.filter(
  ({ id }) => (values.server.length === 0 || values.server.includes(id)) && (!specsOnly || id === 'python'),
);
/** @type {Set<string>} */
const installed = new Set();
for (const { id, title, install } of servers) {
  await step(`installation of ${title}`, async () => {
    try {
      await install({ log: console.log });
      installed.add(id);
      return { passed: 1, failed: 0, output: '' };
    } catch (error) {
      if (!(error instanceof Error) || !isMissing(error) || values.strict) throw error;
      return { passed: 0, failed: 0, skipped: 1, output: '', note: `: not run. ${error.message}` };
    }
  });
}

if (values['update-profiles']) {
  if (values.server.length === 0) {
    await step('profile of the JavaScript server', () =>
      counted({ name: 'profile', args: [profileSuite, '-u'] }),
    );
  }
  for (const { id, title } of servers.filter((server) => installed.has(server.id) && !server.suites)) {
    await step(`profile of ${title}`, () => counted(suitesOf(id, [profileSuite, '-u'])));
  }
  await step('table of docs/servers.md', () =>
    counted({ name: 'server-table', args: ['src/testing/server-table.test.ts', '-u'] }),
  );
} else if (!specsOnly) {
  // Parts of names select suites of graph servers.
  const tested = servers.filter(
    ({ id, suites }) => installed.has(id) && (suites === undefined || positionals.length === 0),
  );
  for (const { id, title } of tested) {
    await step(`suites on ${title}`, () => counted(suitesOf(id, positionals)));
  }
}

if (
  installed.has('python') &&
  !values.suites &&
  !values['update-profiles'] &&
  (specsOnly || positionals.length === 0)
) {
  await step('specs on the Python server', async () => {
    const built = await build({ log: console.log });
    if (!built.ok) return { passed: 0, failed: 1, output: built.output };
    const env = { E2E_INSTALLATION: makePythonStudio(), GRAPH_SERVER: 'python' };
    // A start of the server takes 4 s of a processor.
    const leftOut = leftOutSpecs.map(({ title }) => title).join('|');
    const options = ['--workers=2', `--grep-invert=${leftOut}`];
    const counts = { passed: 0, failed: 0, skipped: leftOutSpecs.length };
    let output = '';
    /** @type {string[]} */
    const failures = [];
    for (const [host, specs] of /** @type {const} */ ([
      ['web', serverSpecs],
      ['electron', serverSpecsOfElectron],
    ])) {
      const e2e = await runE2e([host], {
        filters: [...specs, ...options],
        env,
        show: specsOnly,
        log: console.log,
      });
      const [outcome = { passed: 0, failed: 1, skipped: 0 }] = e2e.outcomes;
      counts.passed += outcome.passed;
      counts.failed += outcome.failed;
      counts.skipped += outcome.skipped;
      output += e2e.output;
      failures.push(...e2e.failures);
    }
    return { ...counts, output, failures, note: `: ${countLine(counts)}` };
  });
}

console.log(lastLines());
process.exit(totals.failed === 0 ? 0 : 1);

/** @param {string} id @param {readonly string[]} args */
function suitesOf(id, args) {
  const show = positionals.length > 0;
  const suites = listedServers.find((server) => server.id === id)?.suites;
  return suites === undefined
    ? {
        name: `servers-${id}`,
        args: ['--config', 'vitest.servers.config.ts', ...args],
        env: { GRAPH_SERVER: id },
        show,
      }
    : { name: `servers-${id}`, args: ['--config', 'vitest.traces.config.ts', suites], show };
}

/** @param {Parameters<typeof runUnitTests>[0]} options */
async function counted(options) {
  const outcome = await runUnitTests(options);
  return { ...outcome, note: `: ${countLine(outcome)}` };
}
