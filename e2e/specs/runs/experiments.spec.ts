import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

async function newTable(page: Page): Promise<Locator> {
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
  await page.getByRole('radio', { name: 'Experiments' }).check();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  return page.getByRole('dialog', { name: 'Run a table of inputs' });
}

test(
  'a pasted table runs as an experiment, row by row on threads of their own',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    const dialog = await newTable(page);
    const inputs = dialog.getByRole('textbox', { name: 'Inputs' });
    await inputs.fill('topic,pace\ntides,soon\nmoons,0');
    await expect(dialog.getByRole('alert')).toContainText('Line 2: "pace" must be JSON');
    await inputs.fill('topic,pace\ntides,0\nmoons,0');
    await expect(dialog.getByRole('group', { name: 'The first inputs' })).toContainText(
      '{"topic": "tides", "pace": 0}',
    );
    await expectAccessible(page, { within: '[role="dialog"]' });
    await dialog.getByRole('button', { name: 'Start 2 runs' }).click();
    const experiment = page.getByRole('region', { name: 'Experiment', exact: true });
    await expect(experiment.getByRole('status').first()).toHaveText(
      '0 of 2 ended, 2 waiting for an answer',
      longWait(),
    );
    await experiment.getByRole('option', { name: /moons/ }).click();
    await expectAccessible(page, { within: 'section[aria-label="Experiments"]' });
    await experiment.getByRole('button', { name: 'Open its thread' }).click();
    await expect(page.getByRole('banner')).toContainText('writer #2');
  },
);

test('the rows of a table have the checks that it was given', async ({ studio: { page } }) => {
  const dialog = await newTable(page);
  await dialog.getByRole('textbox', { name: 'Inputs' }).fill('topic,pace\ntides,0\nmoons,0');
  await dialog.getByRole('button', { name: 'Add check' }).click();
  // What a check may reach beyond the server is remembered of a folder of files.
  await expect(page.getByRole('menuitem', { name: 'Score of a judge' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Score of a command' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Expression holds' }).click();
  await dialog.getByRole('textbox', { name: 'Expression' }).fill('topic == "tides"');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Use check' }).click();
  await expect(dialog.getByRole('region', { name: 'Checks' })).toContainText('topic == "tides"');
  await dialog.getByRole('button', { name: 'Start 2 runs' }).click();
  const experiment = page.getByRole('region', { name: 'Experiment', exact: true });
  await expect(experiment.getByRole('status').first()).toHaveText(
    '2 of 2 ended: 1 passed, 1 failed',
    longWait(),
  );
});

test(
  'a table of thousands scrolls to its end, and is stopped at once',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    const dialog = await newTable(page);
    const lines = Array.from({ length: 3000 }, (_, index) => `{"topic":"row ${index + 1}","pace":60000}`);
    // Typed as one text, Chromium takes 14 seconds for it, on an empty page too.
    const buffer = Buffer.from(lines.join('\n'));
    const file = { name: 'rows.jsonl', mimeType: 'application/jsonl', buffer };
    await dialog.getByLabel('Or read a file').setInputFiles(file);
    await dialog.getByRole('textbox', { name: 'Maximum at a time' }).fill('2');
    await dialog.getByRole('button', { name: 'Start 3,000 runs' }).click();
    const experiment = page.getByRole('region', { name: 'Experiment', exact: true });
    await expect(experiment.getByRole('status').first()).toContainText('2 not ended, 2,998 waiting to start');
    const rows = experiment.getByRole('listbox', { name: 'Rows' });
    await rows.getByRole('option').first().click();
    await rows.press('End');
    await expect(rows.getByRole('option', { name: /#3000 / })).toContainText('waiting to start');
    // Only what is in view is on the page.
    expect(await rows.getByRole('option').count()).toBeLessThan(100);
    await experiment.getByRole('button', { name: 'Stop…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop runs' }).click();
    await expect(experiment).toContainText('Cancelled 2 runs.');
    await expect(experiment.getByRole('status').first()).toHaveText(
      '2 of 3,000 ended: 2 stopped, 2,998 waiting to start',
    );
  },
);
