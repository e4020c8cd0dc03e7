import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../hosts/fixture.ts';
import { removeFolder } from '../hosts/remove-folder.ts';
import { startProgram } from '../hosts/web.ts';
import { expectAccessible } from '../pages/axe.ts';
import { clicksOf } from '../pages/clicks.ts';
import { inspector } from '../pages/history.ts';
import { longWait } from '../pages/limits.ts';
import { closeSheet, dock, expectRun, interruptCards, openSheet, runButton } from '../pages/runs.ts';
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

test('a newcomer finds the node that made a value wrong, and tries it with another input, in twelve clicks', async ({
  studio,
}) => {
  const { page } = studio;
  const state = inspector(page);
  await waitForDemoServer(page);

  const clicks = await clicksOf(page, async () => {
    // The text that waits for approval has the wrong sections.
    await runButton(page).click();
    await expectRun(page, 'waiting');
    await openSheet(page);
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
    await expectRun(page, 'waiting');
    await openSheet(page);
    await expect(interruptCards(page)).toContainText('## What is new', longWait());
    await page.getByTestId('task-plan').click();
    await expect(state.getByRole('tree', { name: 'Input' })).toContainText('One change');
    await expect(state.getByRole('list', { name: 'Differences' })).toContainText('"What is new"');
  });
  expect(clicks).toBeLessThanOrEqual(12);
});

test('a new studio shows three ways to begin, and its demo invites to a run, an answer and a look back, once each', async ({
  newContext,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'newcomer-'));
  const program = startProgram(folder, { isNewcomer: true });
  try {
    const page = await (await newContext()).newPage();
    await page.goto(await program.firstAddress);
    // A window has that heading, too, for screen readers.
    await expect(page.getByRole('button', { name: /^Try the demo/ })).toBeVisible(longWait());
    expect(await page.getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^Try the demo/),
      expect.stringMatching(/^Open your project/),
      expect.stringMatching(/^Connect to a server/),
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForDemoServer(page);

    const invitation = page.getByRole('region', { name: 'First steps' });
    await closeSheet(page);
    await expect(invitation).toContainText('Press Run at the top right');
    await openSheet(page);
    await expect(invitation).toContainText('Press Run below the input');
    await expectAccessible(page, { within: '[aria-label="First steps"]' });
    await runButton(page).click();
    await expect(invitation).toHaveCount(0);
    await expectRun(page, 'waiting');
    await expect(invitation).toContainText('Answer it on the left');
    await dock(page)
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    await expect(invitation).not.toContainText('Answer it on the left');
    await expectRun(page, 'finished');
    await expect(invitation).toContainText('Select an earlier checkpoint');
    await invitation.getByRole('button', { name: 'Close' }).click();
    await expect(invitation).toHaveCount(0);

    // None of it comes back.
    await page.getByRole('button', { name: /^Thread: / }).click();
    await page.getByRole('menuitem', { name: 'Close thread' }).click();
    await expect(invitation).toHaveCount(0);
    await page.reload();
    await waitForDemoServer(page);
    await expect(runButton(page)).toBeVisible();
    await expect(invitation).toHaveCount(0);
  } finally {
    await program.stop();
    await removeFolder(folder);
  }
});
