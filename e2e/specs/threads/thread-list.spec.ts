import type { Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { startThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { makeThread, threadList, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

let many: FakeServer;

test.beforeAll(async () => {
  many = await startFakeServer();
  for (let index = 0; index < 250; index += 1) await makeElsewhere(`Thread number ${index}`);
});

test.afterAll(() => many.close());

/** Sent by another client. */
async function send(method: string, path: string, body: unknown): Promise<{ readonly thread_id: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${many.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as { thread_id: string };
}

const makeElsewhere = (name: string) => send('POST', '/threads', { metadata: { graph_id: 'exact', name } });

const rows = (page: Page) => threadList(page).getByRole('option');

test('the server finds threads by status, graph and values', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, {
    assistant: 'writer',
    input: { topic: 'Looked for', pace: 0 },
    until: 'waiting',
  });
  await makeThread(page, 'Never ran');
  await pickAssistant(page, 'support');
  await makeThread(page, 'Of another graph');
  await expect(rows(page)).toHaveCount(3);

  await threadList(page).getByRole('button', { name: 'Filter and sort' }).click();
  const filters = page.getByRole('dialog', { name: 'Filter and sort threads' });
  const choose = async (what: string, choice: string | RegExp): Promise<void> => {
    await filters.getByRole('button', { name: new RegExp(`^${what}:`) }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
  };
  await choose('Graph', 'support');
  await expect(rows(page)).toHaveCount(1);
  await expect(threadRow(page, /Of another graph/)).toBeVisible();
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await choose('Status', /interrupted/i);
  await expect(rows(page)).toHaveCount(1);
  await expect(threadRow(page, /interrupted/)).toBeVisible();
  await filters.getByRole('button', { name: 'Clear filters' }).click();

  const values = filters.getByRole('textbox', { name: 'Values contain' });
  await values.fill('{"topic": "Looked for"}');
  await values.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await values.fill('{"topic": "Not there"}');
  await values.press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await threadList(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test(
  'what others make and change appears by itself, and is marked until it is looked at',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await addAndUseServer(page, { address: many.url, name: 'Many' });
    await openView(page, 'Threads');
    await expect(rows(page).first()).toContainText(/Thread number 24\d/);
    const { thread_id: id } = await makeElsewhere('From elsewhere');
    const row = threadRow(page, /From elsewhere/);
    await expect(row).toContainText('changed', longWait());
    await row.click();
    await expect(row).not.toContainText('changed');
    await expect(rows(page).first()).toContainText('From elsewhere');
    await rows(page).nth(1).click();
    await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await send('POST', `/threads/${id}/state`, { values: { note: 'later' }, as_node: 'receive' });
    await expect(row).toContainText('changed', longWait());
  },
);

test(
  'hundreds of threads come as they are scrolled to, and only those in view are drawn',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const list = threadList(page).getByRole('listbox');
    await expect(async () => {
      await list.evaluate((element) => {
        const scroller = [element, ...ancestors(element)].find(
          (one) => one.scrollHeight > one.clientHeight + 1,
        );
        scroller?.scrollTo(0, scroller.scrollHeight);
        function ancestors(from: Element): Element[] {
          return from.parentElement ? [from.parentElement, ...ancestors(from.parentElement)] : [];
        }
      });
      expect(await threadRow(page, 'Thread number 0').count()).toBe(1);
    }).toPass({ ...longWait(), intervals: [50] });
    expect(await rows(page).count()).toBeLessThan(80);
    const filter = threadList(page).getByRole('searchbox', { name: 'Search threads' });
    await filter.fill('number 123');
    await expect(threadRow(page, /Thread number 123/)).toBeVisible();
    await filter.fill('');
  },
);

test(
  'a search finds threads that are not loaded, by metadata and by values',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const { thread_id: id } = await send('POST', '/threads', {
      metadata: { graph_id: 'exact', name: 'Old and quiet', owner: 'mia-4711' },
    });
    await send('POST', `/threads/${id}/state`, { values: { note: 'kept' }, as_node: 'receive' });
    for (let index = 0; index < 120; index += 1) await makeElsewhere(`Newer ${index}`);
    await page.reload();
    await expect(rows(page).first()).toContainText(/Newer/);
    await expect(threadRow(page, /Old and quiet/)).toHaveCount(0);
    const search = threadList(page).getByRole('searchbox', { name: 'Search threads' });
    const note = threadList(page).getByRole('status');
    await search.fill('mia-4711');
    await expect(threadRow(page, /Old and quiet/)).toBeVisible();
    await expect(note).toContainText(/Searched all \d+ threads by name, ID and metadata/);
    await search.fill('{"note": "kept"}');
    await expect(threadRow(page, /Old and quiet/)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(note).toContainText('Searched metadata and values on the server.');
    await search.fill('');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('mia-4711');
    await expect(page.getByRole('option', { selected: true })).toContainText('Old and quiet');
    await page.keyboard.press('Escape');
  },
);
