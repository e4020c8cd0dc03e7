import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { openElectron } from './electron.ts';
import type { HostKind, OpenStudio } from './host.ts';
import { contextOptions, openWeb } from './web.ts';
import { removeFolder } from './remove-folder.ts';
import { slowness } from '../../src/testing/slowness.ts';

/** The studio that a spec drives. */
export interface Studio {
  readonly page: Page;
  readonly kind: HostKind;
  readonly runsOn: string;
  readonly dataFolder: string;
  restartWindow(): Promise<Page>;
  /** `onKilled`: called between the end of the old process and the start of the new one. */
  killAndRestart(onKilled?: () => void): Promise<Page>;
}

/** Set by the projects of `playwright.config.ts`. */
export interface HostOption {
  readonly host: 'web' | 'electron';
}

export interface TestFixtures {
  readonly studio: Studio;
  /**
   * Opens a context in the worker's browser, for specs that start their own web host; closed when the test
   * ends.
   */
  readonly newContext: () => Promise<BrowserContext>;
}

/**
 * All worker fixtures, also those of `electron-fixture.ts`: Playwright runs files with other worker fixtures
 * last, in new workers.
 */
export interface WorkerFixtures extends HostOption {
  /** The worker's browser, started on first use. */
  readonly workerBrowser: () => Promise<Browser>;
  /** The studio of a spec file: opened by its first test, closed when another file starts. */
  readonly studioOf: (file: string) => Promise<Opened>;
}

const opens = { web: openWeb, electron: openElectron };

/**
 * Playwright's `test` with a running studio. Each spec file gets its own studio with an empty data folder.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  host: ['web', { option: true, scope: 'worker' }],

  workerBrowser: [
    async ({ playwright }, provide) => {
      const launched: Promise<Browser>[] = [];
      await provide(() => {
        if (launched.length === 0) launched.push(playwright.chromium.launch());
        return launched[0] as Promise<Browser>;
      });
      for (const one of launched) await (await one).close();
    },
    { scope: 'worker' },
  ],

  studioOf: [
    async ({ host, playwright, workerBrowser: browser }, provide) => {
      const current: Opened[] = [];
      const endCurrent = async (): Promise<void> => {
        for (const opened of current.splice(0)) await opened.end();
      };
      await provide(async (file) => {
        const [here] = current;
        if (here?.file === file) return here;
        await endCurrent();
        const opened = await openFor(file, (dataFolder) => opens[host]({ dataFolder, playwright, browser }));
        current.push(opened);
        return opened;
      });
      await endCurrent();
    },
    { scope: 'worker', timeout: 60_000 * slowness() },
  ],

  studio: async ({ studioOf }, provide, testInfo) => {
    const { studio } = await studioOf(testInfo.file);
    testInfo.annotations.push({ type: 'host', description: studio.runsOn });
    await provide(studio);
  },

  newContext: async ({ workerBrowser }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async () => {
      const context = await (await workerBrowser()).newContext(contextOptions);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

/** The studio of one spec file, held by its worker. */
export interface Opened {
  readonly file: string;
  readonly studio: Studio;
  readonly open: OpenStudio;
  end(): Promise<void>;
}

async function openFor(file: string, open: (dataFolder: string) => Promise<OpenStudio>): Promise<Opened> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-e2e-'));
  const removeData = (): Promise<void> => removeFolder(dataFolder);
  const host = await open(dataFolder).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  return {
    file,
    open: host,
    studio: {
      kind: host.kind,
      runsOn: host.runsOn,
      dataFolder,
      get page() {
        return host.page();
      },
      restartWindow: () => host.restartWindow(),
      killAndRestart: (onKilled) => host.killAndRestart(onKilled),
    },
    async end() {
      await host.close();
      await removeData();
    },
  };
}

export { expect } from 'playwright/test';
