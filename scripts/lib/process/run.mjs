import { spawn } from 'node:child_process';
import { root } from '../paths.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code Exit code; 1 when a signal ended the program or it could not be started.
 * @property {string} output Everything that it wrote, in order of arrival. Empty when it wrote to the terminal itself.
 * @property {boolean} timedOut Whether it was ended because of its time limit.
 */

/** Ends each program that runs now, so that none outlives this one. @type {Set<(signal: NodeJS.Signals) => void>} */
const running = new Set();

/** How long a program that is over its time limit may take to clean up. */
const cleanupMs = 5_000;

/**
 * Runs a program in the repository's folder, or another, without a shell, and waits for its end. Never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number }} [options] `show` lets it write
 *   to the terminal. After `timeoutMs` it is ended, with everything that it started.
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { cwd = root, env = {}, show = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows, npm is a script that needs a shell; its arguments here are constants.
      shell: process.platform === 'win32' && program === 'npm',
      // A group of its own, so that a process that it started and that spins is ended with it.
      detached: timeoutMs !== undefined && process.platform !== 'win32',
    });
    const end = (/** @type {NodeJS.Signals} */ signal) =>
      timeoutMs === undefined ? void child.kill(signal) : endGroup(child, signal);
    running.add(end);
    let timedOut = false;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    if (timeoutMs !== undefined) {
      timer = setTimeout(() => {
        timedOut = true;
        end('SIGTERM');
        timer = setTimeout(() => end('SIGKILL'), cleanupMs);
      }, timeoutMs);
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    }
    const settle = (/** @type {number} */ code) => {
      clearTimeout(timer);
      // What it started may outlive it: a worker that spins does not see that its parent has ended.
      if (timedOut) end('SIGKILL');
      running.delete(end);
      resolve({ code: timedOut ? 1 : code, output: Buffer.concat(chunks).toString(), timedOut });
    };
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${program}: ${error.message}\n`));
      settle(1);
    });
    child.once('close', (code) => settle(code ?? 1));
  });
}

/**
 * Runs a script of an installed package with this Node.
 * @param {string} script Path inside `node_modules`.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options);
}

/** Ends every running program. */
export function endRunning() {
  for (const end of running) end('SIGTERM');
}

/** Ends a program and what it started. @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows has no groups and no signals: its own program ends a process with its children.
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended already.
  }
}
