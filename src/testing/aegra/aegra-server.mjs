import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { freePort, pythonEnvironment, untilItAnswers } from '../python-server/python-process.mjs';
import { startPostgres } from './postgres.mjs';

/** A start takes some 5 s of one processor. */
const startMs = 240_000;

/** Where `scripts/lib/python-servers.mjs` installs it. */
const python = resolve(
  import.meta.dirname,
  '../../../.cache/aegra/venv',
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);

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
      ...pythonEnvironment(),
      AEGRA_CONFIG: join(cwd, 'aegra.json'),
      AEGRA_DATABASE: database,
      DATABASE_URL: `postgresql://aegra@127.0.0.1:${postgres?.port ?? shared}/${encodeURIComponent(database)}`,
      REDIS_BROKER_ENABLED: 'false',
      // Few connections: many servers share one database.
      SQLALCHEMY_POOL_SIZE: '2',
      SQLALCHEMY_MAX_OVERFLOW: '8',
      LANGGRAPH_MIN_POOL_SIZE: '1',
      LANGGRAPH_MAX_POOL_SIZE: '8',
      LOG_LEVEL: 'WARNING',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (postgres) child.once('exit', () => void postgres.stop());
  return untilItAnswers(child, { name: 'Aegra', url, port: usedPort, startMs });
}
