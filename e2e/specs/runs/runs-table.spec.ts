import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { chooseFolder } from '../../pages/folders.ts';
import { longWait } from '../../pages/limits.ts';
import { expectRun, runButton } from '../../pages/runs.ts';
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
    const { url } = server;
    // A server opens with its runs.
    await addAndUseServer(page, { address: url, name: 'Shop' });
    await expect(view(page).getByText('No runs yet')).toBeVisible(longWait());
    await expectAccessibleInBothThemes(page);
    await view(page).getByRole('button', { name: 'New run' }).click();
    await expect(runButton(page)).toBeFocused(longWait());
    await openRuns(page);

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
  await expect(details.getByRole('region', { name: 'Error' })).toContainText('The card was declined');
  await expect(details.getByRole('region', { name: 'Input' })).toContainText('"pace": 0');
  await expect(details.getByRole('img', { name: /^What ran: .* failed/ })).toBeVisible();
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
    .getByText(/^All \d+\+?$/)
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
    .getByText(/^Failed \d+\+?$/)
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

test('a column sorts by status, and the menu of a row has what can be done with its run', async ({
  studio,
}) => {
  const { page } = studio;
  await view(page)
    .getByText(/^All \d+\+?$/)
    .click();
  const header = grid(page).getByRole('columnheader', { name: 'Status' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  const statuses = grid(page).locator('[role=row] [role=gridcell]:nth-child(2)');
  await expect(statuses).toHaveText(['interrupted', 'failed', 'finished'], longWait());
  await header.getByRole('button').click();
  await expect(statuses).toHaveText(['finished', 'failed', 'interrupted']);
  await row(page, 'Release notes').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Run again…' })).toBeVisible();
  await expectAccessible(page, { within: '[role=menu]' });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const details = page.getByRole('region', { name: 'Run', exact: true });
  await expect(details.getByRole('region', { name: 'Question' })).toBeVisible(longWait());
  await expectAccessibleInBothThemes(page);
});

test('the input of one run, and those of several, are kept as files of the project', async ({
  studio: { page, dataFolder },
  studioOf,
}, { file: specFile }) => {
  const folder = join(dataFolder, 'project');
  await mkdir(folder);
  await row(page, 'Charge the card').click();
  const details = page.getByRole('region', { name: 'Run', exact: true });
  await details.getByRole('button', { name: 'Add to inputs…' }).click();
  // The server belongs to no project, so the folder is asked for, once.
  const one = page.getByRole('dialog', { name: 'Add to inputs' });
  const choose = (): Promise<void> => one.getByRole('button', { name: 'Choose folder' }).click();
  await chooseFolder(page, await studioOf(specFile), folder, choose);
  await one.getByRole('button', { name: 'Save input' }).click();
  await expect(one).toBeHidden(longWait());
  const files = async (): Promise<string[]> =>
    (await readdir(join(folder, 'inputs'), { recursive: true })).filter((name) => name.endsWith('.json'));
  expect(await files()).toHaveLength(1);

  await grid(page).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Selected runs' });
  await bar.getByRole('button', { name: 'Add to inputs…' }).click();
  const several = page.getByRole('dialog', { name: /^Save 3 inputs/ });
  await expect(several).toContainText(join(folder, 'inputs'));
  await expectAccessible(page, { within: '[role=dialog]' });
  await several.getByRole('button', { name: 'Save 3 inputs' }).click();
  await expect(several).toBeHidden(longWait());
  const names = await files();
  expect(names).toHaveLength(4);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'inputs', name), 'utf8')));
  const inputs = texts.map((text) => (JSON.parse(text) as { readonly input: unknown }).input);
  expect(inputs).toContainEqual({ topic: 'Tides', pace: 0 });
  await bar.getByRole('button', { name: 'Clear selection' }).click();
});

test('the window opens where it was left, with a thread and without', async ({ studio }) => {
  const { page } = studio;
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  await expect(page.getByRole('banner')).toContainText('Charge the card');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Charge the card', longWait());
  await expect(view(page)).toBeHidden();
  await page.getByRole('button', { name: /^Thread: / }).click();
  await page.getByRole('menuitem', { name: 'Close thread' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Threads' })).toBeVisible(longWait());
  await expect(view(page)).toBeHidden();
});
