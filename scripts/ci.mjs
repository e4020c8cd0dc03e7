// What .ci/run runs: npm test, the types of the benches, and npm run test:servers. Each shows what it does; its last line,
// `N passed, N failed`, is not repeated but added up, so that the last line counts everything.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './lib/paths.mjs';
import { ensurePostgres } from './lib/postgres.mjs';
import { countLine, failureMark } from './lib/steps.mjs';

const countPattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

const others = ['js-2.0.0', 'pure-graph', 'aegra'].flatMap((id) => ['--server', id]);
// What runs on each of them: all suites of the JavaScript server 2.0.0 take as long as all the rest.
const mainSuites = ['main-job', 'remote-graph/src/conformance/', 'compat/call-abort', 'check-other-servers'];
const programs = [
  ['scripts/test.mjs'],
  ['bench/run.mjs', '--types'],
  ['scripts/test-servers.mjs', '--server', 'python'],
  ['scripts/test-servers.mjs', ...others, ...mainSuites],
  ['scripts/test-servers.mjs', '--server', 'otel-collector', '--server', 'phoenix'],
];

await ensurePostgres({ log: console.log });

const totals = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
for (const [script, ...args] of programs) {
  const { code, counts } = await runCounting(String(script), args);
  totals.passed += counts?.passed ?? 0;
  totals.skipped += counts?.skipped ?? 0;
  // A program that fails without a count, or whose count knows of no failure, has failed once.
  totals.failed += counts?.failed || (code === 0 && counts ? 0 : 1);
}
// Printed again, because of a log of this length often only the end is seen.
for (const line of failures) console.log(line);
console.log(countLine(totals));
process.exit(totals.failed === 0 ? 0 : 1);

/**
 * Runs a script and shows its lines as they come, but not those that only count.
 * @param {string} script @param {readonly string[]} args
 */
async function runCounting(script, args) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {{ passed: number, failed: number, skipped: number } | null} */
  let counts = null;
  const ended = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, passed, failed, skipped = 0] = countPattern.exec(line) ?? [];
    if (line.startsWith(failureMark)) failures.push(line);
    if (passed === undefined) console.log(line);
    else counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  }
  const code = await ended;
  if (counts) console.log(`${script}: ${countLine(counts)}.`);
  return { code, counts };
}
