import { spawn } from 'node:child_process';
import { inRoot, root } from '../paths.mjs';

/**
 * A program that ends with this process, however this process ends.
 * @typedef {object} Tied
 * @property {Promise<number>} ended Its exit code.
 * @property {() => string} lastOutput The end of what it wrote to its standard error.
 * @property {() => Promise<void>} stop
 */

/** How much of the output is kept, and how long its end is waited for when the program has ended. */
const maxOutputLength = 16_384;
const drainMs = 300;

/**
 * @param {string} program @param {readonly string[]} args @param {Record<string, string | undefined>} [env]
 * @returns {Tied}
 */
export function runTied(program, args, env = {}) {
  const child = spawn(process.execPath, [inRoot('scripts/lib/process/tied-child.mjs'), program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Ctrl-C in a terminal reaches only this process, which then ends the program gracefully.
    detached: process.platform !== 'win32',
  });
  let output = '';
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
    process.stderr.write(chunk);
    output = (output + chunk.toString()).slice(-maxOutputLength);
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      // A process that outlives the program may keep its output open.
      const timer = setTimeout(() => resolve(code ?? 1), drainMs);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(code ?? 1);
      });
    });
  });
  return {
    ended,
    lastOutput: () => output,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
