/**
 * @typedef {object} StepOutcome
 * @property {number} passed @property {number} failed @property {number} [skipped]
 * @property {string} output Shown when something failed.
 * @property {string} [note]
 */

/** Steps of a test program: each is timed, counted and shown, and one that fails does not stop the others. */
export function createSteps() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
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
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const mark = failed === 0 ? 'ok    ' : 'FAILED';
      if (failed > 0) console.log(output.trimEnd());
      console.log(`${mark} ${name} (${seconds} s)${note}`);
      return failed === 0;
    },
    /** The last line: all tests of all steps. */
    sum: () => countLine(totals),
  };
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
