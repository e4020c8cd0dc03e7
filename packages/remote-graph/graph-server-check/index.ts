#!/usr/bin/env node
// The command `graph-server-check` of the package remote-graph-client.
import { createInterface } from 'node:readline/promises';
import { main } from './main.ts';

// Set by the build.
declare const packageVersion: string;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('Stopping; what was created is being removed. Once more to end at once.\n');
    stop.abort();
    process.once(signal, () => process.exit(130));
  });
}

// Whoever read the report has gone (`| head`): the check is ended, and cleans up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort());

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  version: packageVersion,
  signal: stop.signal,
  hasColours: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
  print(text) {
    process.stdout.write(text);
  },
  note(text) {
    process.stderr.write(text);
  },
  async confirm(question) {
    if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/i.test((await lines.question(question, { signal: stop.signal })).trim());
    } finally {
      lines.close();
    }
  },
});
// A keep-alive connection or a stream that a server does not end must not hold the program.
process.stdout.write('', () => process.exit());
