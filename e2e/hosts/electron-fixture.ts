import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, type Page } from 'playwright/test';
import { openElectron, type OpenElectronStudio } from './electron.ts';

interface ShellFixtures {
  readonly application: ElectronApplication;
  readonly page: Page;
  readonly dataFolder: string;
}

interface ShellWorkerFixtures {
  readonly opened: { readonly studio: OpenElectronStudio; readonly dataFolder: string };
}

/** Playwright's `test` for specs of the Electron shell itself: one studio, with its application. */
export const test = base.extend<ShellFixtures & { readonly studio: OpenElectronStudio }, ShellWorkerFixtures>(
  {
    opened: [
      async ({ playwright }, provide) => {
        const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-shell-'));
        const studio = await openElectron({ dataFolder, playwright });
        await provide({ studio, dataFolder });
        await studio.close();
        await rm(dataFolder, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    studio: async ({ opened }, provide, testInfo) => {
      testInfo.annotations.push({ type: 'host', description: opened.studio.kind });
      await provide(opened.studio);
    },
    application: async ({ studio }, provide) => {
      await provide(studio.application);
    },
    page: async ({ studio }, provide) => {
      await provide(studio.page());
    },
    dataFolder: async ({ opened }, provide) => {
      await provide(opened.dataFolder);
    },
  },
);

export { expect } from 'playwright/test';
