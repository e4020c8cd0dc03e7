import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Browser, type Page } from 'playwright/test';
import { openElectron } from './electron.ts';
import type { HostKind, OpenStudio } from './host.ts';
import { openWeb } from './web.ts';

/** What a spec sees of the studio that it drives. */
export interface Studio {
  readonly page: Page;
  readonly kind: HostKind;
  readonly dataFolder: string;
  restartWindow(): Promise<Page>;
  killAndRestart(): Promise<Page>;
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
    async ({ host, playwright }, provide) => {
      const current: Opened[] = [];
      const endCurrent = async (): Promise<void> => {
        for (const opened of current.splice(0)) await opened.end();
      };
      const launched: Promise<Browser>[] = [];
      const browser = (): Promise<Browser> => {
        if (launched.length === 0) launched.push(playwright.chromium.launch());
        return launched[0] as Promise<Browser>;
      };
      await provide(async (file) => {
        const [here] = current;
        if (here?.file === file) return here.studio;
        await endCurrent();
        const opened = await openFor(file, (dataFolder) => opens[host]({ dataFolder, playwright, browser }));
        current.push(opened);
        return opened.studio;
      });
      await endCurrent();
      for (const one of launched) await (await one).close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  studio: async ({ studioOf }, provide, testInfo) => {
    const studio = await studioOf(testInfo.file);
    testInfo.annotations.push({ type: 'host', description: studio.kind });
    await provide(studio);
  },
});

/** The studio of one spec file. */
interface Opened {
  readonly file: string;
  readonly studio: Studio;
  end(): Promise<void>;
}

async function openFor(file: string, open: (dataFolder: string) => Promise<OpenStudio>): Promise<Opened> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-e2e-'));
  const removeData = (): Promise<void> => rm(dataFolder, { recursive: true, force: true });
  const host = await open(dataFolder).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  return {
    file,
    studio: {
      kind: host.kind,
      dataFolder,
      get page() {
        return host.page();
      },
      restartWindow: () => host.restartWindow(),
      killAndRestart: () => host.killAndRestart(),
    },
    async end() {
      await host.close();
      await removeData();
    },
  };
}

export { expect } from 'playwright/test';
