import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { dockStatuses, recordPanes } from '../../pages/pane-recording.ts';
import { dock, expectRun, newThread, openModelMessages, openSheetTab, runSheet } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'serial' });

test('a graph with messages opens its chat by itself, which is the one place for messages', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'support');
  await newThread(page);
  await expect(dock(page).getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true');
  await expect(dock(page).getByRole('tab', { name: 'Messages' })).toHaveCount(0);
  // The chat is as wide as the graph above it.
  const widthOf = async (part: string): Promise<number> =>
    page.locator(`[data-pane=${part}]`).evaluate(({ clientWidth }) => clientWidth);
  expect(await widthOf('dock')).toBe(await widthOf('canvas'));
  await pickAssistant(page, 'writer');
  await expect(dock(page).getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  await expect(dock(page).getByRole('tab', { name: 'Chat' })).toHaveCount(0);
  await pickAssistant(page, 'support');
});

test('the run sheet leads to the chat, and the answer streams where it was asked', async ({ studio }) => {
  const { page } = studio;
  await newThread(page);
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  await openSheetTab(page, 'Input');
  await runSheet(page).getByRole('button', { name: 'Write a message' }).click();
  const chat = dock(page).getByRole('region', { name: 'Chat' });
  const message = chat.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeFocused();
  await page.keyboard.type('Where is order 4711?');
  // A look now and then may miss that it runs.
  const record = await recordPanes(page);
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('article').filter({ hasText: 'Where is order 4711?' })).toHaveCount(1);
  await expect(chat.getByRole('article')).not.toHaveCount(1);
  await expectRun(page, 'finished');
  expect(dockStatuses(await record.stop())).toContain('running');
  await expect(message).toHaveValue('');
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Chat"]' });
});

test('what each model said is in the chat, too, also outside of the conversation', async ({ studio }) => {
  const { page } = studio;
  await openModelMessages(page);
  const chat = dock(page).getByRole('region', { name: 'Chat' });
  await expect(chat.getByRole('group', { name: 'Messages', exact: true })).toContainText('tok');
  await chat.getByRole('button', { name: /^Messages of: / }).click();
  await page.getByRole('menuitemradio', { name: 'Conversation' }).click();
  await expect(chat.getByRole('group', { name: 'Conversation', exact: true })).toBeVisible();
});
