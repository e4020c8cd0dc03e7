import type { ElectronApplication } from 'playwright/test';
import { expect, test } from '../../hosts/electron-fixture.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { expectRun, openSheet, runButton } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { threadList } from '../../pages/threads.ts';
import { openThreadInNewWindow, runOnNewThread, runPaletteCommand, setInFront } from '../../pages/windows.ts';

test('a thread opens in another window, which has a selection of its own and can be closed alone', async ({
  page,
  application,
}) => {
  await waitForDemoServer(page);
  await openView(page, 'Threads');
  const second = await openThreadInNewWindow(page, () => application.waitForEvent('window'));
  await expect(second).toHaveTitle(/RemoteGraph Studio$/);

  const [first, beside] = await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .toSorted((a, b) => a.id - b.id)
      .map((window) => window.getBounds()),
  );
  expect(beside).not.toEqual(first);
  expect([beside?.width, beside?.height]).toEqual([first?.width, first?.height]);

  // The menu is that of the window that was used last.
  const click = (id: string): Promise<void> =>
    application.evaluate(({ Menu }, itemId) => {
      Menu.getApplicationMenu()?.getMenuItemById(itemId)?.click();
    }, id);
  await application.evaluate(({ BrowserWindow }) => {
    const [oldest] = BrowserWindow.getAllWindows().toSorted((a, b) => a.id - b.id);
    oldest?.focus();
  });
  await expect
    .poll(() =>
      application.evaluate(
        ({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('command:show.webhooks')?.enabled,
      ),
    )
    .toBe(true);
  await click('command:show.webhooks');
  await expect(page.getByRole('button', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page');
  await expect(second.getByRole('button', { name: 'Webhooks' })).not.toHaveAttribute('aria-current', 'page');

  const closed = second.waitForEvent('close');
  await application.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .toSorted((a, b) => a.id - b.id)
      .at(-1)
      ?.close();
  });
  await closed;
  await openView(page, 'Threads');
  await openSheet(page);
  await runButton(page).click();
  await expectRun(page, 'waiting');
});

/** Keeps notifications instead of showing them. */
async function keepNotifications(application: ElectronApplication): Promise<void> {
  await application.evaluate(({ app, Notification }) => {
    const notifications: unknown[] = [];
    Reflect.set(globalThis, 'shownNotifications', notifications);
    Notification.prototype.show = function show() {
      notifications.push(this);
    };
    app.setBadgeCount = (count = 0) => Reflect.set(globalThis, 'badgeCount', count);
  });
}

const shownNotifications = (application: ElectronApplication): Promise<(readonly [string, string])[]> =>
  application.evaluate(() =>
    (Reflect.get(globalThis, 'shownNotifications') as { title: string; body: string }[]).map(
      ({ title, body }) => [title, body] as const,
    ),
  );

test('a run that waits while the window is behind others gives a notification of the system, and a click leads to it', async ({
  page,
  application,
}) => {
  await keepNotifications(application);
  // Before the run: only a window behind others notifies of it.
  await setInFront(page, false);
  await runOnNewThread(page, { pace: 0 });
  const threads = threadList(page).getByRole('option');
  await threads.nth(1).click();
  await expect(threads.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => shownNotifications(application), longWait()).toHaveLength(1);
  const [[title, body] = ['', '']] = await shownNotifications(application);
  expect(title).toBe('Run waits for an answer');
  expect(body).toContain('(Demo server)\n');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect.poll(() => application.evaluate(() => Reflect.get(globalThis, 'badgeCount'))).toBe(1);

  await application.evaluate(() => {
    const [notification] = Reflect.get(globalThis, 'shownNotifications') as { emit(name: string): void }[];
    notification?.emit('click');
  });
  await setInFront(page, true);
  await expect(threads.first()).toHaveAttribute('aria-selected', 'true');
  await expectRun(page, 'waiting');
  await expect(page).not.toHaveTitle(/^\(/);
  await expect.poll(() => application.evaluate(() => Reflect.get(globalThis, 'badgeCount'))).toBe(0);

  // Off by one command: nothing is shown or counted.
  await runPaletteCommand(page, 'Turn off run notifications');
  await setInFront(page, false);
  await runOnNewThread(page, { pace: 0 });
  await expectRun(page, 'waiting');
  // Runs that rest within one second are one notification: it would be there after that.
  await page.waitForTimeout(1500);
  expect(await shownNotifications(application)).toHaveLength(1);
  await expect(page).not.toHaveTitle(/^\(/);
  await setInFront(page, true);
});
