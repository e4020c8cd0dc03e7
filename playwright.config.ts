import { defineConfig } from 'playwright/test';
import { chromiumArgs } from './e2e/hosts/chromium-args.ts';
import { findChromium } from './scripts/lib/chromium.mjs';
import { slowness } from './src/testing/slowness.ts';

const chromium = findChromium();

/** Picks how `e2e/hosts/` opens the studio. */
interface HostOption {
  readonly host: 'web' | 'electron';
}

/** `npm run test:full`, and where somebody names the specs. */
const runsAll = process.env['TEST_FULL'] === '1' || process.env['E2E_NAMED'] === '1';

/**
 * The official Python server needs several times the processor time of the JavaScript one, for its start and for each event: with a
 * load of 14 per core, a run of 5 s took 31 s.
 */
const limits = slowness() * (process.env['GRAPH_SERVER'] === 'python' ? 2 : 1);

/** See docs/testing.md, "Specs". */
export default defineConfig<object, HostOption>({
  testDir: 'e2e/specs',
  outputDir: 'out/e2e/results',
  // Each file has a studio and a demo server of its own, and waits for a third of its time: with three at a time,
  // two processors were idle for a tenth.
  workers: 4,
  fullyParallel: false,
  timeout: 60_000 * limits,
  expect: { timeout: 10_000 * limits },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'out/e2e/report.json' }]],
  use: {
    // A click on what never comes fails with its locator, and not with the spec's limit, which `test.slow()` makes minutes.
    actionTimeout: 20_000 * limits,
    viewport: { width: 1440, height: 900 },
    // A trace shows everything and slows each spec: E2E_TRACE=1 asks for it when a picture does not tell enough.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: [...chromiumArgs],
    },
  },
  projects: [
    // Specs of the Electron shell itself have nothing to show in a browser.
    {
      name: 'web',
      use: { host: 'web' },
      testIgnore: 'electron-*.spec.ts',
      ...(runsAll ? {} : { grepInvert: /@full/ }),
    },
    // Nor has the web host's guard anything to guard in Electron: there is no network side.
    {
      name: 'electron',
      use: { host: 'electron' },
      testIgnore: 'web-*.spec.ts',
      // The tag, or the name of the file: both are part of what is searched.
      ...(runsAll ? {} : { grep: [/@smoke/, /^(?!.*@full).*electron-[\w-]+\.spec\.ts/] }),
    },
  ],
});
