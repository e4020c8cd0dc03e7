// npm run try:client-peers: installs the client's package beside the lowest and the highest versions of LangChain's packages
// that it is meant for, compiles a program there and runs it against the real server. What passes is the
// range of the peer dependencies in manifest.mjs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientSmoke } from './smoke.mjs';
import { quietEnvironment, startGraphServer } from '../lib/graph-server.mjs';
import { inRoot } from '../lib/paths.mjs';
import { endRunning, run } from '../lib/process/run.mjs';

/** Versions that are installed together: `@langchain/core`, `@langchain/langgraph`, `@langchain/langgraph-sdk`. */
const sets = JSON.parse(readFileSync(inRoot('scripts/client/peers.json'), 'utf8'));

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'client-peers-'));
try {
  await must(process.execPath, ['scripts/client/build-client.mjs']);
  const packed = await must('npm', ['pack', '--silent', '--pack-destination', folder, './out/remote-graph']);
  const archive = join(folder, packed.trim().split('\n').at(-1) ?? '');
  for (const versions of sets) {
    const names = Object.entries(versions).map(([name, version]) => `@langchain/${name}@${version}`);
    const failure = await tried(archive, names).then(
      () => null,
      (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error)),
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
  const server = await startGraphServer(folder, ['writer', 'broken', 'talk']);
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
