import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../pages/axe.ts';
import { node, pickAssistant } from '../pages/canvas.ts';
import { checkpoints, newestCheckpoint, openView, storyQuestions, storyTree } from '../pages/history.ts';
import {
  closeSheet,
  dock,
  expectRun,
  newThread,
  openSheetTab,
  runSheet,
  startRun,
  writeInputAs,
} from '../pages/runs.ts';
import { waitForDemoServer } from '../pages/servers.ts';
import { makeThread, threadList, threadRow } from '../pages/threads.ts';

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'default' });

async function openWaitingThread(page: Page): Promise<void> {
  await waitForDemoServer(page);
  await openView(page, 'Threads');
  await pickAssistant(page, 'writer');
  await startRun(page, { pace: 0 });
  await expectRun(page, 'waiting');
  await expect(checkpoints(page)).toHaveCount(4);
}

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox');
  await expect(search).toBeFocused();
  return search;
}

interface TabStop {
  readonly name: string;
  /** The main action, or a link to it. */
  readonly isMainAction: boolean;
}

function focusedStop(page: Page): Promise<TabStop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    const isInComposer = element?.closest('[data-pane=composer]') != null;
    // Run is not the primary button while an answer is.
    const isRun = isInComposer && (element.matches('[data-variant=primary]') || name.startsWith('Run'));
    // What the view of all runs has in its place.
    const isNewRun = name === 'New run';
    return { name, isMainAction: isRun || isNewRun || element?.matches('[data-skip]') === true };
  });
}

/** Everything that Tab goes to, from the first link of the page to the last. */
async function tabThroughWindow(page: Page): Promise<TabStop[]> {
  const first = page.getByRole('link', { name: 'Skip to content' });
  await first.focus();
  const stops = [await focusedStop(page)];
  for (;;) {
    // A JSON editor keeps Tab until Escape, which elsewhere may close something.
    if ((await page.locator('[data-handles-escape] :focus').count()) > 0) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const stop = await focusedStop(page);
    if (stop.name === stops[0]?.name || stops.length > 200) return stops;
    stops.push(stop);
  }
}

/** What has no main action within five Tabs, forwards or backwards. */
async function stopsFarFromMainAction(page: Page, least: number): Promise<readonly string[]> {
  const stops = await tabThroughWindow(page);
  expect(stops.length).toBeGreaterThan(least);
  expect(stops.length).toBeLessThan(100);
  return stops
    .filter(
      (_, index) => !stops.slice(Math.max(0, index - 5), index + 6).some(({ isMainAction }) => isMainAction),
    )
    .map(({ name }) => name);
}

test('the main action is at most five Tabs away from everything in the window', async ({ studio }) => {
  const { page } = studio;
  await openWaitingThread(page);
  expect(await stopsFarFromMainAction(page, 30)).toEqual([]);
});

test('the main action is at most five Tabs away from everything in each tab of the run sheet', async ({
  studio,
}) => {
  const { page } = studio;
  for (const tab of ['Resume', 'Input', 'Assistant', 'Options']) {
    await openSheetTab(page, tab);
    expect(await stopsFarFromMainAction(page, 30), tab).toEqual([]);
  }
  await closeSheet(page);
});

test('a new run is at most five Tabs away from everything in the view of all runs', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Runs');
  // The first row is the header.
  await expect(page.getByRole('grid', { name: 'Runs' }).getByRole('row').nth(1)).toBeVisible();
  expect(await stopsFarFromMainAction(page, 9)).toEqual([]);
  await openView(page, 'Threads');
});

test('a link to the main action shows itself to the keyboard in both themes', async ({ studio }) => {
  const { page } = studio;
  await storyTree(page).focus();
  const link = page.locator('[data-skip]:focus');
  for (let presses = 0; presses < 5 && (await link.count()) === 0; presses += 1)
    await page.keyboard.press('Shift+Tab');
  await expect(link).toBeInViewport();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-pane=composer] :focus')).toHaveCount(1);
});

test('arrow keys move between the views and along the top bar, which are one Tab each', async ({
  studio,
}) => {
  const { page } = studio;
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Threads' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(views.getByRole('button', { name: 'Assistants' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(views.getByRole('button', { name: 'Servers' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(views.getByRole('button', { name: 'Servers' })).toBeFocused();
});

interface OpenedMenu {
  readonly where: string;
  readonly items: readonly string[];
}

/** The items of the open menu, without their details and keys. Closes it. */
async function readMenu(page: Page, where: string): Promise<OpenedMenu> {
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const items = await menu
    .locator('[role^=menuitem]')
    .evaluateAll((menuItems) =>
      menuItems.map((item) => item.children[1]?.firstElementChild?.textContent ?? ''),
    );
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  return { where, items };
}

async function readMenus(page: Page, part: Page | Locator = page): Promise<OpenedMenu[]> {
  const menus: OpenedMenu[] = [];
  const buttons = part.locator('button[aria-haspopup="menu"]:enabled:visible:not([inert] *)');
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index);
    const where = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await button.click();
    menus.push(await readMenu(page, where));
  }
  return menus;
}

async function readContextMenu(page: Page, target: Locator, where: string): Promise<OpenedMenu> {
  await target.click({ button: 'right' });
  return readMenu(page, where);
}

/** Which items of menus the palette does not find. Rows of a list share most of their items: each text is searched once. */
async function missingInPalette(page: Page, menus: readonly OpenedMenu[]): Promise<string[]> {
  const search = await openPalette(page);
  const rowsOf = new Map<string, readonly string[]>();
  const missing: string[] = [];
  for (const { where, items } of menus) {
    for (const item of items) {
      // `Compare…` is `Compare thread “Draft”…`, and `Update state as this node` is `Update state as node “plan”`.
      const text = item.replace(/(…|\.{3})$/, '').replace(/ this (node|run)$/, ' $1');
      const rows = rowsOf.get(text) ?? (await searchRows(search, text));
      rowsOf.set(text, rows);
      if (!rows.some((row) => row.includes(text))) missing.push(`${where}: ${item}`);
    }
  }
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  return missing;
}

async function searchRows(search: Locator, text: string): Promise<readonly string[]> {
  await search.fill(text);
  const rows = search.page().locator('[role=dialog] [role=option]');
  // The rows may follow the text a moment later. Those that miss it are reported by the caller.
  await rows
    .filter({ hasText: text })
    .first()
    .waitFor({ state: 'attached', timeout: 5_000 })
    .catch(() => undefined);
  return rows.allInnerTexts();
}

test('the palette has every item of every menu of a thread', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Threads');
  await node(page, 'plan').click();
  await checkpoints(page).first().click();
  const menus = await readMenus(page);
  menus.push(
    await readContextMenu(page, threadList(page).getByRole('option', { selected: true }), 'thread'),
    await readContextMenu(page, node(page, 'plan'), 'node'),
    await readContextMenu(page, checkpoints(page).first(), 'checkpoint'),
  );
  await dock(page).getByRole('tab', { name: 'Runs' }).click();
  const run = dock(page).locator('[data-testid^="run-"] > button').first();
  menus.push(await readContextMenu(page, run, 'run'));
  expect(menus.flatMap(({ items }) => items).length).toBeGreaterThan(60);
  expect(await missingInPalette(page, menus)).toEqual([]);
});

test('the palette has every item of the menu of a question in the story', async ({ studio }) => {
  const { page } = studio;
  await newestCheckpoint(page).click();
  const menu = await readContextMenu(page, storyQuestions(page).first(), 'question');
  expect(await missingInPalette(page, [menu])).toEqual([]);
});

for (const tab of ['Input', 'Assistant', 'Options', 'Resume']) {
  test(`the palette has every item of every menu of the run sheet's ${tab}`, async ({ studio }) => {
    const { page } = studio;
    await openSheetTab(page, tab);
    expect(await missingInPalette(page, await readMenus(page, runSheet(page)))).toEqual([]);
    await closeSheet(page);
  });
}

for (const view of [
  'Assistants',
  'Inbox',
  'Runs',
  'Inputs',
  'Compare',
  'Memory',
  'Crons',
  'Webhooks',
  'Projects',
  'Servers',
]) {
  test(`the palette has every item of every menu of ${view}`, async ({ studio }) => {
    const { page } = studio;
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: new RegExp(`^${view}`) })
      .click();
    const menus = await readMenus(page);
    const row = page
      .locator('[role=listbox]:visible:not([inert] *) [role=option][aria-selected=true]')
      .first();
    if ((await row.count()) > 0 && ['Assistants', 'Inbox'].includes(view))
      menus.push(await readContextMenu(page, row, 'row'));
    if (view === 'Runs') {
      const run = page.getByRole('grid', { name: 'Runs' }).getByRole('row').nth(1);
      await run.click();
      menus.push(await readContextMenu(page, run, 'run'));
    }
    expect(await missingInPalette(page, menus)).toEqual([]);
  });
}

test('the palette names what a row acts on, and does it', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Threads');
  await makeThread(page, 'Charge the card');
  await expect(threadRow(page, /Charge the card/)).toHaveAttribute('aria-selected', 'true');
  const search = await openPalette(page);
  await search.fill('delete thread');
  await expect(page.getByRole('option', { selected: true })).toContainText('Delete thread “Charge the card”');
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Delete / });
  await expect(dialog).toContainText('Charge the card');
  await dialog.getByRole('button', { name: 'Delete thread' }).click();
  await expect(threadRow(page, /Charge the card/)).toHaveCount(0);
});

test('j and k move in the threads and in the history', async ({ studio }) => {
  const { page } = studio;
  await makeThread(page, 'Second');
  const rows = threadList(page).getByRole('option');
  await rows.first().focus();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(checkpoints(page)).toHaveCount(4);
  await storyTree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await expect(checkpoints(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await expect(checkpoints(page).first()).toHaveAttribute('aria-selected', 'true');
});

test('Tab indents in the JSON editor and leaves it after Escape, which it says', async ({ studio }) => {
  const { page } = studio;
  await newThread(page);
  await writeInputAs(page, 'JSON');
  const editor = dock(page).getByRole('textbox', { name: 'Input', exact: true });
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{}');
  await expect(editor).toHaveAccessibleDescription('Tab indents. Esc, then Tab leaves');
  await expect(dock(page).getByText('Tab indents. Esc, then Tab leaves')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
  await expect.poll(() => editor.textContent()).toMatch(/^ {2}\{\}|^\{\} {2}/);
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run sheet"]' });
  await page.keyboard.press('Escape');
  await expect(dock(page).getByRole('status').getByText('Tab leaves the editor')).toBeVisible();
  // Longer than the two seconds that CodeMirror itself would wait.
  await page.waitForTimeout(2500);
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
});

test('the first Escape in a JSON editor of a dialog leaves the dialog open', async ({ studio }) => {
  const { page } = studio;
  await threadList(page)
    .getByRole('button', { name: /^Create a thread with/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  const editor = dialog.getByRole('textbox', { name: 'Metadata' });
  await editor.focus();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveAccessibleDescription('Tab leaves the editor');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await expect(dialog).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the shortcuts are searched by command and by key', async ({ studio }) => {
  const { page } = studio;
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const search = dialog.getByRole('searchbox', { name: 'Search shortcuts' });
  await expect(search).toBeFocused();
  await search.fill('toggle');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Toggle sidebar' })).toBeVisible();
  await expect(dialog.getByText('Continue', { exact: true })).toHaveCount(0);
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await search.fill('ctrl k');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Search or run a command/]);
  await search.fill('no such thing');
  await expect(dialog.getByText('No shortcut matches.')).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
