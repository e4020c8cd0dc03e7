import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { relative } from 'node:path';
import { runPackage } from './process/run.mjs';
import { failureLine } from './steps.mjs';

/**
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} ReportedFile
 */

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
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, output, failures: [] };
  /** @type {{ testResults: ReportedFile[], numFailedTests: number, numPassedTests: number, numPendingTests: number, numTodoTests: number }} */
  const results = JSON.parse(readFileSync(report, 'utf8'));
  // A file that could not be loaded has no tests, but it has failed.
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = results.numFailedTests + broken.length;
  return {
    passed: results.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    output,
    failures: [
      ...broken.map(({ name: file, message }) => failureLine(relative(root, file), message)),
      ...results.testResults.flatMap(({ name: file, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => failureLine(`${relative(root, file)} › ${test.fullName}`, test.failureMessages[0])),
      ),
    ],
  };
}
