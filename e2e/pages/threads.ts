import type { Locator, Page } from 'playwright/test';
import { writeJson } from './text-editor.ts';

export function threadList(page: Page): Locator {
  return page.getByRole('region', { name: 'Threads' });
}

export function threadRow(page: Page, name: string | RegExp): Locator {
  return threadList(page).getByRole('option', { name });
}

/** Creates a named thread in the dialog. */
export async function makeThread(page: Page, name: string, metadata?: object): Promise<void> {
  await threadList(page)
    .getByRole('button', { name: /^Create a thread with/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (metadata) await writeJson(dialog.getByRole('textbox', { name: 'Metadata' }), JSON.stringify(metadata));
  await dialog.getByRole('button', { name: 'Create thread' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Selects an entry in the menu of the first thread with this name. */
export async function threadMenu(page: Page, name: string | RegExp, entry: string | RegExp): Promise<void> {
  await threadRow(page, name).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}
