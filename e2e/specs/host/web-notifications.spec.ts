import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, test as base } from '../../hosts/fixture.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';
import { startProgram } from '../../hosts/web.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, expectRun } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { threadList } from '../../pages/threads.ts';
import { openThreadInNewWindow, runOnNewThread, runPaletteCommand, setInFront } from '../../pages/windows.ts';

/** The spec starts its own web host, because its browser shows notifications, which a headless one refuses. */
const test = base.extend<{ readonly folder: string }>({
  folder: async ({ browserName }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), `web-notifications-${browserName}-`));
    await provide(folder);
    await removeFolder(folder);
  },
});

interface ShownNotification {
  readonly title: string;
  readonly body: string;
}

/** A browser that asks, is allowed to, and keeps what it would show. */
async function keepNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const notifications: unknown[] = [];
    class KeptNotification extends EventTarget {
      static permission = localStorage.getItem('spec.permission') ?? 'default';
      static async requestPermission(): Promise<string> {
        localStorage.setItem('spec.permission', 'granted');
        return (KeptNotification.permission = 'granted');
      }
      readonly title: string;
      readonly options: NotificationOptions;
      constructor(title: string, options: NotificationOptions) {
        super();
        this.title = title;
        this.options = options;
        notifications.push(this);
      }
      close(): void {
        // Kept.
      }
    }
    Object.assign(window, { Notification: KeptNotification, shownNotifications: notifications });
  });
}

const shownNotifications = (page: Page): Promise<ShownNotification[]> =>
  page.evaluate(() =>
    (
      Reflect.get(window, 'shownNotifications') as {
        readonly title: string;
        readonly options: NotificationOptions;
      }[]
    ).map(({ title, options }) => ({ title, body: options.body ?? '' })),
  );

test('a thread opens in a tab of its own, and notifications are offered once a run went on behind the page', async ({
  newContext,
  folder,
}) => {
  test.slow();
  const program = startProgram(folder);
  try {
    const context = await newContext();
    await keepNotifications(context);
    const page = await context.newPage();
    await page.goto(await program.firstAddress);
    await waitForDemoServer(page);
    await openView(page, 'Threads');
    const tab = await openThreadInNewWindow(page, () => context.waitForEvent('page'));
    await tab.close();

    const offer = page.getByRole('region', { name: 'Notifications' });
    // It goes on until it is stopped, so that the page is behind others in time.
    await runOnNewThread(page, { pace: 60_000 });
    await expectRun(page, 'running');
    await expect(offer).toHaveCount(0);
    await setInFront(page, false);
    await expect(offer).toBeVisible();
    await setInFront(page, true);
    await expectAccessible(page, { within: '[aria-label="Notifications"]' });
    await offer.getByRole('button', { name: 'Turn on' }).click();
    await expect(offer).toHaveCount(0);
    await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expectRun(page, 'cancelled');
    await runOnNewThread(page, { pace: 0 });
    await expectRun(page, 'waiting');
    // The studio may hear of the end a moment later than the window shows it, and notifies a second after that.
    await page.waitForTimeout(1500);
    expect(await shownNotifications(page)).toEqual([]);

    // Before the run: only a page behind others notifies of it.
    await setInFront(page, false);
    await runOnNewThread(page, { pace: 0 });
    const threads = threadList(page).getByRole('option');
    await threads.nth(1).click();
    await expect(threads.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect
      .poll(() => shownNotifications(page), longWait())
      .toMatchObject([{ title: 'Run waits for an answer' }]);
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.evaluate(() => {
      const [first] = Reflect.get(window, 'shownNotifications') as EventTarget[];
      first?.dispatchEvent(new Event('click'));
    });
    await setInFront(page, true);
    await expect(threads.first()).toHaveAttribute('aria-selected', 'true');
    await expectRun(page, 'waiting');
    await expect(page).not.toHaveTitle(/^\(/);

    // Off by one command, and never offered again.
    await runPaletteCommand(page, 'Turn off run notifications');
    await page.reload();
    await waitForDemoServer(page);
    await setInFront(page, false);
    await runOnNewThread(page, { pace: 0 });
    await expectRun(page, 'waiting');
    // Runs that rest within one second are one notification: it would be there after that.
    await page.waitForTimeout(1500);
    expect(await shownNotifications(page)).toEqual([]);
    await expect(offer).toHaveCount(0);
  } finally {
    await program.stop();
  }
});
