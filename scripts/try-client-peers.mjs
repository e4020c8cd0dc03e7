// npm run try:client-peers: installs the client's package beside the lowest and the highest versions of LangChain's packages
// that it is meant for, compiles a program there and runs it against the real server. What passes is the
// range of the peer dependencies in lib/client-manifest.mjs.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientSmoke } from './lib/client-smoke.mjs';
import { inRoot } from './lib/paths.mjs';
import { endRunning, run } from './lib/process/run.mjs';

/** Versions that are installed together: `@langchain/core`, `@langchain/langgraph`, `@langchain/langgraph-sdk`. */
const sets = JSON.parse(readFileSync(inRoot('scripts/lib/client-peers.json'), 'utf8'));

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'client-peers-'));
try {
  await must(process.execPath, ['scripts/build-client.mjs']);
  const packed = await must('npm', ['pack', '--silent', '--pack-destination', folder, './out/remote-graph']);
  const archive = join(folder, packed.trim().split('\n').at(-1) ?? '');
  for (const versions of sets) {
    const names = Object.entries(versions).map(([name, version]) => `@langchain/${name}@${version}`);
    const failure = await tried(archive, names).then(
      () => null,
      (/** @type {unknown} */ thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
    console.log(`${failure === null ? 'passed' : 'FAILED'}: ${names.join(' ')}`);
    if (failure === null) continue;
    console.log(failure);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Rejects with what went wrong. @param {string} archive @param {readonly string[]} names */
async function tried(archive, names) {
  const consumer = mkdtempSync(join(folder, 'consumer-'));
  writeFileSync(join(consumer, 'package.json'), '{"type":"module"}');
  writeFileSync(join(consumer, 'smoke.ts'), clientSmoke);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  // npm rejects versions outside of a peer range, so the range is tested as well.
  await must('npm', [
    'install',
    '--prefix',
    consumer,
    ...quiet,
    archive,
    ...names,
    'zod@4',
    '@types/node@22',
  ]);
  const options = [
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const types = ['--typeRoots', join(consumer, 'node_modules/@types')];
  await must(process.execPath, [
    'node_modules/typescript/bin/tsc',
    ...options,
    ...types,
    join(consumer, 'smoke.ts'),
  ]);
  const server = await startServer();
  try {
    await must(process.execPath, [join(consumer, 'smoke.js')], { GRAPH_SERVER_URL: server.url });
  } finally {
    await server.stop();
  }
}

/** Runs a program and gives its output; rejects with it when the program fails. */
/** @param {string} program @param {readonly string[]} args @param {Record<string, string>} [env] */
async function must(program, args, env = {}) {
  const { code, output } = await run(program, args, { env: { ...quietEnvironment(), ...env } });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/** The open-source server with the test graphs, as in the repository: only the client's side changes. */
async function startServer() {
  const cwd = mkdtempSync(join(folder, 'server-'));
  const file = inRoot('src/testing/real-server/graphs.mjs');
  const names = ['writer', 'broken', 'talk'];
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

/** Without variables that would make LangChain call out. */
function quietEnvironment() {
  const loud = Object.keys(process.env).filter((name) => /^(LANGSMITH|LANGCHAIN|NODE_OPTIONS)/.test(name));
  return Object.fromEntries(loud.map((name) => [name, undefined]));
}
