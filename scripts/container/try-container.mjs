// npm run try:container: builds the image with the container engine of this machine, runs it, and checks that it becomes
// healthy, opens with the token of its environment, runs as nobody special, and ends in order. Writes the list of the image's
// components (CycloneDX) to out/container/sbom-container.cdx.json.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { containerSbom } from '../lib/package/sbom.mjs';
import { inRoot } from '../lib/paths.mjs';
import { endRunning, run } from '../lib/process/run.mjs';

const image = 'remote-graph-studio:try';
const token = randomBytes(32).toString('hex');
const port = '4983';

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const engine = await findEngine();
if (engine === null) {
  console.error('No container engine runs on this machine (docker, podman).');
  process.exit(2);
}
await must('build', '--file', 'Containerfile', '--tag', image, '.');
const published = `127.0.0.1:${port}:${port}`;
const variable = `REMOTE_GRAPH_STUDIO_TOKEN=${token}`;
const started = await must('run', '--detach', '--init', '--publish', published, '--env', variable, image);
const container = started.trim().split('\n').at(-1) ?? '';
try {
  await untilHealthy();
  const origin = `http://127.0.0.1:${port}`;
  const page = await fetch(origin);
  if (!page.ok) throw new Error(`The page answered with ${page.status}.`);
  const exchange = (/** @type {string} */ code) =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code }),
    });
  if (!(await exchange(token)).ok) throw new Error('The token of the environment does not open the studio.');
  if ((await exchange(`${token}0`)).ok) throw new Error('A wrong token opens the studio.');
  const user = (await must('exec', container, 'id', '-u')).trim();
  if (user === '0') throw new Error('The studio runs as root.');
  await writeSbom();
  await must('stop', '--time', '20', container);
  const code = (await must('inspect', '--format', '{{.State.ExitCode}}', container)).trim();
  if (code !== '0') throw new Error(`The studio ended with ${code}.`);
  console.log('The container is healthy, opens with its token, and ends in order.');
} finally {
  await run(engine, ['rm', '--force', '--volumes', container]);
}

async function writeSbom() {
  const inside = async (/** @type {string[]} */ ...command) =>
    (await must('exec', container, ...command)).trim();
  const listed = await inside('dpkg-query', '--show', '--showformat', '${Package}\t${Version}\n');
  const packages = listed.split('\n').map((line) => {
    const [name = '', version = ''] = line.split('\t');
    return { name, version };
  });
  const node = (await inside('node', '--version')).replace(/^v/, '');
  const system = await inside('sh', '-c', '. /etc/os-release && echo "$ID"');
  const npmPackage = JSON.parse(await inside('cat', '/app/studio/sbom.cdx.json'));
  mkdirSync(inRoot('out', 'container'), { recursive: true });
  const sbom = containerSbom(npmPackage, { node, system, packages });
  writeFileSync(inRoot('out', 'container', 'sbom-container.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

async function untilHealthy() {
  for (let attempt = 0; attempt < 90; attempt += 1) {
    const health = (await must('inspect', '--format', '{{.State.Health.Status}}', container)).trim();
    if (health === 'healthy') return;
    await pause(1_000);
  }
  throw new Error(`The container does not become healthy.\n${await must('logs', container)}`);
}

/** The first engine whose daemon answers. */
async function findEngine() {
  for (const name of ['docker', 'podman']) {
    // Sequential on purpose: docker is preferred.
    const { code } = await run(name, ['info']).catch(() => ({ code: null }));
    if (code === 0) return name;
  }
  return null;
}

/** Runs the engine and gives its output; rejects with it on failure. @param {readonly string[]} args */
async function must(...args) {
  const { code, output } = await run(engine ?? '', args);
  if (code !== 0) throw new Error(`${engine} ${args[0]} ended with ${code}:\n${output}`);
  return output;
}
