import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { canInstallDebianPackages, installDebianPackage } from './debian-package.mjs';
import { runPackage } from './process/run.mjs';

/** The browser without its own window: Playwright's choice for headless pages, and Debian's package. It needs less processor time. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  ...shellNames,
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
  return (
    [...onPath(names), ...apps, playwrightsOwn()].find((path) => path !== null && existsSync(path)) ?? null
  );
}

/** What the specs run in: `CHROMIUM`, or an installed headless shell. */
export function findHeadlessShell() {
  return process.env['CHROMIUM'] || (onPath(shellNames).find((path) => existsSync(path)) ?? null);
}

/** Installs Debian's headless shell where that is possible. Specs run without it, too. @param {{ log: (line: string) => void }} options */
export async function installHeadlessShell({ log }) {
  if (findHeadlessShell() !== null || !canInstallDebianPackages()) return;
  log("Installing Debian's headless shell of Chromium...");
  const { code, output } = await installDebianPackage('chromium-headless-shell');
  if (code !== 0) log(output);
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
  if (canInstallDebianPackages()) {
    log("Playwright's could not be downloaded. Installing Debian's package...");
    const { output } = await installDebianPackage('chromium');
    const installed = findChromium();
    if (installed !== null) return installed;
    throw new Error(`Could not install Chromium.\n${output}`);
  }
  throw new Error(`Could not download Chromium. Install it, or set CHROMIUM to its path.\n${fetched.output}`);
}

/** @param {readonly string[]} programs */
function onPath(programs) {
  if (process.platform === 'win32') return [];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)));
}

/** @returns {string | null} */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath() || null;
  } catch {
    return null;
  }
}
