import type { Locator, Page } from 'playwright/test';

export function checkpoints(page: Page): Locator {
  return page.getByTestId('checkpoint-row');
}

/** The row of the newest checkpoint, wherever it stands. */
export function newestCheckpoint(page: Page): Locator {
  return checkpoints(page).and(page.locator('[data-newest="true"]'));
}

/** Rows of what ran from a checkpoint and has made none. */
export function outcomes(page: Page): Locator {
  return page.getByTestId('outcome-row');
}

/** Questions that wait, in the story. */
export function storyQuestions(page: Page): Locator {
  return page.getByTestId('question-row');
}

/** The lines above the turns, newest first. */
export function turns(page: Page): Locator {
  return page.getByTestId('turn-row');
}

export function storyTree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Turns, newest first' });
}

export function story(page: Page): Locator {
  return page.getByRole('region', { name: 'Story', exact: true });
}

export async function openView(
  page: Page,
  name: 'Runs' | 'Threads' | 'Compare' | 'Assistants' | 'Webhooks',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true }).click();
}

export function inspector(page: Page): Locator {
  return page.getByRole('region', { name: 'State', exact: true });
}
