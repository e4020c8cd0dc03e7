import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page, PlaywrightWorkerArgs } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import type { Faults } from '../../hosts/electron-double/faults.ts';
import { expect, test } from '../../hosts/electron-fixture.ts';
import { chooseElectron, openElectron, type OpenElectronStudio } from '../../hosts/electron.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { addAndUseServer, waitForDemoServer, fillNewServer, openServers } from '../../pages/servers.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';
import { longWait } from '../../pages/limits.ts';

/** Runs a studio whose Electron has these faults, with its own data folder. */
async function withFaults(
  playwright: PlaywrightWorkerArgs['playwright'],
  faults: Faults,
  act: (studio: OpenElectronStudio, dataFolder: string) => Promise<void>,
  prepare: (dataFolder: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-faults-'));
  try {
    await prepare(dataFolder);
    const studio = await openElectron({ dataFolder, playwright, faults });
    try {
      await act(studio, dataFolder);
    } finally {
      await studio.close();
    }
  } finally {
    await removeFolder(dataFolder);
  }
}

const isVisible = (application: ElectronApplication): Promise<boolean> =>
  application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true);

test.describe('faults of real Electron, on the double, which has them on request', () => {
  // Each starts its own studio.
  test.describe.configure({ mode: 'parallel' });

  test.beforeEach(async () => {
    const { kind } = await chooseElectron();
    test.skip(kind !== 'double', 'the real Electron has no faults on request');
  });

  test('the window comes on Wayland, where it is never ready while it is hidden', async ({ playwright }) => {
    await withFaults(playwright, { readyToShow: 'after-show' }, async ({ application }) => {
      await expect.poll(() => isVisible(application), { timeout: 3_000 }).toBe(true);
    });
  });

  test(
    'the window comes when its page never ends loading either',
    { tag: '@full' },
    async ({ playwright }) => {
      const faults = { readyToShow: 'after-show', finishLoad: 'never' } as const;
      await withFaults(playwright, faults, async ({ application }) => {
        await expect.poll(() => isVisible(application), { timeout: 4_000 }).toBe(true);
      });
    },
  );

  test(
    'a window that was maximized is not shown before there is something in it, and comes back so',
    { tag: '@full' },
    async ({ playwright }) => {
      const stateFile = (dataFolder: string): string => join(dataFolder, 'electron/window-state.json');
      const stored = { bounds: { x: 40, y: 40, width: 1000, height: 700 }, maximized: true };
      await withFaults(
        playwright,
        {},
        async ({ application }, dataFolder) => {
          await expect.poll(() => isVisible(application)).toBe(true);
          const windowState = await application.evaluate(({ BrowserWindow }) => {
            const [window] = BrowserWindow.getAllWindows();
            return {
              maximized: window?.isMaximized(),
              history: Reflect.get(window ?? {}, 'history') as { name: string; afterMs: number }[],
            };
          });
          expect(windowState.maximized).toBe(true);
          const [first, second] = windowState.history;
          // Shown because it was ready, or because it was not for two seconds; never earlier.
          if (first?.name === 'ready-to-show') expect(second?.name).toBe('maximize');
          else expect(first?.afterMs).toBeGreaterThan(1_900);
          await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
          await expect
            .poll(async () => JSON.parse(await readFile(stateFile(dataFolder), 'utf8')))
            .toEqual(stored);
        },
        async (dataFolder) => {
          await mkdir(join(dataFolder, 'electron'), { recursive: true });
          await writeFile(stateFile(dataFolder), JSON.stringify(stored));
        },
      );
    },
  );

  test('quitting does not wait for a page that keeps its window', async ({ playwright }) => {
    await withFaults(playwright, { closeWindow: 'never' }, async (studio, dataFolder) => {
      const program = studio.application.process();
      await studio.close();
      expect(program.exitCode).toBe(0);
      const log = await readFile(join(dataFolder, 'logs', 'studio.log'), 'utf8');
      expect(log).toContain('Quitting without waiting any longer for the window.');
    });
  });

  test('a page that hangs is ended and is there again', async ({ playwright }) => {
    // A page counts as hung after some seconds of silence, and is then reloaded.
    test.slow();
    await withFaults(playwright, { hangMs: 1_000 }, async (studio) => {
      const request = (): Promise<unknown> =>
        studio.application.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            'typeof window.studio + window.marked',
          ),
        );
      await studio.page().evaluate(() => {
        Reflect.set(window, 'marked', true);
        setTimeout(() => {
          for (;;);
        }, 0);
      });
      await expect.poll(() => request().catch(String), longWait()).toBe('objectundefined');
    });
  });

  test.describe('a key store that takes as long as a person', () => {
    test.describe.configure({ mode: 'default' });

    const key = 'canary-key-of-a-locked-store-4c2a';
    let server: FakeServer;
    let dataFolder: string;

    test.beforeAll(async ({ playwright }) => {
      server = await startFakeServer({ apiKey: key });
      dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-key-store-'));
      const studio = await openElectron({ dataFolder, playwright, faults: { keyStore: 'real' } });
      await addAndUseServer(studio.page(), { address: server.url, name: 'Guarded', key });
      await studio.close();
      const stored = await readFile(join(dataFolder, 'connections.json'), 'utf8');
      expect(stored).toContain('"sealed"');
      expect(stored).not.toContain(key);
    });
    test.afterAll(async () => {
      await server.close();
      await removeFolder(dataFolder);
    });

    const openWith = async (
      playwright: PlaywrightWorkerArgs['playwright'],
      faults: Faults,
      act: (page: Page, application: ElectronApplication) => Promise<void>,
    ): Promise<void> => {
      const studio = await openElectron({ dataFolder, playwright, faults });
      try {
        await act(studio.page(), studio.application);
      } finally {
        await studio.close();
      }
    };
    const detail = async (page: Page) => {
      await openServers(page);
      await page.getByRole('option', { name: 'Guarded' }).click();
      return page.getByRole('region', { name: 'Server Guarded' });
    };

    test(
      'the window comes at once, says what it waits for, and the key is there when it is unlocked',
      { tag: '@full' },
      async ({ playwright }) => {
        const before = await readFile(join(dataFolder, 'connections.json'), 'utf8');
        const faults = { keyStore: 'real', keyStoreAnswers: 'on-demand' } as const;
        await openWith(playwright, faults, async (page, application) => {
          await expect.poll(() => isVisible(application), { timeout: 3_000 }).toBe(true);
          const guarded = await detail(page);
          await expect(guarded).toContainText('key locked', longWait());
          await expect(guarded).toContainText('has not responded yet', longWait());
          await application.evaluate(() => (Reflect.get(globalThis, 'answerKeyStore') as () => void)());
          await expect(guarded).toContainText('connected', longWait());
          await expect(guarded).not.toContainText('key locked');
          expect(await readFile(join(dataFolder, 'connections.json'), 'utf8')).toBe(before);
        });
      },
    );

    test(
      'a key store that never answers leaves the rest of the studio working',
      { tag: '@full' },
      async ({ playwright }) => {
        await openWith(playwright, { keyStore: 'real', keyStoreAnswers: 'never' }, async (page) => {
          const guarded = await detail(page);
          await expect(guarded).toContainText('key locked', longWait());
          await expectAccessibleInBothThemes(page);
          const dialog = await fillNewServer(page, { address: server.url, name: 'Other', key });
          await expect(dialog).toContainText('Waiting for the system key store');
          await expectAccessibleInBothThemes(page);
          await expect(dialog).toContainText('has not responded yet', longWait());
          await expectAccessibleInBothThemes(page);
          await dialog.getByRole('button', { name: 'Add server' }).click();
          await page.getByRole('option', { name: 'Other' }).click();
          const other = page.getByRole('region', { name: 'Server Other' });
          await expect(other).toContainText('connected');
          await expect(other).toContainText('stored until the studio closes');
          await other.getByRole('button', { name: 'Remove' }).click();
          await page.getByRole('button', { name: 'Remove server' }).click();
        });
      },
    );

    test('no key store, whatever the desktop is called: the key stays locked, and a new one is not called protected', async ({
      playwright,
    }) => {
      const before = await readFile(join(dataFolder, 'connections.json'), 'utf8');
      await openWith(playwright, { keyStore: 'public' }, async (page) => {
        const guarded = await detail(page);
        await expect(guarded).toContainText('restart the studio', longWait());
        const dialog = await fillNewServer(page, { address: server.url, key });
        await expect(dialog).toContainText('would not be protected');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      });
      expect(await readFile(join(dataFolder, 'connections.json'), 'utf8')).toBe(before);
    });
  });

  test(
    'a proxy script that never ends keeps no server of this machine away',
    { tag: '@full' },
    async ({ playwright }) => {
      await withFaults(playwright, { resolveProxy: 'never' }, async (studio) => {
        await waitForDemoServer(studio.page());
      });
    },
  );
});
