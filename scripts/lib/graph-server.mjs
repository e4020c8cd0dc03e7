import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * Starts the open-source server with the test graphs, as in the repository, for programs outside of it.
 * @param {string} folder Where it keeps its data. @param {readonly string[]} names Of test graphs.
 */
export async function startGraphServer(folder, names) {
  const cwd = mkdtempSync(join(folder, 'server-'));
  const file = inRoot('src/testing/real-server/graphs.mjs');
  const graphs = Object.fromEntries(names.map((name) => [name, `${file}:${name}`]));
  const options = { port: 0, nWorkers: 10, host: '127.0.0.1', cwd, graphs };
  const child = fork(inRoot('src/testing/real-server/serve.mjs'), [], {
    cwd,
    env: {
      ...process.env,
      ...quietEnvironment(),
      GRAPH_OPTIONS: JSON.stringify(options),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const over = new Promise((resolve) => child.once('exit', resolve));
  const ready = new Promise((resolve) => child.once('message', resolve));
  const result = await Promise.race([ready, over]);
  if (typeof result !== 'object' || result === null) throw new Error('The graph server did not start.');
  const host = String(Reflect.get(result, 'host')).replace(/^https?:\/\//, '');
  return {
    url: `http://${host}`,
    async stop() {
      child.disconnect();
      await over;
    },
  };
}

/** Takes away the variables that would make LangChain call out. */
export function quietEnvironment() {
  const loud = Object.keys(process.env).filter((name) => /^(LANGSMITH|LANGCHAIN|NODE_OPTIONS)/.test(name));
  return Object.fromEntries(loud.map((name) => [name, undefined]));
}
