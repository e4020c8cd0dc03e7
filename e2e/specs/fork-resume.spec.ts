import { expect, test } from '../hosts/fixture.ts';
import { expectStatus, pickAssistant } from '../pages/canvas.ts';
import { checkpoints, history } from '../pages/history.ts';
import { dock, expectRun, interruptCards, newThread, startRun } from '../pages/runs.ts';
import { demoIsConnected } from '../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('T-1: what led to a fork counts as run on its branch, and what ran on the other branch alone does not', async ({
  studio,
}) => {
  const { page } = studio;
  await demoIsConnected(page);
  await pickAssistant(page, 'writer');
  await newThread(page);
  await startRun(page, { topic: 'Forks', pace: 0 });
  await expectRun(page, 'waiting');
  await interruptCards(page).getByText('Approve', { exact: true }).click();
  await dock(page)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expectRun(page, 'finished');
  await expectStatus(page, 'publish', 'finished');

  await checkpoints(page).filter({ hasText: 'plan' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Run from here/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
  await expect(history(page)).toContainText('1 fork');
  await expectRun(page, 'waiting');
  // Before the fork, and not run again.
  await expectStatus(page, 'plan', 'finished');
  await expectStatus(page, 'write', 'finished');
  await expectStatus(page, 'write:deep:check', 'finished');
  await expectStatus(page, 'review', 'waiting');
  // It ran on the old branch only.
  await expectStatus(page, 'publish', 'idle');
});

test('T-1: after the interrupt of a fork is answered, no node of its branch is called not run', async ({
  studio,
}) => {
  const { page } = studio;
  await interruptCards(page).getByText('Approve', { exact: true }).click();
  await dock(page)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expectRun(page, 'finished');
  for (const id of ['plan', 'write', 'write:draft', 'write:deep', 'write:deep:check', 'review', 'publish']) {
    await expectStatus(page, id, 'finished');
  }
});
