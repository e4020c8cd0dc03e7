import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { runPackage } from './process/run.mjs';

/**
 * Runs the unit tests and counts them from vitest's report.
 * @param {{ name?: string, args?: readonly string[], env?: Record<string, string>, show?: boolean }} [options] `name` of the
 *   report.
 */
export async function runUnitTests({ name = 'unit', args = [], env = {}, show = false } = {}) {
  const report = inRoot('out', `${name}.json`);
  mkdirSync(inRoot('out'), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runPackage(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { env: { RANDOM_SEED: process.env['RANDOM_SEED'] ?? '20261121', ...env }, show },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, output };
  const found = JSON.parse(readFileSync(report, 'utf8'));
  // A file that could not be loaded has no tests, but it has failed.
  const broken = found.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = found.numFailedTests + broken;
  return {
    passed: found.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: found.numPendingTests + found.numTodoTests,
    output,
  };
}
