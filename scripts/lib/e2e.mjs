import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { ensureChromium } from './chromium.mjs';
import { runPackage } from './process/run.mjs';

/**
 * @typedef {object} E2eOutcome
 * @property {number} passed @property {number} failed @property {number} skipped
 * @property {string[]} kinds Which programs the specs really ran on: web, double, electron.
 * @property {string} output
 */

/**
 * Runs the specs on one host, each once. The build must be there. Electron runs a selection, unless filters name the specs.
 * @param {'web' | 'electron'} host
 * @param {{ filters?: readonly string[], repeat?: number, show?: boolean, say: (line: string) => void }} options
 * @returns {Promise<E2eOutcome>}
 */
export async function runE2e(host, { filters = [], repeat = 1, show = false, say }) {
  const chromium = await ensureChromium({ say });
  const report = inRoot('out', 'e2e', `${host}.json`);
  mkdirSync(inRoot('out', 'e2e'), { recursive: true });
  rmSync(report, { force: true });
  const isNamed = filters.some((filter) => !filter.startsWith('--'));
  const { code, output } = await runPackage(
    'playwright/cli.js',
    ['test', `--project=${host}`, `--repeat-each=${repeat}`, ...filters],
    { show, env: { CHROMIUM: chromium, E2E_REPORT: report, ...(isNamed ? { E2E_NAMED: '1' } : {}) } },
  );
  return { ...countReport(report, code), output };
}

/** @param {string} report @param {number} code */
function countReport(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, kinds: [] };
  const text = readFileSync(report, 'utf8');
  const { stats, errors } = JSON.parse(text);
  const kinds = [...text.matchAll(/"type": "host",\s+"description": "(\w+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected,
    // A run that failed without naming a test has failed.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
    kinds: [...new Set(kinds)],
  };
}
