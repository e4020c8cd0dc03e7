// npm run e2e:wayland [-- spec filter...]: runs the specs of the desktop app in a Wayland session. Weston
// renders into memory, so no screen is needed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from './lib/paths.mjs';
import { endRunning, run } from './lib/process/run.mjs';

const startLimitMs = 10_000;
const runtimeFolder = mkdtempSync(join(tmpdir(), 'studio-wayland-'));
const socket = 'wayland-studio';
const { DISPLAY: _display, ...inherited } = process.env;

const weston = spawn('weston', ['--backend=headless-backend.so', `--socket=${socket}`, '--idle-time=0'], {
  env: { ...inherited, XDG_RUNTIME_DIR: runtimeFolder },
  stdio: 'ignore',
});
/** @type {string | null} */
let failure = null;
weston.once(
  'error',
  (error) => (failure = `Weston could not be started (${error.message}). Install it first.`),
);
weston.once('exit', (code) => (failure ??= `Weston ended early (code ${code}).`));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    stop();
    process.exit(130);
  });
}

try {
  await waitForSocket();
  const env = { XDG_RUNTIME_DIR: runtimeFolder, WAYLAND_DISPLAY: socket, DISPLAY: undefined };
  const command = [inRoot('scripts', 'e2e.mjs'), '--host', 'electron', ...process.argv.slice(2)];
  const { code } = await run(process.execPath, command, { env, show: true });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stop();
}

async function waitForSocket() {
  const until = Date.now() + startLimitMs;
  while (!existsSync(join(runtimeFolder, socket))) {
    if (failure !== null) throw new Error(failure);
    if (Date.now() > until) throw new Error(`Weston opened no session within ${startLimitMs / 1000} s.`);
    await pause(50);
  }
}

function stop() {
  weston.removeAllListeners('exit');
  weston.kill();
  rmSync(runtimeFolder, { recursive: true, force: true });
}
