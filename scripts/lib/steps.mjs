import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} StepOutcome
 * @property {number} passed @property {number} failed @property {number} [skipped]
 * @property {string} output Shown when something failed.
 * @property {readonly string[]} [failures] What failed, a line each, for the list at the end; without it the step's name.
 * @property {string} [note]
 */

/** How each line of the list of failures begins. */
export const failureMark = '✗ ';

/** Steps of a test program: each is timed, counted and shown, and one that fails does not stop the others. */
export function createSteps() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  return {
    totals,
    /**
     * @param {string} name @param {() => Promise<StepOutcome>} work
     * @returns {Promise<boolean>} Whether it passed.
     */
    async step(name, work) {
      const started = Date.now();
      const outcome = await work().catch((/** @type {Error} */ error) => ({
        passed: 0,
        failed: 1,
        output: error.message,
      }));
      const { passed, failed, skipped = 0, output, note = '' } = { skipped: 0, note: '', ...outcome };
      if (failed > 0) {
        const failureLines = 'failures' in outcome ? (outcome.failures ?? []) : [];
        failures.push(
          ...(failureLines.length > 0 ? failureLines : [name]).map((line) => `${failureMark}${line}`),
        );
      }
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const mark = failed === 0 ? 'ok    ' : 'FAILED';
      if (failed > 0) console.log(output.trimEnd());
      console.log(`${mark} ${name} (${seconds} s)${note}`);
      return failed === 0;
    },
    /** The last lines: what failed, and the sum of all tests of all steps. */
    lastLines: () => [...failures, countLine(totals)].join('\n'),
  };
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A failure in one line: the first lines of its message say what was expected, so that the end of a log tells what happened.
 * @param {string} title @param {string} [message]
 */
export function failureLine(title, message = '') {
  const [withoutStack = ''] = stripVTControlCharacters(message).split(/\n\s+at /);
  const plain = withoutStack.replaceAll(/\s+/g, ' ').trim();
  return `${title}: ${plain.slice(0, 300)}`;
}
