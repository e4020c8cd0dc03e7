import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { story, inspector, openView } from '../../pages/history.ts';
import { clockMs, dock, expectRun, press, startThread } from '../../pages/runs.ts';
import { newestThread, requestServer, runsOf, type ServerThread } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';

// A real server process that is frozen, and one that is killed and restarted, while the window shows a run of
// it.

let server: RealServer;

test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(async () => {
  server.thaw();
  await server.stop();
});

test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ studio: { page } }) => {
  await workOnServer(page, { address: server.url, name: 'Real' });
  await pickAssistant(page, 'slow');
});

const bars = (page: Page) => dock(page).getByRole('treeitem');
const runningBars = (page: Page) =>
  dock(page).getByRole('treeitem').and(page.locator('[data-status="running"]'));
const banner = (page: Page) => page.getByTestId('server-banner');

/** A run that its server no longer lists: outcome and duration are unknown. */
async function expectUnknownOutcome(page: Page): Promise<void> {
  await expectRun(page, 'lost');
  await expect(page.getByTestId('run-status')).toHaveAttribute('title', 'unknown outcome');
  await expect(dock(page).getByText('The outcome of this run is unknown')).toBeVisible();
  await expect(bars(page)).toHaveAccessibleName('wait, unknown outcome');
}

test(
  'a frozen server is noticed within 15 s, in every view, and forgotten when it answers',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    // A server counts as unreachable after up to 15 s of silence, and the run continues after that.
    test.slow();
    await startThread(page, { input: { waitMs: 35_000 }, until: 'running' });
    await expect.poll(() => clockMs(page)).toBeGreaterThanOrEqual(2000);

    server.freeze();
    const frozenAt = Date.now();
    await expect(banner(page)).toContainText('Real is not responding', { timeout: 16_000 });
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
    await expect(dock(page).getByText('is not responding')).toHaveCount(0);
    await expectRun(page, 'finished');
    await expect(bars(page)).toHaveCount(1);
    await expect(runningBars(page)).toHaveCount(0);
  },
);

test(
  'no view says that a run of a killed server goes on, and no notice stays when it is back',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    // A server counts as unreachable after up to 15 s of silence.
    test.slow();
    await startThread(page, { input: { waitMs: 60_000 }, until: 'running' });
    await expect.poll(() => clockMs(page)).toBeGreaterThanOrEqual(1500);
    const { thread_id: threadId } = await newestThread(server.url);

    await server.kill();
    await expect(banner(page)).toContainText('Real is not responding', { timeout: 15_500 });
    await expectRun(page, 'reconnecting');
    await expect(dock(page).getByText('the status of the run is unknown')).toBeVisible();
    await expect(page.getByText(/run (goes on|continues)/i)).toHaveCount(0);
    // A failing action says what failed.
    await press(page, 'Stop');
    await expect(dock(page).getByRole('alert')).toContainText('Stop failed: ');

    await server.restart();
    const backAt = Date.now();
    await expect(banner(page)).toHaveCount(0);
    await expect(dock(page).getByText('the status of the run is unknown')).toHaveCount(0, {
      timeout: 12_000,
    });
    expect(Date.now() - backAt).toBeLessThan(12_000);
    // Failed reads were repeated, and failed actions may be retried.
    await expect(dock(page).getByRole('alert')).toHaveCount(0);
    await expect(story(page).getByRole('alert')).toHaveCount(0);
    await expect(inspector(page).getByRole('alert')).toHaveCount(0);

    // The run and its tasks are as the server now reports them. A killed server has lost what it had not
    // written to disk: the run, or the whole thread.
    const threads = await requestServer<ServerThread[]>(server.url, 'POST', '/threads/search', { limit: 10 });
    const isThreadKnown = threads.some((thread) => thread.thread_id === threadId);
    const status = isThreadKnown ? (await runsOf(server.url, threadId)).at(-1)?.status : undefined;
    if (!isThreadKnown) await expect(page.getByTestId('run-status')).toHaveCount(0);
    else if (status === undefined) await expectUnknownOutcome(page);
    else await expectRun(page, 'running');
    await expect(runningBars(page)).toHaveCount(status === undefined ? 0 : 1);

    // A new thread works at once.
    await startThread(page, { input: { waitMs: 0 }, until: 'finished' });
  },
);
