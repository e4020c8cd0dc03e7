import { expect, test } from '../../hosts/fixture.ts';
import { expectStatus } from '../../pages/canvas.ts';
import { checkpoints, inspector, story } from '../../pages/history.ts';
import { closeSheet, dock, expectRun, interruptCards, openSheet, startThread } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { replaceText } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

test(
  'what led to a fork counts as run on its branch, and what ran on the other branch alone does not',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await startThread(page, { assistant: 'writer', input: { topic: 'Forks', pace: 0 }, until: 'waiting' });
    await openSheet(page);
    await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    await expectStatus(page, 'publish', 'finished');

    await checkpoints(page).filter({ hasText: 'plan' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Run from here/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await expect(story(page)).toContainText('1 fork');
    await expectRun(page, 'waiting');
    await openSheet(page);
    // Before the fork, and not run again.
    await expectStatus(page, 'plan', 'finished');
    await expectStatus(page, 'write', 'finished');
    await expectStatus(page, 'write:deep:check', 'finished');
    await expectStatus(page, 'review', 'waiting');
    // It ran only on the old branch.
    await expectStatus(page, 'publish', 'idle');
  },
);

test(
  'after the interrupt of a fork is answered, no node of its branch is called not run',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    for (const id of [
      'plan',
      'write',
      'write:draft',
      'write:deep',
      'write:deep:check',
      'review',
      'publish',
    ]) {
      await expectStatus(page, id, 'finished');
    }
  },
);

test(
  'after an edit of the past and a plain continue, what ran on the old branch alone does not count',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, { input: { topic: 'Edits', pace: 0 }, until: 'waiting' });
    await openSheet(page);
    await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    await expectStatus(page, 'publish', 'finished');

    await closeSheet(page);
    await checkpoints(page).filter({ hasText: 'plan' }).click();
    await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
    const edit = page.getByRole('region', { name: 'Edit state' });
    await replaceText(edit.getByRole('textbox', { name: 'State values' }), '"Edits"', '"Edited"');
    await edit.getByRole('button', { name: 'Save as fork' }).click();
    await expect(story(page)).toContainText('1 fork');
    await openSheet(page);
    await dock(page).getByRole('button', { name: 'Continue' }).click();
    await expectStatus(page, 'review', 'waiting');
    await expectRun(page, 'waiting');
    await openSheet(page);
    // The run's request names no checkpoint; its parent is known from the history.
    await expectStatus(page, 'publish', 'idle');
    await expectStatus(page, 'plan', 'finished');
    await expectStatus(page, 'write', 'finished');
  },
);
