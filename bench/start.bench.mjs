// Warm starts to a drawn graph against empty ones that are made the same way, at the same moment: of the whole program,
// against an Electron program with an empty window; and of the web host's page in a browser that runs, against an empty
// page. The whole program starts its demo server too; for the page it runs already.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { build } from '../scripts/lib/build.mjs';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { median, table } from './median.mjs';
import { startPrograms } from './start/programs.mjs';

const rounds = 9;
const drawn = '[data-testid="graph-canvas"] [data-testid^="node-"]';

export async function run() {
  const { ok, output } = await build({ say: console.log });
  if (!ok) throw new Error(output);
  /** @type {typeof import('../src/web-host/index.ts')} */
  const { startWebHost } = await import(pathToFileURL(inRoot('out/web-host/index.js')).href);
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-bench-'));
  const host = await startWebHost({ port: 0, dataFolder, log: () => undefined });
  const empty = await serveEmptyPage();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const studio = () => opened(context, host.freshAddress(), drawn);
    const blank = () => opened(context, empty.address, '#root > p');
    // The first opening fills the browser's caches and waits for the demo server.
    await studio();
    await blank();
    /** @type {number[]} */ const studioMs = [];
    /** @type {number[]} */ const blankMs = [];
    for (let round = 0; round < rounds; round += 1) {
      studioMs.push(await studio());
      blankMs.push(await blank());
    }
    const programs = await startPrograms({ rounds, emptyPage: empty.address, drawn });
    return table(
      ['opened', 'median ms', 'ratio'],
      [
        ...rows(`a program in ${programs.name}`, programs.blankMs, programs.studioMs),
        ...rows('a page', blankMs, studioMs),
      ],
    );
  } finally {
    await browser.close();
    empty.close();
    await host.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** @param {string} what @param {number[]} blankMs @param {number[]} studioMs */
function rows(what, blankMs, studioMs) {
  const ratio = median(studioMs) / median(blankMs);
  return [
    [`${what}, empty`, median(blankMs).toFixed(0), '1'],
    [`${what}: the studio, to a drawn graph`, median(studioMs).toFixed(0), ratio.toFixed(2)],
  ];
}

/**
 * Milliseconds from asking for the address until the element is there.
 * @param {import('playwright').BrowserContext} context @param {string} address @param {string} selector
 */
async function opened(context, address, selector) {
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  const ms = performance.now() - started;
  await page.close();
  return ms;
}

async function serveEmptyPage() {
  const page = '<!doctype html><title>empty</title><div id="root"><p>empty</p></div>';
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The empty page has no port.');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
