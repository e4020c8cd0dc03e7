import { startRealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { node, pickAssistant } from '../../pages/canvas.ts';
import { inspector, openView } from '../../pages/history.ts';
import {
  closeSheet,
  dock,
  expectRun,
  newThread,
  openSheet,
  openSheetTab,
  runButton,
  runSheet,
  startRun,
  writeInputAs,
  startThread,
} from '../../pages/runs.ts';
import { newestRun } from '../../pages/server-api.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'serial' });

test('the sheet is open until there is something to inspect, and shows at least eight fields', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  const sheet = runSheet(page);
  await expect(sheet.getByRole('heading', { name: 'New thread' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await writeInputAs(page, 'Form');
  const fields = sheet.getByRole('group', { name: 'Input', exact: true }).locator('[data-path]');
  for (const _ of [1, 2]) await sheet.getByRole('button', { name: 'Add to changes' }).click();
  await expect(fields.nth(7)).toBeInViewport({ ratio: 1 });
  const { height = 0 } = (await sheet.boundingBox()) ?? {};
  expect(height).toBeGreaterThan(800);
  await expect(inspector(page)).toBeHidden();
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run sheet"]' });
});

test('Escape, its button and its key close the sheet, the inspector is back, and the draft stays', async ({
  studio,
}) => {
  const { page } = studio;
  const topic = runSheet(page).getByRole('textbox', { name: 'topic' });
  await topic.fill('Kept over closing');
  await topic.press('Escape');
  await expect(runSheet(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(topic).toHaveValue('Kept over closing');
  await runSheet(page).getByRole('button', { name: 'Close the run sheet' }).click();
  await expect(runSheet(page)).toBeHidden();
  await page.keyboard.press('r');
  await expect(topic).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Inspector' }).click();
  await expect(runSheet(page)).toBeHidden();
  await page.reload();
  await waitForDemoServer(page);
  await expect(runSheet(page)).toBeHidden();
  await openSheet(page);
  await expect(topic).toHaveValue('Kept over closing');
});

test('Ctrl+Enter runs a new turn of the thread, and a click on a node shows it instead of the sheet', async ({
  studio,
}) => {
  const { page } = studio;
  await newThread(page);
  await openSheet(page);
  await expect(runSheet(page).getByRole('heading', { name: 'First run' })).toBeVisible();
  await startRun(page, { topic: 'One', pace: 0 });
  await expectRun(page, 'waiting');
  await openSheet(page);
  await runSheet(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expectRun(page, 'finished');
  await expect(runSheet(page).getByRole('heading', { name: 'New turn on this thread' })).toBeVisible();
  await node(page, 'plan').click();
  await expect(runSheet(page)).toBeHidden();
  await expect(inspector(page).getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  await openSheetTab(page, 'Input');
  await writeInputAs(page, 'Form');
  await runSheet(page).getByRole('textbox', { name: 'topic' }).press('Control+Enter');
  await expectRun(page, 'waiting');
  await expect(runSheet(page).getByRole('tab', { name: 'Resume' })).toHaveAttribute('aria-selected', 'true');
});

test('a run can be stopped in the sheet, which lies over a small window', async ({ studio }) => {
  const { page } = studio;
  await closeSheet(page);
  for (const [width, height] of [
    [1000, 640],
    [800, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await newThread(page);
    await writeInputAs(page, 'JSON');
    await writeJson(runSheet(page).getByRole('textbox', { name: 'Input', exact: true }), '{"pace": 5000}');
    await expect(runButton(page)).toBeInViewport({ ratio: 1 });
    await runButton(page).click();
    const stop = runSheet(page).getByRole('button', { name: 'Stop run' });
    await expect(stop).toBeInViewport({ ratio: 1 });
    await expectRun(page, 'running');
    await stop.click();
    await expectRun(page, 'cancelled');
    await expect(stop).toHaveCount(0);
  }
  await startThread(page, { input: { pace: 0 }, until: 'waiting' });
  await openSheet(page);
  await expect(runSheet(page).getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a new thread is one click away from a turn on this one', async ({ studio }) => {
  const { page } = studio;
  await openSheetTab(page, 'Input');
  await runSheet(page).getByRole('button', { name: 'New thread instead' }).click();
  await expect(runSheet(page).getByRole('heading', { name: 'New thread' })).toBeVisible();
  await expect(runSheet(page).getByText('Creates a new thread')).toBeVisible();
  await expect(dock(page).getByText('No thread selected')).toBeVisible();
});

test('a changed setting of the assistant is tried in three clicks, and saved as a version', async ({
  studio,
}) => {
  const { page } = studio;
  const server = await startRealServer({ settings: true });
  try {
    await addAndUseServer(page, { address: server.url, name: 'Letters' });
    await openView(page, 'Threads');
    await startThread(page, { input: { name: 'Ada' }, until: 'finished' });
    const sheet = runSheet(page);
    await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    await sheet.getByRole('tab', { name: 'Assistant' }).click();
    await sheet.getByRole('button', { name: 'Set closing' }).click();
    await sheet.getByRole('textbox', { name: 'closing' }).fill('Yours,\nthe studio');
    await expect(sheet.getByRole('tab', { name: /^Assistant/ })).toContainText('1 change');
    await expect(sheet.getByText('For runs from here only')).toBeVisible();
    await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run sheet"]' });
    await runButton(page).click();
    await expect
      .poll(async () => (await newestRun(server.url)).kwargs)
      .toMatchObject({ context: { closing: 'Yours,\nthe studio' } });
    await expectRun(page, 'finished');

    await sheet.getByRole('button', { name: 'Save as version' }).click();
    await expect(sheet.getByText(/v2, unchanged$/)).toBeVisible();
    await expect(sheet.getByRole('textbox', { name: 'closing' })).toHaveValue('Yours,\nthe studio');
    await expect(sheet.getByRole('tab', { name: 'Assistant' })).toHaveText('Assistant');

    await dock(page).getByRole('button', { name: 'Compare with the last run' }).click();
    await expect(page.getByRole('region', { name: 'Compare', exact: true })).toBeVisible();
  } finally {
    await server.stop();
  }
});
