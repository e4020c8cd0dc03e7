import { chromium } from 'playwright';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../client/child.mjs';
import { buildPage } from './built.mjs';

/**
 * Opens a page of the bench in Chromium, with the services behind it, and ends both afterwards.
 * @template T
 * @param {string} url The graph server.
 * @param {string} path The page.
 * @param {(page: import('playwright').Page, hostUrl: string) => Promise<T>} work
 */
export async function inChromium(url, path, work) {
  const host = await startServer('../stream/host-child.mjs', [url, await buildPage()]);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 500 } });
    page.on('pageerror', (problem) => console.error(problem));
    await page.goto(`${host.url}/${path}`);
    return await work(page, host.url);
  } finally {
    await browser.close();
    host.stop();
  }
}

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
