import type { Locator, Page } from 'playwright/test';

export function checkpoints(page: Page): Locator {
  return page.getByTestId('checkpoint-row');
}

export function history(page: Page): Locator {
  return page.getByRole('region', { name: 'History', exact: true });
}

export async function openView(
  page: Page,
  name: 'Threads' | 'Compare' | 'Assistants' | 'Webhooks',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
}

export function inspector(page: Page): Locator {
  return page.getByRole('region', { name: 'State', exact: true });
}
