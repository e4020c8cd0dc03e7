import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { ensureChromium } from './chromium.mjs';
import { runPackage } from './process/run.mjs';
import { failureLine } from './steps.mjs';
import { buildTestServer } from './test-server.mjs';

/** @typedef {'web' | 'electron'} Host */

/** There are no retries, so a flaky test counts as failed. */
const failedStatuses = ['unexpected', 'flaky'];

/**
 * @typedef {object} E2eOutcome
 * @property {Host} host
 * @property {number} passed @property {number} failed @property {number} skipped
 * @property {string[]} kinds What the specs really ran on, with versions: the web host, Electron or its double.
 */

/**
 * Runs the specs on the hosts, each once, in one go. The build must be there. Some specs are left to the full run, unless
 * filters name them.
 * @param {readonly Host[]} hosts
 * @param {{ filters?: readonly string[], repeat?: number, show?: boolean, env?: Record<string, string>,
 *   log: (line: string) => void }} options
 * @returns {Promise<{ outcomes: E2eOutcome[], output: string, failures: string[] }>}
 */
export async function runE2e(hosts, { filters = [], repeat = 1, show = false, env = {}, log }) {
  const chromium = await ensureChromium({ log });
  await buildTestServer();
  const report = inRoot('out', 'e2e', 'report.json');
  mkdirSync(inRoot('out', 'e2e'), { recursive: true });
  rmSync(report, { force: true });
  const isNamed = filters.some((filter) => !filter.startsWith('--'));
  const projects = hosts.map((host) => `--project=${host}`);
  const { code, output } = await runPackage(
    'playwright/cli.js',
    ['test', ...projects, `--repeat-each=${repeat}`, ...filters],
    { show, env: { CHROMIUM: chromium, E2E_REPORT: report, ...(isNamed ? { E2E_NAMED: '1' } : {}), ...env } },
  );
  return { ...countReport(report, hosts, code), output };
}

/**
 * @typedef {{ status: string, projectName: string, results: { error?: { message?: string } }[],
 *   annotations: { type: string, description?: string }[] }} ReportedTest
 * @typedef {{ suites?: Suite[], specs: { title: string, file: string, tests: ReportedTest[] }[] }} Suite
 */

/**
 * @param {string} report @param {readonly Host[]} hosts @param {number} code
 * @returns {{ outcomes: E2eOutcome[], failures: string[] }}
 */
function countReport(report, hosts, code) {
  /** @type {{ suites: Suite[], errors: { message?: string }[] }} */
  const { suites, errors } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { suites: [], errors: [] };
  const tests = suites.flatMap(testsOf);
  const outcomes = hosts.map((host) =>
    countTests(
      host,
      tests.filter((test) => test.projectName === host),
    ),
  );
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // Errors outside of tests, and a run that failed without naming any, count once, at the first host.
  const others = failed === 0 && errors.length === 0 && code !== 0 ? 1 : errors.length;
  const [first] = outcomes;
  if (first !== undefined) first.failed += others;
  const failures = [
    ...errors.map(({ message }) => failureLine('specs', message)),
    ...tests
      .filter(({ status }) => failedStatuses.includes(status))
      .map(({ title, results }) =>
        failureLine(title, results.find(({ error }) => error !== undefined)?.error?.message),
      ),
  ];
  return { outcomes, failures };
}

/** @param {Suite} suite @returns {(ReportedTest & { title: string })[]} */
function testsOf({ suites = [], specs }) {
  const specTests = specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ ...test, title: `${file} on ${test.projectName} › ${title}` })),
  );
  return [...specTests, ...suites.flatMap(testsOf)];
}

/** @param {Host} host @param {readonly ReportedTest[]} tests @returns {E2eOutcome} */
function countTests(host, tests) {
  /** @param {string[]} statuses */
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const kinds = tests.flatMap(({ annotations }) =>
    annotations.flatMap(({ type, description }) => (type === 'host' && description ? [description] : [])),
  );
  return {
    host,
    passed: count('expected'),
    failed: count(...failedStatuses),
    skipped: count('skipped'),
    kinds: [...new Set(kinds)],
  };
}
