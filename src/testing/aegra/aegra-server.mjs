import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from './postgres.mjs';

/** A start takes some 5 s of one processor. */
const startMs = 240_000;

/** Where `scripts/lib/python-servers.mjs` installs it. */
const python = resolve(
  import.meta.dirname,
  '../../../.cache/aegra/venv',
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);
const pythonServer = resolve(import.meta.dirname, '../python-server');

/** @type {typeof import('./aegra-server.d.mts').startAegra} */
export async function startAegra({ cwd, graphs, auth, app, env = {}, port }) {
  if (!existsSync(python)) throw new Error('Aegra is not installed. npm run test:servers installs it.');
  // Without one that many servers share, it gets its own.
  const shared = process.env['AEGRA_POSTGRES_PORT'];
  const postgres = shared === undefined ? await startPostgres() : null;
  const usedPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${usedPort}`;
  const config = {
    dependencies: ['.'],
    graphs,
    ...(auth === undefined ? {} : { auth: { path: auth, disable_studio_auth: true } }),
    ...(app === undefined ? {} : { http: { app } }),
  };
  await writeFile(join(cwd, 'aegra.json'), JSON.stringify(config));
  // A restart in the same folder finds its data again.
  const database = basename(cwd);
  const child = spawn(python, [join(import.meta.dirname, 'serve.py'), String(usedPort)], {
    cwd,
    env: {
      ...withoutKeys(),
      AEGRA_CONFIG: join(cwd, 'aegra.json'),
      AEGRA_DATABASE: database,
      DATABASE_URL: `postgresql://aegra@127.0.0.1:${postgres?.port ?? shared}/${encodeURIComponent(database)}`,
      REDIS_BROKER_ENABLED: 'false',
      // Few connections: many servers share one database.
      SQLALCHEMY_POOL_SIZE: '2',
      SQLALCHEMY_MAX_OVERFLOW: '8',
      LANGGRAPH_MIN_POOL_SIZE: '1',
      LANGGRAPH_MAX_POOL_SIZE: '8',
      LANGSMITH_TRACING: 'false',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: [resolve(pythonServer, 'graphs'), resolve(pythonServer, 'demo')].join(delimiter),
      PYTHONUNBUFFERED: '1',
      NO_COLOR: '1',
      LOG_LEVEL: 'WARNING',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const exited = once(child, 'exit');
  if (postgres) void exited.then(() => postgres.stop());
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  const giveUp = Date.now() + startMs;
  while (!(await answers(url))) {
    const how = child.exitCode ?? child.signalCode;
    if (how !== null) throw new Error(`Aegra ended with ${how} at its start:\n${output}`);
    if (Date.now() > giveUp) {
      await stop();
      throw new Error(`Aegra did not answer within ${startMs / 1000} s:\n${output}`);
    }
    await delay(100);
  }
  return { url, port: usedPort, child, stop, output: () => output };
}

/** @param {string} url */
async function answers(url) {
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
      ([name]) => !/^(LANGSMITH|LANGCHAIN|LANGGRAPH|OTEL|VITEST|POSTGRES|DATABASE)/.test(name),
    ),
  );
}
