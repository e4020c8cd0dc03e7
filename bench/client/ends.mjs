import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, table } from '../median.mjs';
import { inChild } from './child.mjs';

const names = {
  socket: 'only reading the socket',
  official: 'official RemoteGraph',
  sdk: 'ours, with the SDK client',
  ours: 'ours',
};

/**
 * From the last event of a run on the real server until it was read to its end. Every reader in turn, each
 * round.
 */
export async function endTable() {
  const server = await startRealServer();
  try {
    /** @type {Record<keyof typeof names, { ms: number[], requests: number[] }>} */
    const results = await inChild('end-child.mjs', [server.url, 20]);
    const of = (/** @type {keyof typeof names} */ name) => median(results[name].ms);
    return table(
      ['from the last event to the end', 'median ms', 'ratio to the socket', 'slowest ms', 'requests'],
      /** @type {(keyof typeof names)[]} */ (Object.keys(names)).map((name) => [
        names[name],
        of(name).toFixed(0),
        `${(of(name) / of('socket')).toFixed(2)}x`,
        Math.max(...results[name].ms).toFixed(0),
        String(median(results[name].requests)),
      ]),
    );
  } finally {
    await server.stop();
  }
}

/** The open-source server with a graph that takes no time. @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
async function startRealServer() {
  const folder = new URL('../../src/testing/real-server/', import.meta.url);
  const cwd = await mkdtemp(join(tmpdir(), 'bench-server-'));
  const options = {
    port: 0,
    nWorkers: 10,
    host: '127.0.0.1',
    cwd,
    graphs: { slow: `${fileURLToPath(new URL('graphs.mjs', folder))}:slow` },
  };
  const child = fork(fileURLToPath(new URL('serve.mjs', folder)), [], {
    cwd,
    env: { PATH: process.env['PATH'], GRAPH_OPTIONS: JSON.stringify(options), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const host = await new Promise((started, failed) => {
    child.once('exit', (code) => failed(new Error(`The graph server ended with ${code}.`)));
    child.once('message', (message) => started(Reflect.get(Object(message), 'host')));
  });
  return {
    url: `http://${String(host).replace(/^https?:\/\//, '')}`,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
