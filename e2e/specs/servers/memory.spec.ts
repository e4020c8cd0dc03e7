import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

const view = (page: Page): Locator => page.getByRole('region', { name: 'Memory', exact: true });
const items = (page: Page): Locator => page.getByRole('listbox', { name: 'Items' }).getByRole('option');
const detail = (page: Page): Locator => page.getByRole('region', { name: 'Item', exact: true });

async function createItem(page: Page, namespace: string, key: string, value: object): Promise<void> {
  await view(page).getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New item' });
  await dialog.getByRole('textbox', { name: 'Namespace' }).fill(namespace);
  await dialog.getByRole('textbox', { name: 'Key' }).fill(key);
  await writeJson(dialog.getByRole('textbox', { name: 'Value' }), JSON.stringify(value));
  await dialog.getByRole('button', { name: 'Create item' }).click();
  await expect(dialog).toHaveCount(0);
}

test('items of the store are created, found, edited and deleted', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(view(page)).toContainText('No items yet');
  await createItem(page, 'users / ada', 'name', { name: 'Ada', kind: 'person' });
  await createItem(page, 'users / ada / notes', 'first', { text: 'Likes tides', kind: 'note' });
  await createItem(page, 'docs', 'index', { kind: 'page' });
  await expect(items(page)).toHaveCount(3);
  // The demo server ignores the text of a search.
  const text = view(page).getByRole('textbox', { name: 'Search items by text' });
  await text.fill('TIDES');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  await expect(view(page)).toContainText('This server ignores the text, so the studio searched its items');
  await text.fill('');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(3);

  await page.getByRole('listbox', { name: 'Namespaces' }).getByRole('option', { name: 'ada' }).click();
  await expect(items(page)).toHaveCount(2);
  await view(page).getByRole('textbox', { name: 'Value contains' }).fill('{"kind": "note"}');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  await items(page).first().click();
  await expect(detail(page)).toContainText('Likes tides');
  await view(page).getByRole('button', { name: 'Count items' }).click();
  await expect(
    page.getByRole('listbox', { name: 'Namespaces' }).getByRole('option', { name: 'users' }),
  ).toContainText('2');

  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await writeJson(
    detail(page).getByRole('textbox', { name: 'Value' }),
    JSON.stringify({ text: 'Likes harbours', kind: 'note' }),
  );
  // An edit that is not saved is there again after another view.
  const rail = page.getByRole('navigation', { name: 'Views' });
  await rail.getByRole('button', { name: 'Crons' }).click();
  await rail.getByRole('button', { name: 'Memory' }).click();
  await page.getByRole('option', { name: /^first/ }).click();
  await expect(detail(page).getByRole('textbox', { name: 'Value' })).toContainText('Likes harbours');
  // And after a reload, with its life.
  await detail(page)
    .getByRole('textbox', { name: /^Time to live in minutes/ })
    .fill('0');
  await expect(detail(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await detail(page)
    .getByRole('textbox', { name: /^Time to live in minutes/ })
    .fill('90');
  await page.reload();
  await waitForDemoServer(page);
  await rail.getByRole('button', { name: 'Memory' }).click();
  await page.getByRole('option', { name: /^first/ }).click();
  await expect(detail(page).getByRole('textbox', { name: 'Value' })).toContainText('Likes harbours');
  await expect(detail(page).getByRole('textbox', { name: /^Time to live in minutes/ })).toHaveValue('90');
  await detail(page).getByRole('button', { name: 'Save' }).click();
  await expect(detail(page)).toContainText('Likes harbours');
  await expectAccessible(page, { within: 'section[aria-label="Memory"]' });

  await detail(page).getByRole('button', { name: 'Delete item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “first”?' });
  await expect(dialog).toContainText('Demo server');
  await dialog.getByRole('button', { name: 'Delete item' }).click();
  await expect(items(page)).toHaveCount(2);
});
