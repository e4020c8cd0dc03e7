// Runs a program in a process group of its own that ends when this process, or the one above it, does. Called
// as:
// node tied-child.mjs PROGRAM ARGS..., with a message channel to the process above.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, {
  stdio: 'inherit',
  detached: process.platform !== 'win32',
  // The studio watches this process, so it also exits if this one is killed and can't end it.
  env: { ...process.env, REMOTE_GRAPH_STUDIO_PARENT: String(process.pid) },
});
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
// Exit code of a program ended by a signal, as in a shell.
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)));
process.send?.({ pid: child.pid });

/** @param {NodeJS.Signals} signal */
const endGroup = (signal) => {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has already exited.
  }
};
const end = () => {
  endGroup('SIGTERM');
  setTimeout(() => endGroup('SIGKILL'), 5_000);
};
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);
// The channel closes when the parent exits, even by kill -9.
process.once('disconnect', end);
