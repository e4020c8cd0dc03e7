import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A new cluster takes some 2 s of a processor. */
const startMs = 240_000;

/**
 * Starts a PostgreSQL of its own; see `postgres-keeper.mjs`.
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.mjs')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  keeper.stderr.on('data', (text) => (errors += String(text)));
  const exited = new Promise((resolve) => keeper.once('exit', resolve));
  const stop = async () => {
    keeper.stdin.end();
    await exited;
  };
  const ready = new Promise((resolve) => createInterface({ input: keeper.stdout }).once('line', resolve));
  const tooLate = new Promise((resolve) => setTimeout(resolve, startMs, null).unref());
  const line = await Promise.race([ready, exited.then(() => null), tooLate]);
  if (typeof line !== 'string') {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${errors}`);
  }
  return { port: JSON.parse(line).port, stop };
}
