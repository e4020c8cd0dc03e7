import type { Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { inspector } from '../pages/history.ts';
import { longWait } from '../pages/limits.ts';
import { expectRun, interruptCards, runButton } from '../pages/runs.ts';
import { waitForDemoServer } from '../pages/servers.ts';
import { writeJson } from '../pages/text-editor.ts';

/** What `plan` read, with one change instead of four. */
const edited = {
  topic: 'November release',
  changes: ['One change'],
  pace: 0,
  outline: [],
  text: '',
  checks: [],
  revision: 0,
  approved: false,
  note: '',
  log: [],
  published: null,
};

/** Counts what the mouse does in the page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const state = { clicks: 0 };
    Object.assign(window, { clicksOfSpec: state });
    window.addEventListener('pointerdown', () => (state.clicks += 1), { capture: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { clicksOfSpec: { clicks: number } }).clicksOfSpec.clicks);
}

test('a newcomer finds the node that made a value wrong, and tries it with another input, in twelve clicks', async ({
  studio,
}) => {
  const { page } = studio;
  const state = inspector(page);
  await waitForDemoServer(page);
  const clicks = await countClicks(page);

  // The text that waits for approval has the wrong sections.
  await runButton(page).click();
  await expectRun(page, 'waiting');
  await expect(interruptCards(page)).toContainText('## Highlights');

  // The node that wrote the text was told to: the sections are in what it read, and `plan` wrote them.
  await page.getByTestId('task-write:draft').click();
  await expect(state.getByRole('tree', { name: 'Input' })).toContainText('"Highlights"');
  await page.getByTestId('task-plan').click();
  await expect(state.getByRole('list', { name: 'Differences' })).toContainText('"Highlights"');

  // And if it had read one change only?
  await state.getByRole('button', { name: 'Edit input' }).click();
  const form = page.getByRole('region', { name: 'Edit state', exact: true });
  const values = form.getByRole('textbox', { name: 'State values' });
  await expect(values).toContainText('"changes"');
  await values.click();
  await writeJson(values, JSON.stringify(edited));
  await form.getByRole('button', { name: 'Save and run' }).click();
  await expect(interruptCards(page)).toContainText('## What is new', longWait());
  await expectRun(page, 'waiting');
  await page.getByTestId('task-plan').click();
  await expect(state.getByRole('tree', { name: 'Input' })).toContainText('One change');
  await expect(state.getByRole('list', { name: 'Differences' })).toContainText('"What is new"');

  expect(await clicks()).toBeLessThanOrEqual(12);
});
