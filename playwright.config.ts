import { defineConfig } from 'playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';

const chromium = findChromium();

/** Picks how `e2e/hosts/` opens the studio. */
interface HostOption {
  readonly host: 'web' | 'electron';
}

/** The same specs on both hosts. */
export default defineConfig<object, HostOption>({
  testDir: 'e2e/specs',
  outputDir: 'out/e2e/results',
  // Each file has a studio and a demo server of its own. A third of the time of one is spent waiting.
  workers: 2,
  fullyParallel: false,
  // Generous: a spec that waits for what it sees is as fast with them, and a busy machine is no fault of the studio.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'out/e2e/report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace shows everything and slows each spec: E2E_TRACE=1 asks for it when a picture does not tell enough.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    // Specs of the Electron shell itself have nothing to show in a browser.
    { name: 'web', use: { host: 'web' }, testIgnore: 'electron-*.spec.ts' },
    // Nor has the web host's guard anything to guard in Electron: there is no network side.
    { name: 'electron', use: { host: 'electron' }, testIgnore: 'web-*.spec.ts' },
  ],
});
