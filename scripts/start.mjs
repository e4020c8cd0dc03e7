// npm start: the studio from a fresh clone. Installs what is missing, builds, and opens the Electron window, or the web
// host where Electron can't run. Options: --web, --no-open, --port N, --address A, --allow-network,
// --team FILE, --no-build.
import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { build } from './lib/build.mjs';
import { escapeControls } from './lib/escape-controls.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { runElectron } from './lib/process/run-electron.mjs';
import { shutDownGracefully } from './lib/process/graceful-shutdown.mjs';
import { startOptions } from './lib/options.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { endRunning } from './lib/process/run.mjs';
import { setup } from './lib/setup.mjs';

/** Ends what runs at the moment; replaced as the start goes on. @type {() => Promise<void>} */
let stop = async () => endRunning();
/** Whether the first Ctrl-C leaves the web host running for now. */
let stays = () => false;
const end = shutDownGracefully(
  () => stop(),
  () => stays(),
);

try {
  await main();
} catch (error) {
  // The message may contain paths and text of other programs or servers.
  console.error(escapeControls(sentences(error)));
  end(1);
}

async function main() {
  const options = startOptions();
  if (options.build) {
    await setup({ log: console.log });
    const { ok, output } = await build({ log: console.log });
    if (!ok) throw new Error(`The build failed.\n${output}`);
  }
  if (!options.web && (await openElectron())) return end(0);
  await openWebHost(options);
}

/**
 * Runs the Electron window until it is closed. Returns false, with the reason and a remedy, if it can't run.
 */
async function openElectron() {
  const { executable, reason } = await electronHere();
  if (executable === null) {
    console.log(`The Electron window can't open here: ${reason}. Opening the web host instead.`);
    return false;
  }
  const window = runElectron(executable, [root]);
  stop = () => window.stop();
  const failure = await window.failure;
  if (failure === null) return true;
  console.log(`The Electron window can't open here: ${failure.reason}.`);
  if (failure.remedy !== null) console.log(failure.remedy);
  console.log('Opening the web host instead.');
  return false;
}

async function electronHere() {
  const none = (/** @type {string} */ reason) => ({ executable: null, reason });
  if (!process.env['ELECTRON_EXEC_PATH'] && process.platform === 'linux') {
    if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return none('there is no display');
    if (process.getuid?.() === 0) return none("Electron's sandbox does not work as root");
  }
  const { executable, reason } = await ensureElectron({ log: console.log });
  return executable === null ? none(`Electron: ${reason}`) : { executable, reason };
}

/** @param {ReturnType<typeof startOptions>} options */
async function openWebHost({ open, port, address, allowNetwork, team }) {
  // From Node 22.8 on. The host's one file need not be compiled again by the next start.
  if ('enableCompileCache' in nodeModule) nodeModule.enableCompileCache(inRoot('.cache', 'compile'));
  /** @type {typeof import('../src/web-host/index.ts')} */
  const { readWebHostEnvironment, startInTerminal } = await import(
    pathToFileURL(inRoot('out/web-host/index.js')).href
  );
  const host = await startInTerminal({
    ...readWebHostEnvironment(process.env),
    ...(port === null ? {} : { port }),
    ...(address === null ? {} : { address }),
    ...(allowNetwork ? { allowNetwork } : {}),
    ...(team === null ? {} : { teamFile: team }),
    open,
  });
  stop = () => host.stop();
  stays = () => host.stays(() => end(0));
}

/** A failure with a message for the user prints that; anything else is a bug and needs its stack. @param {unknown} error */
function sentences(error) {
  if (!(error instanceof Error)) return String(error);
  const hint = 'hint' in error && typeof error.hint === 'string' ? `\n${error.hint}` : '';
  const isExpected = error.name === 'AppError' || error.constructor === Error;
  return isExpected ? `${error.message}${hint}` : (error.stack ?? error.message);
}
