import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus } from '../../pages/canvas.ts';
import { checkpoints, inspector, newestCheckpoint, story } from '../../pages/history.ts';
import { expectRun, startThread } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('the checkpoints of subgraphs open under the one that they led to, level by level', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, { assistant: 'writer', input: { topic: 'Time', pace: 0 }, until: 'waiting' });
  await expect(checkpoints(page)).toHaveCount(4);

  const write = checkpoints(page).filter({ hasText: /^write/ });
  await write.getByTestId('open-subgraphs').click();
  const inner = checkpoints(page).and(page.locator('[data-depth="1"]'));
  await expect(inner).toHaveCount(4);
  await inner.filter({ hasText: 'draft' }).click();
  await expect(inspector(page)).toContainText('Next');
  await expect(page.getByTestId('state-next')).toHaveText('deep');
  await expect(page.getByRole('button', { name: 'State of: write' })).toBeVisible();

  // The same by keys: the level below expands, and collapses again.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const deepest = checkpoints(page).and(page.locator('[data-depth="2"]'));
  await expect(deepest.filter({ hasText: /^check/ })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(deepest).toHaveCount(0);
  await write.getByTestId('open-subgraphs').click();
  await expect(checkpoints(page)).toHaveCount(4);
});

test('keys and the slider step through time, and graph and state follow', async ({ studio }) => {
  const { page } = studio;
  await newestCheckpoint(page).click();
  await page.keyboard.press('[');
  await expect(page.getByTestId('state-next')).toHaveText('write');
  await expectStatus(page, 'write', 'next');
  await page.keyboard.press('[');
  await expectStatus(page, 'plan', 'next');
  // As LangGraph counts: the input is step -1.
  await expect(story(page)).toContainText('step 0 of 2');
  await page.keyboard.press(']');
  await expectStatus(page, 'write', 'next');
  await story(page).getByRole('slider').press('End');
  await expect(newestCheckpoint(page)).toHaveAttribute('aria-selected', 'true');
});

test('run from here names what runs again, and the fork gets a lane of its own', async ({ studio }) => {
  const { page } = studio;
  const plan = checkpoints(page).filter({ hasText: 'plan' });
  await plan.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Run from here/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('write runs again from the checkpoint (step 1)');
  await expect(dialog).toContainText('write is a subgraph');
  await expect(dialog).toContainText('later checkpoints are kept');
  await expectStatus(page, 'write', 'next');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expectRun(page, 'waiting');

  // The server marks the start of the run with a copy of the checkpoint; nothing earlier is lost.
  await expect(checkpoints(page)).toHaveCount(6);
  await expect(story(page)).toContainText('1 fork');
  const other = checkpoints(page).and(page.locator('[data-lane="1"]'));
  await expect(other).toHaveCount(1);
  await expect(other).toContainText('write');
});

test('the old branch is a step away, and stepping stays on it', async ({ studio }) => {
  const { page } = studio;
  const other = checkpoints(page).and(page.locator('[data-lane="1"]'));
  await other.click();
  await expect(page.getByTestId('state-next')).toHaveText('review');
  await page.keyboard.press('[');
  await expect(page.getByTestId('state-next')).toHaveText('write');
  await page.keyboard.press(']');
  await expect(other).toHaveAttribute('aria-selected', 'true');

  await newestCheckpoint(page).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with selected checkpoint' }).click();
  await expect(inspector(page).getByRole('button', { name: /^Compare with: Step 2/ })).toBeVisible();
  await expect(inspector(page)).toContainText('No difference');
});

test('a filter asks the server for metadata and looks for nodes among what is loaded', async ({ studio }) => {
  const { page } = studio;
  await story(page).getByRole('button', { name: 'Filter checkpoints' }).click();
  await page.getByRole('textbox', { name: 'Step' }).fill('-1');
  await expect(checkpoints(page)).toHaveCount(1);
  await expect(checkpoints(page)).toContainText('input');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Node: Any' }).click();
  await page.getByRole('menuitemradio', { name: 'write' }).click();
  await expect(checkpoints(page)).toHaveCount(2);
  await expect(story(page)).toContainText('2 of 6 loaded checkpoints were written by write.');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(checkpoints(page)).toHaveCount(6);
  await page.keyboard.press('Escape');
});
