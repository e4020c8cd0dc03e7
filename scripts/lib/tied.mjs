import { spawn } from 'node:child_process';
import { inRoot, root } from './paths.mjs';

/**
 * A program that ends with this process, however this process ends.
 * @typedef {object} Tied
 * @property {Promise<number>} ended Its exit code.
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} program @param {readonly string[]} args @param {Record<string, string | undefined>} [env]
 * @returns {Tied}
 */
export function runTied(program, args, env = {}) {
  const child = spawn(process.execPath, [inRoot('scripts/lib/tied-child.mjs'), program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C in a terminal reaches this process only, which then ends the program in order.
    detached: process.platform !== 'win32',
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    ended,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
