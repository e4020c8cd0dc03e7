import type { Locator, Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { longWait } from '../../pages/limits.ts';
import { expectRun } from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** The demo graphs, on a server that other clients may use, too. */
let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ all: true });
});
test.afterAll(() => server.stop());

const view = (page: Page): Locator => page.getByRole('region', { name: 'Runs', exact: true });
const grid = (page: Page): Locator => view(page).getByRole('grid', { name: 'Runs' });
const row = (page: Page, text: string): Locator => grid(page).getByRole('row').filter({ hasText: text });
const search = (page: Page): Locator => view(page).getByRole('searchbox', { name: 'Search runs' });

/** A run of an application. */
async function startForeignRun(url: string, name: string, graph: string, input: object): Promise<void> {
  const thread = await requestServer<{ thread_id: string }>(url, 'POST', '/threads', { metadata: { name } });
  await requestServer(url, 'POST', `/threads/${thread.thread_id}/runs`, { assistant_id: graph, input });
}

async function openRuns(page: Page): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Runs', exact: true }).click();
  await expect(view(page)).toBeVisible();
}

test(
  'runs that another client starts appear with their status and error',
  { tag: '@smoke' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Shop' });
    const { url } = server;
    await openRuns(page);
    await expect(view(page).getByText('No runs yet')).toBeVisible(longWait());
    await expectAccessible(page);

    await startForeignRun(url, 'Charge the card', 'demo-broken', { pace: 0 });
    await startForeignRun(url, 'Tell the customer', 'demo-broken', { how: 'jump', pace: 0 });
    await startForeignRun(url, 'Release notes', 'demo-writer', { topic: 'Tides', pace: 0 });
    await expect(row(page, 'Charge the card')).toContainText('failed', longWait());
    await expect(row(page, 'Charge the card')).toContainText('The card was declined', longWait());
    await expect(row(page, 'Release notes')).toContainText('interrupted', longWait());
    await expect(row(page, 'Tell the customer')).toContainText('finished', longWait());
    await expect(view(page).getByRole('radio', { name: 'Failed 1' })).toBeVisible();
  },
);

test('a search finds a run by a word of its error or its output', { tag: '@smoke' }, async ({ studio }) => {
  const { page } = studio;
  await search(page).fill('declined');
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Charge the card')).toBeVisible();
  await search(page).fill('told');
  await expect(row(page, 'Tell the customer')).toBeVisible();
  await expect(row(page, 'Charge the card')).toHaveCount(0);
  await search(page).fill('nobody wrote this');
  await expect(view(page).getByText('No run matches')).toBeVisible();
  await view(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(grid(page).getByRole('row')).toHaveCount(4);
});

test('Enter opens the thread of the selected run', { tag: '@smoke' }, async ({ studio }) => {
  const { page } = studio;
  await view(page).getByText('Failed 1').click();
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await grid(page).focus();
  await page.keyboard.press('j');
  const details = page.getByRole('region', { name: 'Run', exact: true });
  await expect(details.getByRole('heading', { name: 'Charge the card' })).toBeVisible();
  await expect(details).toContainText('The card was declined');
  await expect(details.getByRole('button', { name: 'What changed?' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Charge the card');
  await expectRun(page, 'failed');
});

test('several runs are selected by the keyboard, run again and deleted', async ({ studio }) => {
  const { page } = studio;
  await openRuns(page);
  await view(page)
    .getByText(/^All \d+$/)
    .click();
  const bar = page.getByRole('group', { name: 'Selected runs' });
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('3 selected');
  await expectAccessibleInBothThemes(page);

  await bar.getByRole('button', { name: 'Run again…' }).click();
  const repeat = page.getByRole('dialog', { name: 'Run 3 runs again?' });
  await expectAccessible(page, { within: '[role=dialog]' });
  await repeat.getByRole('button', { name: 'Run again' }).click();
  await expect(view(page).getByRole('radio', { name: 'All 6' })).toBeVisible(longWait());
  await expect(repeat).toBeHidden();
  await expect(bar).toContainText('3 selected');

  await bar.getByRole('button', { name: 'Delete…' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete 3 runs?' });
  await remove.getByRole('textbox', { name: 'Type 3 to confirm' }).fill('3');
  await remove.getByRole('button', { name: 'Delete 3 runs' }).click();
  await expect(remove).toBeHidden(longWait());
  await expect(bar).toBeHidden();
  await expect(view(page).getByRole('radio', { name: 'All 3' })).toBeVisible(longWait());
  await expect(grid(page).getByRole('row')).toHaveCount(4, longWait());
  await expect(row(page, 'Charge the card')).toContainText('The card was declined', longWait());
});

test('a saved filter outlives a reload and applies with one click', async ({ studio }) => {
  const { page } = studio;
  await view(page)
    .getByText(/^Failed \d+$/)
    .click();
  await view(page).getByRole('button', { name: 'Save filter' }).click();
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Failures');
  await expectAccessible(page, { within: '[role=dialog]' });
  await page.keyboard.press('Enter');
  const chip = view(page).getByRole('button', { name: 'Failures' });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(chip).toHaveAttribute('aria-pressed', 'false', longWait());
  await expect(grid(page).getByRole('row')).toHaveCount(4, longWait());
  await chip.click();
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
});
