// Runs a program of a JavaScript project so that its whole process tree ends with the studio. Called as
// node run.mjs PROGRAM ARGS..., as the leader of a process group of its own, with a pipe of the studio as its
// input. The studio writes a word to it to stop the program, and it ends when the studio exits, even by kill -9.
// run.py does the same in Python.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** How long the group may take to write its data and exit, in milliseconds. */
const graceMs = 5_000;

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });

function killGroup() {
  if (process.platform === 'win32') {
    const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawnSync(taskkill, ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
  } else {
    process.kill(-process.pid, 'SIGKILL');
  }
}

let isEnding = false;
function end() {
  if (isEnding) return;
  isEnding = true;
  setTimeout(killGroup, graceMs);
  // Only the program: it passes the signal on, and a second one would stop its server while it writes its data.
  if (process.platform === 'win32') killGroup();
  else child.kill('SIGTERM');
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);

/** The studio is there, and ends what is left of the group. */
let isAsked = false;
process.stdin
  .on('data', () => (isAsked = true))
  .on('end', end)
  .on('error', end);

child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => {
  // Without the studio, this process must end what is left of the group, when the time is over.
  if (!isEnding || isAsked || process.platform === 'win32')
    process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
});
