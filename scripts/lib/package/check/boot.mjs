import { runE2e } from '../../e2e.mjs';

/**
 * Starts the packaged program on the test double: its archive, unpacked, and what lies beside it. The spec draws
 * the demo graph, reaches a server, and sees that nothing was written.
 * @param {string} unpacked Folder of the unpacked program. @param {{ say: (line: string) => void }} options
 * @returns {Promise<import('./inspect.mjs').Finding>}
 */
export async function checkBoot(unpacked, { say }) {
  process.env['E2E_PACKAGE'] = unpacked;
  const { outcomes, output } = await runE2e(['electron'], { filters: ['electron-packaged'], say });
  delete process.env['E2E_PACKAGE'];
  const [outcome] = outcomes;
  const isDone = outcome !== undefined && outcome.passed > 0 && outcome.failed === 0;
  return {
    name: 'the program boots from the archive and draws the demo graph',
    faults: isDone ? [] : [`The spec did not pass.\n${output}`],
    note: 'on the test double',
  };
}
