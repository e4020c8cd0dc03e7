import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { prepareForKnownUser } from '../known-user.mjs';
import { ensureChromium } from '../chromium.mjs';
import { inRoot } from '../paths.mjs';

/** Default size of the window. */
const screenshotSize = { width: 1440, height: 900 };

/**
 * Starts the built web host with an empty data folder and opens its window, without a look at the user's own studio.
 * @param {{ log: (line: string) => void }} options
 */
export async function openStudio({ log }) {
  const executablePath = await ensureChromium({ log });
  /** @type {typeof import('../../../src/web-host/index.ts')} */
  const { startWebHost } = await import(pathToFileURL(inRoot('out/web-host/index.js')).href);
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-pictures-'));
  prepareForKnownUser(dataFolder);
  const host = await startWebHost({ port: 0, dataFolder });
  const closeHost = async () => {
    await host.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const browser = await chromium
    .launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    .catch(async (/** @type {unknown} */ error) => {
      await closeHost();
      throw error;
    });
  const page = await browser.newPage({ viewport: screenshotSize });
  await page.goto(host.freshAddress());
  await whenConnected(page);
  return {
    page,
    /** Initial state of every screenshot: nothing open, nothing typed, default size. */
    async fresh() {
      await page.setViewportSize(screenshotSize);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.removeItem('studio.window');
      });
      await page.reload();
      await whenConnected(page);
    },
    async close() {
      await browser.close();
      await closeHost();
    },
  };
}

/** @param {import('playwright').Page} page */
async function whenConnected(page) {
  await page.getByRole('button', { name: 'Server: Demo server, connected' }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  await page
    .getByTestId('graph-canvas')
    .getByTestId(/^node-/)
    .first()
    .waitFor();
}
