// The built studio in its web host, and a window of it in Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { build } from '../../scripts/lib/build.mjs';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { observeFrames } from './frames.mjs';
import { prepareForKnownUser } from '../../scripts/lib/known-user.mjs';

/** @typedef {import('playwright').Page} Page */

/**
 * Opens a window on the web host, waits for its demo server, and ends all of it afterwards.
 * @template T
 * @param {(page: Page) => Promise<T>} work
 */
export async function inStudio(work) {
  const { ok, output } = await build({ log: console.log });
  if (!ok) throw new Error(output);
  /** @type {typeof import('../../src/web-host/index.ts')} */
  const { startWebHost } = await import(pathToFileURL(inRoot('out/web-host/index.js')).href);
  const dataFolder = await mkdtemp(join(tmpdir(), 'studio-recording-bench-'));
  prepareForKnownUser(dataFolder);
  const host = await startWebHost({ port: 0, dataFolder, log: () => undefined });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(observeFrames);
    const page = await context.newPage();
    page.on('pageerror', (problem) => console.error(problem));
    await page.goto(host.freshAddress());
    await page.getByRole('button', { name: 'Server: Demo server, connected' }).waitFor({ timeout: 120_000 });
    return await work(page);
  } finally {
    await browser.close();
    await host.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Closes the recording, so that its file is unpacked anew when it is opened next. @param {Page} page */
export async function closeRecording(page) {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Servers' }).click();
  const recording = page.getByRole('region', { name: /^Server counter/i });
  await recording.getByRole('button', { name: 'Close recording' }).click();
  await recording.waitFor({ state: 'detached' });
}

/**
 * Gives the window a file. Returns the time until its checkpoints and its graph are drawn, in milliseconds by the page's clock.
 * @param {Page} page @param {string} path
 */
export async function openUntilDrawn(page, path) {
  await page.evaluate(() => {
    const bench = /** @type {any} */ (globalThis);
    bench.drawn = new Promise((done) => {
      const start = () => {
        const startedAt = performance.now();
        const look = () => {
          const row = document.querySelector('[data-checkpoint^="1f1e52d9-57c8-6210"]');
          const node = document.querySelector('[data-testid="graph-canvas"] [data-testid="node-count"]');
          // The next frame comes when this one is drawn.
          if (row !== null && node !== null) requestAnimationFrame(() => done(performance.now() - startedAt));
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener('change', start, { capture: true, once: true });
    });
  });
  await page.getByLabel('Recording to open').setInputFiles(path);
  return /** @type {number} */ (await page.evaluate('drawn'));
}

/** Bytes on the page's heap, after a collection. @param {Page} page */
export async function heapOf(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
