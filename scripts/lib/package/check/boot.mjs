import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runE2e } from '../../e2e.mjs';
import { linuxProgram } from '../../../../packaging/linux-launcher.mjs';
import { inRoot } from '../../paths.mjs';

/** Electron itself; the script in front of it only looks for the sandbox. */
const programName = linuxProgram('remote-graph-studio');

/**
 * Starts the packaged program on the test double: its archive, unpacked, and what lies beside it. The spec draws
 * the demo graph, reaches a server, and sees that nothing was written.
 * @param {string} unpacked Folder of the unpacked program. @param {{ log: (line: string) => void }} options
 * @returns {Promise<import('./inspect.mjs').Finding>}
 */
export async function checkBoot(unpacked, { log }) {
  return runPackagedSpec({ E2E_PACKAGE: unpacked }, 'on the test double', log);
}

/**
 * The same with a real Electron, as `npm run package` has packed it for Linux. Playwright needs a fuse that ships off, so a copy
 * of the program is started in which only this one is on.
 * @param {{ log: (line: string) => void }} options
 */
export async function checkRealBoot({ log }) {
  const unpacked = inRoot('out', 'packages', 'linux-unpacked');
  if (!existsSync(join(unpacked, programName))) {
    throw new Error('There is no program of Linux. Pack it with: npm run package -- --linux --dir');
  }
  const folder = inRoot('.cache', 'package-boot');
  rmSync(folder, { recursive: true, force: true });
  cpSync(unpacked, folder, { recursive: true, verbatimSymlinks: true });
  const program = join(folder, programName);
  await allowInspection(program);
  return runPackagedSpec({ E2E_PACKAGE: folder, E2E_PACKAGE_PROGRAM: program }, 'on its own Electron', log);
}

/** Lets a packed program be driven by Playwright. All other fuses stay. @param {string} program */
export async function allowInspection(program) {
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/**
 * @param {Record<string, string>} environment @param {string} note @param {(line: string) => void} log
 * @returns {Promise<import('./inspect.mjs').Finding>}
 */
async function runPackagedSpec(environment, note, log) {
  Object.assign(process.env, environment);
  const { outcomes, output } = await runE2e(['electron'], { filters: ['electron-packaged'], log });
  for (const name of Object.keys(environment)) delete process.env[name];
  const [outcome] = outcomes;
  const isDone = outcome !== undefined && outcome.passed > 0 && outcome.failed === 0;
  return {
    name: 'the program boots from the archive and draws the demo graph',
    faults: isDone ? [] : [`The spec did not pass.\n${output}`],
    note,
  };
}
