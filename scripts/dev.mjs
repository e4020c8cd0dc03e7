// npm run dev: the Electron window with hot reload. npm run dev:web: the same in a browser. `npm run dev --
// --debug` opens debugger ports.
import { buildDemoServer } from './lib/demo-server.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { shutDownGracefully } from './lib/process/graceful-shutdown.mjs';
import { startOptions } from './lib/options.mjs';
import { endRunning } from './lib/process/run.mjs';
import { setup } from './lib/setup.mjs';
import { runTied } from './lib/process/run-tied.mjs';

/** @type {() => Promise<void>} */
let stop = async () => endRunning();
const end = shutDownGracefully(() => stop());

const options = startOptions();
await setup({ log: console.log });
await buildDemoServer();
if (options.web) {
  const { startDevWeb } = await import('./lib/dev-web.mjs');
  stop = await startDevWeb(options);
} else {
  await runElectron();
}

async function runElectron() {
  const { executable, reason } = await ensureElectron({ totalMs: 600_000, log: console.log });
  if (executable === null) {
    console.error(`Electron: ${reason}. Use "npm run dev:web" instead.`);
    return end(1);
  }
  const debugPorts = ['--sourcemap', '--inspect', '5858', '--remoteDebuggingPort', '9222'];
  const dev = runTied(
    process.execPath,
    [
      'node_modules/electron-vite/bin/electron-vite.js',
      'dev',
      '--watch',
      ...(options.debug ? debugPorts : []),
    ],
    { ELECTRON_EXEC_PATH: executable },
  );
  stop = () => dev.stop();
  end(await dev.ended);
}
