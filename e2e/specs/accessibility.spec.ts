import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../pages/axe.ts';
import { canvas, node, pickAssistant } from '../pages/canvas.ts';
import { checkpoints, inspector, openView, storyTree } from '../pages/history.ts';
import {
  closeSheet,
  dock,
  expectRun,
  interruptCards,
  openSheet,
  openSheetTab,
  runSheet,
  startRun,
  writeInputAs,
} from '../pages/runs.ts';
import { waitForDemoServer, fillNewServer, openServers } from '../pages/servers.ts';
import { replaceText } from '../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

/** Checks the open menu; the page below is checked separately. */
async function expectAccessibleMenu(page: Page): Promise<void> {
  await expect(menu(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role="menu"]' });
}

const menu = (page: Page): Locator => page.getByRole('menu');

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
}

/** Opens each menu in this part of the window by its button. Returns their number. */
async function expectAccessibleMenus(page: Page, within: Locator): Promise<number> {
  const buttons = within.locator('button[aria-haspopup="menu"]:enabled:visible');
  const count = await buttons.count();
  for (let index = 0; index < count; index += 1) {
    await buttons.nth(index).click();
    await expectAccessibleMenu(page);
    await closeMenu(page);
  }
  return count;
}

test('an empty start has no violation', async ({ studio }) => {
  await waitForDemoServer(studio.page);
  await expect(canvas(studio.page)).toBeVisible();
  await expectAccessibleInBothThemes(studio.page);
});

test('a waiting thread, its history and its state have none', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'writer');
  await startRun(page, { pace: 0 });
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect(checkpoints(page)).toHaveCount(4);
  await expectAccessibleInBothThemes(page);
});

test('the menus of the top bar have none', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  const bar = page.getByRole('banner');
  // Server, assistant, thread and theme; in a browser also its sessions.
  await expect(bar.locator('button[aria-haspopup="menu"]:enabled')).toHaveCount(
    studio.kind === 'web' ? 5 : 4,
  );
  expect(await expectAccessibleMenus(page, bar)).toBe(studio.kind === 'web' ? 5 : 4);
});

test(
  'the menus of the canvas, of a node and of a checkpoint have none',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    expect(
      await expectAccessibleMenus(page, page.getByRole('region', { name: 'Graph', exact: true })),
    ).toBeGreaterThan(2);
    for (const target of [node(page, 'plan'), checkpoints(page).filter({ hasText: /^plan/ })]) {
      await target.click({ button: 'right' });
      await expectAccessibleMenu(page);
      await closeMenu(page);
    }
  },
);

test('the menus of a new run and of its options have none', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  for (const name of ['Input', 'Options']) {
    await openSheetTab(page, name);
    expect(await expectAccessibleMenus(page, runSheet(page))).toBeGreaterThan(0);
  }
});

test('every view of a run has none', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  // The window around the dock is the one that was looked at while the thread waited.
  for (const name of ['Messages', 'Events', 'Output']) {
    await dock(page).getByRole('tab', { name }).click();
    await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run"]' });
  }
  for (const name of ['Input', 'Assistant', 'Options']) {
    await openSheetTab(page, name);
    await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run sheet"]' });
  }
  await closeSheet(page);
});

test('the state editor and the diff have none', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await inspector(page).getByRole('tab', { name: 'Diff' }).click();
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  await replaceText(page.getByRole('textbox', { name: 'State values' }), 'November', 'December');
  await expect(page.getByRole('region', { name: 'Edit state' })).toContainText('1 change');
  await expectAccessibleInBothThemes(page);
});

test('webhooks, assistants, servers, dialogs, palette and requests have none', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Webhooks');
  await expectAccessibleInBothThemes(page);
  await openView(page, 'Assistants');
  await expectAccessibleInBothThemes(page);
  await openView(page, 'Compare');
  await expectAccessibleInBothThemes(page);
  await openServers(page);
  await expectAccessibleInBothThemes(page);

  const dialog = await fillNewServer(page, { address: 'http://127.0.0.1:9' });
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByRole('status')).toContainText('No response');
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  // What was typed takes a second one.
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('The server is not saved.')).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: /^Requests/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await page.keyboard.press('Escape');
});

test('the main job is done with the keyboard alone', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Threads');
  // The palette finds the assistant, the composer runs it, and arrow keys step through the history.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('fanout');
  await expect(page.getByRole('option', { selected: true })).toContainText('fanout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Assistant: fanout' })).toBeVisible();

  await writeInputAs(page, 'JSON');
  const input = dock(page).getByRole('textbox', { name: 'Input', exact: true });
  await input.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"pace": 0}');
  await expect(input).toHaveText('{"pace": 0}');
  await page.keyboard.press('Control+Enter');
  await expectRun(page, 'waiting');
  await openSheet(page);

  await storyTree(page).focus();
  await page.keyboard.press('End');
  await expect(checkpoints(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await expect(checkpoints(page).first()).toHaveAttribute('aria-selected', 'true');
});

test(
  'the main action is five Tabs away, and function keys drive a run',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openView(page, 'Threads');
    await pickAssistant(page, 'fanout');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('new thread');
    await page.keyboard.press('Enter');
    // The thread that was selected before can be stepped, too.
    await expect(page.getByTestId('run-status')).toHaveCount(0);
    await expect(dock(page).getByRole('button', { name: 'Step' })).toBeEnabled();
    await page.reload();
    await waitForDemoServer(page);
    await expect(dock(page).getByRole('button', { name: 'Step' })).toBeEnabled();

    const skip = page.getByRole('button', { name: 'Skip to the main action' }).first();
    for (let tab = 0; tab < 5; tab += 1) {
      await page.keyboard.press('Tab');
      if (await skip.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-pane=composer] [data-variant=primary]:focus')).toHaveCount(1);

    await page.keyboard.press('F10');
    await expect(dock(page).getByRole('tab', { name: 'Continue' })).toBeVisible();
    await page.keyboard.press('F5');
    await expectRun(page, 'waiting');
    await openSheet(page);
    await expect(interruptCards(page)).toHaveCount(2);
    // It asks now, so the key goes to the answer.
    await page.keyboard.press('F5');
    await expect(dock(page).getByRole('tabpanel', { name: 'Resume' }).locator(':focus')).toHaveCount(1);
  },
);

test('F9 sets a breakpoint at the selected node, and the palette goes to nodes', async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'writer');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('plan node');
  await expect(page.getByRole('option', { selected: true })).toContainText('plan');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F9');
  await expect(page.getByRole('button', { name: 'Breakpoints: 1 set' })).toBeVisible();
  await page.keyboard.press('F9');
  await expect(page.getByRole('button', { name: 'Breakpoints: none set' })).toBeVisible();
});
