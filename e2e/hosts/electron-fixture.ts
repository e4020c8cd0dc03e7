import type { ElectronApplication, Page } from 'playwright/test';
import type { OpenElectronStudio } from './electron.ts';
import { test as base } from './fixture.ts';
import type { OpenStudio } from './host.ts';

interface ShellFixtures {
  readonly application: ElectronApplication;
  readonly page: Page;
  readonly dataFolder: string;
}

/** Playwright's `test` for specs of the Electron shell: the studio of the file, with its application. */
export const test = base.extend<ShellFixtures>({
  application: async ({ studio, studioOf }, provide, testInfo) => {
    const { open } = await studioOf(testInfo.file);
    if (!isElectron(open)) throw new Error(`A spec of the Electron shell runs on "${studio.kind}".`);
    await provide(open.application);
  },
  page: async ({ studio }, provide) => {
    await provide(studio.page);
  },
  dataFolder: async ({ studio }, provide) => {
    await provide(studio.dataFolder);
  },
});

/** Whether the studio of a file runs under Electron. */
export function isElectron(open: OpenStudio): open is OpenElectronStudio {
  return 'application' in open;
}

export { expect } from 'playwright/test';
