import { spawn } from 'node:child_process';
import { root } from '../paths.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code Exit code; 1 when a signal ended the program or it could not be started.
 * @property {string} output Everything that it wrote, in order of arrival. Empty when it wrote to the terminal itself.
 */

/** Programs that run now, so that they can be ended with this one. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program in the repository's folder, without a shell, and waits for its end. Never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, show?: boolean }} [options] `show` lets it write to the terminal.
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { env = {}, show = false } = {}) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows, npm is a script that needs a shell; its arguments here are constants.
      shell: process.platform === 'win32' && program === 'npm',
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    }
    const settle = (/** @type {number} */ code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString() });
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
  for (const child of running) child.kill('SIGTERM');
}
