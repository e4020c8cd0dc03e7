import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { openElectron } from './electron.ts';
import type { HostKind, OpenStudio } from './host.ts';
import { openWeb } from './web.ts';

/** What a spec sees of the studio that it drives. */
export interface Studio {
  readonly page: Page;
  readonly kind: HostKind;
  readonly dataFolder: string;
  restartWindow(): Promise<Page>;
}

/** Set by the projects of `playwright.config.ts`. */
export interface HostOption {
  readonly host: 'web' | 'electron';
}

interface WorkerFixtures extends HostOption {
  /** The studio of a spec file: opened by its first test, ended when another file begins. */
  readonly studioOf: (file: string) => Promise<Studio>;
}

const opens = { web: openWeb, electron: openElectron };

/** Playwright's `test` with a running studio. Each spec file gets its own studio with an empty data folder. */
export const test = base.extend<{ readonly studio: Studio }, WorkerFixtures>({
  host: ['web', { option: true, scope: 'worker' }],

  studioOf: [
    async ({ host, playwright }, use) => {
      let current: { file: string; studio: Studio; end: () => Promise<void> } | null = null;
      await use(async (file) => {
        if (current?.file === file) return current.studio;
        await current?.end();
        current = null;
        const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-e2e-'));
        const open = await opens[host]({ dataFolder, playwright });
        current = { file, studio: asStudio(open, dataFolder), end: () => end(open, dataFolder) };
        return current.studio;
      });
      await endLast(current);
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  studio: async ({ studioOf }, use, testInfo) => {
    const studio = await studioOf(testInfo.file);
    testInfo.annotations.push({ type: 'host', description: studio.kind });
    await use(studio);
  },
});

function asStudio(open: OpenStudio, dataFolder: string): Studio {
  return {
    kind: open.kind,
    dataFolder,
    get page() {
      return open.page();
    },
    restartWindow: () => open.restartWindow(),
  };
}

async function end(open: OpenStudio, dataFolder: string): Promise<void> {
  await open.close();
  await rm(dataFolder, { recursive: true, force: true });
}

async function endLast(current: { readonly end: () => Promise<void> } | null): Promise<void> {
  await current?.end();
}

export { expect } from 'playwright/test';
