import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort, pythonEnvironment, untilItAnswers } from './python-process.mjs';

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
  const address = ['--host', '127.0.0.1', '--port', String(usedPort)];
  // By default it runs one run at a time.
  const jobs = ['--n-jobs-per-worker', '50'];
  const child = spawn(
    python,
    [
      join(import.meta.dirname, 'serve.py'),
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
        ...pythonEnvironment(),
        LANGGRAPH_CLI_NO_ANALYTICS: '1',
        LANGGRAPH_NO_VERSION_CHECK: 'true',
        LOG_LEVEL: 'warning',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  return untilItAnswers(child, { name: 'The Python server', url, port: usedPort, startMs });
}
