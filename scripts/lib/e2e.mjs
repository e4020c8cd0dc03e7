import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { ensureChromium } from './chromium.mjs';
import { runPackage } from './run.mjs';

/**
 * @typedef {object} E2eOutcome
 * @property {number} passed @property {number} failed @property {number} skipped
 * @property {string[]} flaky Titles of specs that failed once and passed when they were asked again; they count as passed.
 * @property {string[]} kinds Which programs the specs really ran on: web, double, electron.
 * @property {string} output
 */

/**
 * Runs the specs on one host. The build must be there.
 * @param {'web' | 'electron'} host
 * @param {{ filters?: readonly string[], repeat?: number, retries?: number, show?: boolean, say: (line: string) => void }} options
 * @returns {Promise<E2eOutcome>}
 */
export async function runE2e(host, { filters = [], repeat = 1, retries = 0, show = false, say }) {
  const chromium = await ensureChromium({ say });
  const report = inRoot('out', 'e2e', `${host}.json`);
  mkdirSync(inRoot('out', 'e2e'), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runPackage(
    'playwright/cli.js',
    ['test', `--project=${host}`, `--repeat-each=${repeat}`, `--retries=${retries}`, ...filters],
    { show, env: { CHROMIUM: chromium, E2E_REPORT: report } },
  );
  return { ...countReport(report, code), output };
}

/** @param {string} report @param {number} code */
function countReport(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, flaky: [], kinds: [] };
  const text = readFileSync(report, 'utf8');
  const { stats, errors, suites } = JSON.parse(text);
  const kinds = [...text.matchAll(/"type": "host",\s+"description": "(\w+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    // A run that failed without naming a test has still failed.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
    flaky: suites.flatMap(flakySpecs),
    kinds: [...new Set(kinds)],
  };
}

/**
 * @typedef {object} ReportedSuite A part of Playwright's own report.
 * @property {ReportedSuite[]} [suites]
 * @property {{ title: string, tests: { status: string }[] }[]} specs
 */

/** @param {ReportedSuite} suite @returns {string[]} */
function flakySpecs({ suites = [], specs }) {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...here.map(({ title }) => title), ...suites.flatMap(flakySpecs)];
}
