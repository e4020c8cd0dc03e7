import { expect, test } from '../hosts/fixture.ts';
import { pickAssistant } from '../pages/canvas.ts';
import { inspector } from '../pages/history.ts';
import { expectRun, newThread, startRun } from '../pages/runs.ts';
import { demoIsConnected } from '../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('a state is searched, folded, and read as messages and as a table', async ({ studio }) => {
  const { page } = studio;
  await demoIsConnected(page);
  await pickAssistant(page, 'support');
  await newThread(page);
  await startRun(page, { messages: [{ role: 'user', content: 'Where is order 4711?' }], pace: 0 });
  await expectRun(page, 'finished');
  const state = inspector(page);
  const tree = state.getByRole('tree', { name: 'State tree' });
  const find = state.getByRole('searchbox', { name: 'Find in state tree' });
  // The message lies in a list that is closed: going to it opens the list.
  await find.fill('WHERE IS ORDER');
  await find.press('Enter');
  await expect(state.getByRole('group', { name: /search and fold/ })).toContainText('1 of 1');
  const message = tree.getByRole('treeitem', { name: /^0 human/ });
  await message.click();
  await expect(tree.locator('p').filter({ hasText: 'Where is order 4711?' })).toBeVisible();

  await find.fill('');
  await state.getByRole('button', { name: 'Collapse all' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const list = tree.getByRole('treeitem', { name: /messages/ });
  await list.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /Copy Python path/ })).toContainText(
    'state["values"]["messages"]',
  );
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  const table = state.getByRole('table', { name: 'values.messages' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await table.getByRole('button', { name: 'type', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'type' })).toHaveAttribute('aria-sort', 'ascending');
});

test('any two checkpoints are compared', async ({ studio }) => {
  const state = inspector(studio.page);
  await state.getByRole('tab', { name: 'Diff' }).click();
  const differences = state.getByRole('list', { name: 'Differences' });
  await expect(differences).toContainText('messages[3] added');
  await state.getByRole('button', { name: /^Compare with: The checkpoint before/ }).click();
  await studio.page
    .getByRole('menuitemradio', { name: /Step 1 / })
    .first()
    .click();
  await expect(differences.getByRole('listitem')).toHaveCount(3);
});
