import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A start of the server takes some 4 s of one processor. */
const startMs = 90_000;

/** @type {typeof import('./python-server.d.mts').python} */
export const python = resolve(
  import.meta.dirname,
  '../../../.cache/python-servers/venv',
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);

/** @type {typeof import('./python-server.d.mts').startPythonServer} */
export async function startPythonServer({ cwd, graphs, auth, app, closed = false, env = {}, port }) {
  if (!existsSync(python)) {
    throw new Error('The Python server is not installed. npm run test:servers installs it.');
  }
  const usedPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${usedPort}`;
  const http = {
    ...(closed ? { cors: { allow_origins: [] } } : {}),
    ...(app === undefined ? {} : { app }),
  };
  const config = {
    dependencies: ['.'],
    graphs,
    // Receivers of tests are on loopback, which the server refuses by default.
    webhooks: { url: { disable_loopback: false, require_https: false } },
    ...(auth === undefined ? {} : { auth: { path: auth, disable_studio_auth: true } }),
    ...(Object.keys(http).length === 0 ? {} : { http }),
  };
  await writeFile(join(cwd, 'langgraph.json'), JSON.stringify(config));
  const folder = import.meta.dirname;
  const address = ['--host', '127.0.0.1', '--port', String(usedPort)];
  // By default it runs one run at a time.
  const jobs = ['--n-jobs-per-worker', '50'];
  const child = spawn(
    python,
    [
      join(folder, 'serve.py'),
      '--no-browser',
      '--no-reload',
      ...address,
      ...jobs,
      '--config',
      'langgraph.json',
    ],
    {
      cwd,
      env: {
        ...withoutKeys(),
        LANGSMITH_TRACING: 'false',
        LANGGRAPH_CLI_NO_ANALYTICS: '1',
        LANGGRAPH_NO_VERSION_CHECK: 'true',
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONPATH: [resolve(folder, 'graphs'), resolve(folder, 'demo')].join(delimiter),
        PYTHONUNBUFFERED: '1',
        NO_COLOR: '1',
        LOG_LEVEL: 'warning',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  const giveUp = Date.now() + startMs;
  while (!(await answers(url))) {
    const how = child.exitCode ?? child.signalCode;
    if (how !== null) throw new Error(`The Python server ended with ${how} at its start:\n${output}`);
    if (Date.now() > giveUp) {
      await stop();
      throw new Error(`The Python server did not answer within ${startMs / 1000} s:\n${output}`);
    }
    await delay(100);
  }
  return { url, port: usedPort, child, stop, output: () => output };
}

/** @param {string} url */
async function answers(url) {
  // Public, also on a server with users.
  return fetch(`${url}/info`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return address.port;
}

/** The environment without what would make the server call out. */
function withoutKeys() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(LANGSMITH|LANGCHAIN|LANGGRAPH|OTEL|VITEST)/.test(name),
    ),
  );
}
