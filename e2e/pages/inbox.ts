import { expect, type Locator, type Page } from 'playwright/test';

/** Opens the inbox and waits for its list. */
export async function openInbox(page: Page): Promise<Locator> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Inbox/ })
    .click();
  const list = page.getByRole('region', { name: 'Inbox' });
  await expect(list).toBeVisible();
  return list;
}

export function inboxRows(page: Page): Locator {
  return page.getByRole('region', { name: 'Inbox' }).getByRole('option');
}

export function inboxDetail(page: Page): Locator {
  return page.getByRole('region', { name: 'Question', exact: true });
}
