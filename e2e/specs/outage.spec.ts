import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../src/testing/real-server.ts';
import { expect, test } from '../hosts/fixture.ts';
import { pickAssistant } from '../pages/canvas.ts';
import { history, inspector, openView } from '../pages/history.ts';
import { clockMs, dock, expectRun, newThread, startRun } from '../pages/runs.ts';
import { addAndUseServer, demoIsConnected } from '../pages/servers.ts';

// A real server process that is frozen, and one that is killed and started again, under a window that shows a run of it.

let server: RealServer;

test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(async () => {
  server.thaw();
  await server.stop();
});

test.describe.configure({ mode: 'serial' });

const banner = (page: Page) => page.getByTestId('server-banner');

test('T-3: a frozen server is noticed within 15 s, in every view, and forgotten when it answers', async ({
  studio: { page },
}) => {
  await demoIsConnected(page);
  await addAndUseServer(page, { address: server.url, name: 'Real' });
  await openView(page, 'Threads');
  await pickAssistant(page, 'slow');
  await newThread(page);
  await startRun(page, { waitMs: 45_000 });
  await expectRun(page, 'running');
  await page.waitForTimeout(2000);

  server.freeze();
  const frozenAt = Date.now();
  await expect(banner(page)).toContainText('Real does not answer', { timeout: 16_000 });
  expect(Date.now() - frozenAt).toBeLessThan(15_500);
  await expectRun(page, 'reconnecting');
  const before = await clockMs(page);
  for (const view of ['Webhooks', 'Inbox', 'Servers'] as const) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click();
    await expect(banner(page)).toBeVisible();
  }
  await openView(page, 'Threads');

  server.thaw();
  const thawedAt = Date.now();
  await expectRun(page, 'running');
  await expect(banner(page)).toHaveCount(0);
  expect(Date.now() - thawedAt).toBeLessThan(12_000);
  expect(await clockMs(page)).toBeGreaterThanOrEqual(before);
  await expect(dock(page).getByText('does not answer')).toHaveCount(0);
  await expectRun(page, 'finished');
});

test('T-3: of a server that was killed nobody says that the run goes on, and no note stays when it is back', async ({
  studio: { page },
}) => {
  await newThread(page);
  await startRun(page, { waitMs: 60_000 });
  await expectRun(page, 'running');
  await page.waitForTimeout(1500);

  await server.kill();
  await expect(banner(page)).toContainText('Real does not answer', { timeout: 15_500 });
  await expectRun(page, 'reconnecting');
  await expect(dock(page).getByText('Whether the run goes on there is not known')).toBeVisible();
  await expect(page.getByText(/The run goes on/)).toHaveCount(0);

  await server.restart();
  const backAt = Date.now();
  await expect(banner(page)).toHaveCount(0);
  await expect(dock(page).getByText('is not known')).toHaveCount(0, { timeout: 12_000 });
  expect(Date.now() - backAt).toBeLessThan(12_000);
  // What was read in vain meanwhile was read again.
  await expect(history(page).getByRole('alert')).toHaveCount(0);
  await expect(inspector(page).getByRole('alert')).toHaveCount(0);

  // The thread's run is what the server now says of it; a new thread works at once.
  await newThread(page);
  await startRun(page, { waitMs: 0 });
  await expectRun(page, 'finished');
});
