import { startRealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, openSheetTab, setJson, startThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test('an assistant is copied, edited as a version, compared, set back and deleted', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await openView(page, 'Assistants');
  const list = page.getByRole('listbox', { name: 'Assistants of writer' });

  await list.getByRole('option', { name: /^writer/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  const creating = page.getByRole('dialog', { name: 'New assistant' });
  await creating.getByRole('textbox', { name: 'Name' }).fill('Short notes');
  await creating.getByRole('button', { name: 'Create assistant' }).click();
  await expect(list.getByRole('option', { name: /^Short notes/ })).toHaveAttribute('aria-selected', 'true');

  // Found by a word of its name; the others are left out.
  const search = page
    .getByRole('textbox', { name: 'Search assistants' })
    .or(page.getByRole('searchbox', { name: 'Search assistants' }));
  await search.fill('short');
  await expect(page.getByRole('listbox', { name: /^Assistants of / })).toHaveCount(1);
  await expect(list.getByRole('option')).toHaveCount(1);
  await search.fill('');
  await expect(list.getByRole('option')).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit the selected assistant' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit “Short notes”' });
  const choice = editing.getByRole('radiogroup', { name: 'Write the config as' });
  const json = editing.getByRole('textbox', { name: 'Config', exact: true });
  // The editor becomes a form once the schema comes, unless something was typed in it by then.
  await expect(async () => {
    if (await choice.isVisible()) await choice.getByRole('radio', { name: 'JSON' }).click({ timeout: 1000 });
    await json.waitFor({ timeout: 1000 });
    await setJson(editing, 'Config', '{"configurable": {"style": "short"}}');
  }).toPass(longWait());
  await expectAccessible(page, { within: '[role="dialog"]' });
  // The first Escape is the editor's. What was typed is not lost by the second.
  await page.keyboard.press('Escape');
  await expect(editing.getByText('Tab leaves the editor')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editing.getByRole('status').getByText('Your changes are not saved.')).toBeVisible();
  await editing.getByRole('button', { name: 'Save as new version' }).click();
  await expect(editing).toHaveCount(0);
  await expect(list.getByRole('option', { name: /^Short notes/ })).toContainText('v2');

  await list.getByRole('option', { name: /^Short notes/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of “Short notes”' });
  await expect(versions.getByRole('option', { name: /^Version 2/ })).toContainText('in use');
  await expect(versions).toContainText('short');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await versions.getByRole('option', { name: /^Version 1/ }).click();
  await versions.getByRole('button', { name: 'Use version 1' }).click();
  await expect(versions.getByRole('option', { name: /^Version 1/ })).toContainText('in use');
  await versions.getByRole('button', { name: 'Close' }).last().click();

  await list.getByRole('option', { name: /^Short notes/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete assistant' }).click();
  await expect(list.getByRole('option', { name: /^Short notes/ })).toHaveCount(0);
});

test(
  'a setting of a node is tried on a checkpoint, and saved as a version',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const server = await startRealServer({ settings: true });
    try {
      await waitForDemoServer(page);
      await addAndUseServer(page, { address: server.url, name: 'Letters' });
      await openView(page, 'Threads');
      await startThread(page, { input: { name: 'Ada' }, until: 'finished' });
      await page.getByTestId('node-write').click();
      // The server does not apply the default of the schema (docs/protocol.md, Schemas and subgraphs).
      await expect(inspector(page).getByRole('region', { name: 'Output' })).toContainText('none');
      const settings = inspector(page).getByRole('region', { name: 'Settings' });
      await settings.getByRole('button', { name: 'Settings' }).click();
      await settings.getByRole('button', { name: 'Set closing' }).click();
      const closing = settings.getByRole('textbox', { name: 'closing' });
      await closing.fill('Yours,\nthe studio');
      await expectAccessible(page, { within: 'section[aria-label="Settings"]' });

      await settings.getByRole('button', { name: 'Try on this checkpoint' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run write again?' });
      await expect(dialog).toContainText('they are not saved');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(inspector(page).getByRole('region', { name: 'Output' })).toContainText('Yours,');

      // The edit is still there, and is saved.
      await expect(closing).toHaveValue('Yours,\nthe studio');
      await settings.getByRole('button', { name: 'Save as new version' }).click();
      await expect(settings).toContainText('version 2');
      await expect(closing).toHaveValue('Yours,\nthe studio');

      // The assistant's tab of the run sheet says where each value comes from.
      await openSheetTab(page, 'Assistant');
      await dock(page).getByText('Where each value comes from').click();
      const sources = dock(page).getByRole('table', { name: 'Context: where each value comes from' });
      await expect(sources.getByRole('row', { name: /closing/ })).toContainText('assistant');
      await expect(sources.getByRole('row', { name: /color/ })).toContainText('not set');
      await expectAccessible(page, { within: 'section[aria-label="Run sheet"]' });
    } finally {
      await server.stop();
    }
  },
);
