// npm run try:client-runtimes [-- node browser deno bun types]: installs the client's package into an empty folder, and runs
// one program against the real server in this Node, in Chromium (from another origin), in Deno and in Bun; `types` asks
// attw whether all module resolutions find its types. Deno, Bun and attw come from the registry, into that folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { clientRuntimeSmoke } from './runtime-smoke.mjs';
import { ensureChromium } from '../lib/chromium.mjs';
import { quietEnvironment, startGraphServer } from '../lib/graph-server.mjs';
import { endRunning, run } from '../lib/process/run.mjs';

/** Tried with these; newer ones are taken on purpose. */
const versions = { deno: '2.9.6', bun: '1.4.5', attw: '0.18.5' };

const all = ['node', 'browser', 'deno', 'bun', 'types'];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
const wanted = new Set(chosen.length > 0 ? chosen : all);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'client-runtimes-'));
try {
  await must(process.execPath, ['scripts/client/build-client.mjs']);
  const packed = await must('npm', ['pack', '--silent', '--pack-destination', folder, './out/remote-graph']);
  const archive = join(folder, packed.trim().split('\n').at(-1) ?? '');
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{"type":"module","private":true}');
  writeFileSync(join(consumer, 'smoke.mjs'), clientRuntimeSmoke);
  await install(consumer, '--offline', archive);
  const server = await startGraphServer(folder, ['writer']);
  try {
    writeFileSync(
      join(consumer, 'main.mjs'),
      `import { smoke } from './smoke.mjs';\nconsole.log(await smoke(${JSON.stringify(server.url)}));\n`,
    );
    await attempt('node', `Node ${process.versions.node}`, () =>
      must(process.execPath, [join(consumer, 'main.mjs')]),
    );
    await attempt('browser', 'Chromium', () => inBrowser(consumer, server.url));
    await attempt('deno', `Deno ${versions.deno}`, async () => {
      const deno = await tool('deno', `deno@${versions.deno}`);
      // Nothing but the network is allowed.
      await must(deno, [
        'run',
        '--quiet',
        '--no-prompt',
        '--node-modules-dir=manual',
        '--allow-net',
        join(consumer, 'main.mjs'),
      ]);
    });
    await attempt('bun', `Bun ${versions.bun}`, async () => {
      const bun = await tool('bun', `bun@${versions.bun}`);
      await must(bun, ['run', join(consumer, 'main.mjs')]);
    });
    await attempt('types', `attw ${versions.attw}`, async () => {
      const attw = await tool('attw', `@arethetypeswrong/cli@${versions.attw}`);
      await must(attw, ['--profile', 'esm-only', '--no-color', archive]);
    });
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} name @param {string} title @param {() => Promise<unknown>} work */
async function attempt(name, title, work) {
  if (!wanted.has(name)) return;
  try {
    await work();
    console.log(`passed: ${title}`);
  } catch (error) {
    console.log(`FAILED: ${title}\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Installs a program into a folder of its own, and gives its path. @param {string} name @param {string} spec */
async function tool(name, spec) {
  const place = join(folder, `tool-${name}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  await install(place, '--prefer-offline', spec);
  return join(place, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/** @param {string} place @param {readonly string[]} words */
async function install(place, ...words) {
  await must('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', ...words]);
}

/** The same program as a module of a page whose origin is not the server's. @param {string} consumer @param {string} url */
async function inBrowser(consumer, url) {
  const page = `<!doctype html><title>client</title><script type="importmap">${JSON.stringify({
    imports: { 'remote-graph-client/client': '/node_modules/remote-graph-client/client.js' },
  })}</script>`;
  const files = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    readFile(join(consumer, path)).then(
      (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((listening) => files.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = files.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const browser = await chromium.launch({
    executablePath: await ensureChromium({ log: console.log }),
    args: ['--no-sandbox'],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    const result = await tab.evaluate(
      `import('/smoke.mjs').then(({ smoke }) => smoke(${JSON.stringify(url)}))`,
    );
    if (result !== 'ok') throw new Error(`The page answered ${String(result)}.`);
  } finally {
    await browser.close();
    files.close();
  }
}

/** Runs a program and gives its output; rejects with it when the program fails. */
/** @param {string} program @param {readonly string[]} args */
async function must(program, args) {
  const { code, output } = await run(program, args, { env: quietEnvironment() });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
