import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, PlaywrightWorkerArgs } from 'playwright/test';
import type { Faults } from '../hosts/electron-double/faults.ts';
import { expect, test } from '../hosts/electron-fixture.ts';
import { chooseElectron, openElectron, type OpenElectronStudio } from '../hosts/electron.ts';

/** Does something with a studio whose Electron has these faults, in a data folder of its own. */
async function withFaults(
  playwright: PlaywrightWorkerArgs['playwright'],
  faults: Faults,
  act: (own: OpenElectronStudio, dataFolder: string) => Promise<void>,
  prepare: (dataFolder: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-faults-'));
  try {
    await prepare(dataFolder);
    const own = await openElectron({ dataFolder, playwright, faults });
    try {
      await act(own, dataFolder);
    } finally {
      await own.close();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const isVisible = (application: ElectronApplication): Promise<boolean> =>
  application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true);

test.describe('faults of real Electron, on the double, which has them on request', () => {
  test.beforeEach(async () => {
    const { kind } = await chooseElectron();
    test.skip(kind !== 'double', 'the real Electron has no faults on request');
  });

  test('E-26: the window comes on Wayland, where it is never ready while it is hidden', async ({
    playwright,
  }) => {
    await withFaults(playwright, { readyToShow: 'after-show' }, async ({ application }) => {
      await expect.poll(() => isVisible(application), { timeout: 3_000 }).toBe(true);
    });
  });

  test('E-26: the window comes when its page never ends loading either', async ({ playwright }) => {
    const faults = { readyToShow: 'after-show', finishLoad: 'never' } as const;
    await withFaults(playwright, faults, async ({ application }) => {
      await expect.poll(() => isVisible(application), { timeout: 4_000 }).toBe(true);
    });
  });

  test('E-26: a window that was maximized is not shown before there is something in it, and comes back so', async ({
    playwright,
  }) => {
    const stateFile = (dataFolder: string): string => join(dataFolder, 'electron/window-state.json');
    const kept = { bounds: { x: 40, y: 40, width: 1000, height: 700 }, maximized: true };
    await withFaults(
      playwright,
      {},
      async ({ application }, dataFolder) => {
        await expect.poll(() => isVisible(application)).toBe(true);
        const seen = await application.evaluate(({ BrowserWindow }) => {
          const [window] = BrowserWindow.getAllWindows();
          const events: unknown = Reflect.get(window ?? {}, 'history');
          return { events, maximized: window?.isMaximized() };
        });
        expect(seen).toEqual({ events: ['ready-to-show', 'maximize', 'show'], maximized: true });
        await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
        await expect
          .poll(async () => JSON.parse(await readFile(stateFile(dataFolder), 'utf8')))
          .toEqual(kept);
      },
      async (dataFolder) => {
        await mkdir(join(dataFolder, 'electron'), { recursive: true });
        await writeFile(stateFile(dataFolder), JSON.stringify(kept));
      },
    );
  });

  test('E-15: a page that hangs is ended and is there again', async ({ playwright }) => {
    await withFaults(playwright, { hangMs: 1_000 }, async (own) => {
      const ask = (): Promise<unknown> =>
        own.application.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            'typeof window.studio + window.marked',
          ),
        );
      await own.page().evaluate(() => {
        Reflect.set(window, 'marked', true);
        setTimeout(() => {
          for (;;);
        }, 0);
      });
      await expect.poll(() => ask().catch(String), { timeout: 40_000 }).toBe('objectundefined');
    });
  });
});
