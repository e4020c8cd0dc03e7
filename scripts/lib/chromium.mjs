import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { run, runPackage } from './process/run.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env['PROGRAMFILES'] ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)'}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/** An installed Chromium: `CHROMIUM`, the system's, or Playwright's. */
export function findChromium() {
  const chosen = process.env['CHROMIUM'];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath =
    process.platform === 'win32' ? [] : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...apps, playwrightsOwn()].find((path) => path !== null && existsSync(path)) ?? null;
}

/**
 * Finds a browser, or fetches one: Playwright's build, else Debian's package when this runs as root. Throws when there
 * is none to be had.
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<string>}
 */
export async function ensureChromium({ log }) {
  const here = findChromium();
  if (here !== null) return here;
  log("Chromium is not installed. Downloading Playwright's (once)...");
  const fetched = await runPackage('playwright/cli.js', ['install', 'chromium', '--no-shell'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  const bundledPath = playwrightsOwn();
  if (fetched.code === 0 && bundledPath !== null && existsSync(bundledPath)) return bundledPath;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    log("Playwright's could not be downloaded. Installing Debian's package...");
    await run('apt-get', ['update', '-qq']);
    const { output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    const installed = findChromium();
    if (installed !== null) return installed;
    throw new Error(`Could not install Chromium.\n${output}`);
  }
  throw new Error(`Could not download Chromium. Install it, or set CHROMIUM to its path.\n${fetched.output}`);
}

/** @returns {string | null} */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath() || null;
  } catch {
    return null;
  }
}
