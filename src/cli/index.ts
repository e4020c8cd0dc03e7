#!/usr/bin/env node
import { homedir } from 'node:os';
import { ignoreClosedOutput } from '../services/logging/closed-output.ts';
import { dataFolderPath } from '../web-host/data-folder-path.ts';
import { installationPaths } from '../web-host/installation-paths.ts';
import { exitCodes } from './exit-codes.ts';
import { main } from './main.ts';

const interrupt = new AbortController();
for (const [signal, code] of [
  ['SIGINT', exitCodes.interrupted],
  ['SIGTERM', exitCodes.terminated],
] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(code);
    process.exitCode = code;
    interrupt.abort();
  });
}
// What Ctrl-C cuts off may fail in the background, after the command has ended in order.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    if (interrupt.signal.aborted) return;
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(exitCodes.failed);
  });
}
// Whoever reads the output may stop before its end (`| head`), which is no failure. Standard error only says more.
ignoreClosedOutput([process.stderr]);
let outlivesOutput = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (outlivesOutput) return;
  // EIO: the terminal was closed.
  if (error.code === 'EPIPE' || error.code === 'EIO') process.exit(process.exitCode ?? 0);
  throw error;
});

const { env } = process;
const code = await main({
  args: process.argv.slice(2),
  env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
  version: installationPaths().version,
  outliveOutput: () => (outlivesOutput = true),
  dataFolder: dataFolderPath({ os: process.platform, env, home: homedir() }),
});
process.exitCode = interrupt.signal.aborted && code === exitCodes.interrupted ? process.exitCode : code;
// A connection that is still open must not keep the terminal waiting; what was written must arrive first.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))),
);
process.exit();
