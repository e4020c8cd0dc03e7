import { randomUUID } from 'node:crypto';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { makeThread, threadList, threadMenu, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

test('threads are made with a name and metadata, renamed, tagged and copied', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await makeThread(page, 'Refund for Mia', { owner: 'mia' });
  await expect(threadRow(page, /Refund for Mia/)).toHaveAttribute('aria-selected', 'true');

  await threadMenu(page, /Refund for Mia/, /Rename/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Refund, Mia');
  await page.getByRole('textbox', { name: 'Tags' }).fill('billing, urgent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(threadRow(page, /Refund, Mia/)).toContainText('billing');

  await threadMenu(page, /Refund, Mia/, /Duplicate/);
  await expect(threadRow(page, /Refund, Mia/)).toHaveCount(2);
});

test('a thread is cloned to a server, here its own, and the clone is opened', async ({ studio }) => {
  const { page } = studio;
  await threadMenu(page, /Refund, Mia/, 'Clone to server');
  await page.getByRole('textbox', { name: 'Name' }).fill('Cloned');
  await page.getByRole('button', { name: 'Clone thread' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('The thread is cloned.');
  await page.getByRole('button', { name: 'Open clone' }).click();
  await expect(threadRow(page, /Cloned/)).toHaveAttribute('aria-selected', 'true');
  await expect(threadRow(page, /Cloned/)).toContainText('billing');
  await threadMenu(page, /Cloned/, /Delete/);
  await page.getByRole('button', { name: 'Delete thread' }).click();
  await expect(threadRow(page, /Cloned/)).toHaveCount(0);
});

test('the server filters and sorts, and the list says what it shows', async ({ studio }) => {
  const { page } = studio;
  await makeThread(page, 'Somebody else', { owner: 'ada' });
  const list = threadList(page);
  await list.getByRole('button', { name: 'Filter and sort' }).click();
  const filters = page.getByRole('dialog', { name: 'Filter and sort threads' });
  const metadata = filters.getByRole('textbox', { name: 'Metadata contains' });
  await metadata.fill('{"owner": ');
  await expect(filters.getByRole('alert')).toBeVisible();
  await metadata.fill('{"owner": "ada"}');
  await metadata.press('Enter');
  await expect(list.getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: 'Filter and sort, 1 set' })).toBeFocused();
  await page.reload();
  await expect(list.getByRole('option')).toHaveCount(1);
  await list.getByRole('button', { name: 'Filter and sort, 1 set' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(list.getByRole('option')).toHaveCount(3);
  await page.keyboard.press('Escape');
});

test('a thread is opened by an id that no list shows', async ({ studio }) => {
  const { page } = studio;
  const list = threadList(page);
  const filter = list.getByRole('searchbox', { name: 'Search threads' });
  await filter.fill(randomUUID());
  await list.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByText('Not found on the server').first()).toBeVisible();
  await filter.fill('');
});

test('deleting names the threads and the server, and many ask for their number', async ({ studio }) => {
  const { page } = studio;
  await threadMenu(page, /Somebody else/, 'Delete Delete');
  const one = page.getByRole('dialog', { name: 'Delete “Somebody else”?' });
  await expect(one).toContainText('Demo server');
  await one.getByRole('button', { name: 'Delete thread' }).click();
  await expect(threadRow(page, /Somebody else/)).toHaveCount(0);

  await threadMenu(page, /Refund, Mia/, 'Select multiple');
  const list = threadList(page);
  await list.getByRole('button', { name: 'All', exact: true }).click();
  const count = 2;
  await expect(list.getByRole('option')).toHaveCount(count);
  await list.getByRole('button', { name: 'Delete the selected threads' }).click();
  const many = page.getByRole('dialog', { name: `Delete ${count} threads?` });
  const go = many.getByRole('button', { name: `Delete ${count} threads` });
  await expect(go).toBeDisabled();
  await many.getByRole('textbox', { name: `Type ${count} to confirm` }).fill(String(count));
  await expectAccessible(page);
  await go.click();
  await expect(list.getByText('No threads yet')).toBeVisible();
});
