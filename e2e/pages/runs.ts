import { expect, type Locator, type Page } from 'playwright/test';
import { pickAssistant } from './canvas.ts';
import { longWait } from './limits.ts';
import { writeJson } from './text-editor.ts';

/** The dock and the run sheet, which start, show and stop runs. */
export function dock(page: Page): Locator {
  return page.getByRole('region', { name: /^Run(?: sheet)?$/ });
}

export function runSheet(page: Page): Locator {
  return page.getByRole('region', { name: 'Run sheet', exact: true });
}

/** In the top bar: opens and closes the sheet. */
export function sheetToggle(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
}

export async function openSheet(page: Page): Promise<void> {
  if ((await sheetToggle(page).getAttribute('aria-expanded')) === 'false') await sheetToggle(page).click();
  await expect(runSheet(page)).toBeVisible();
}

/** Brings the inspector back, which the sheet covers. */
export async function closeSheet(page: Page): Promise<void> {
  if ((await sheetToggle(page).getAttribute('aria-expanded')) === 'true') await sheetToggle(page).click();
  await expect(runSheet(page)).toBeHidden();
}

export async function openSheetTab(page: Page, name: string | RegExp): Promise<void> {
  await openSheet(page);
  await runSheet(page).getByRole('tab', { name }).click();
}

/** Selects how the next input is edited. */
export async function writeInputAs(page: Page, mode: 'Form' | 'JSON' | 'Chat'): Promise<void> {
  await openSheetTab(page, 'Input');
  const choice = dock(page).getByRole('radiogroup', { name: 'Write the input as' });
  await choice.getByRole('radio', { name: mode, exact: true }).click();
}

/** Replaces the text of a JSON editor. */
export async function setJson(within: Page | Locator, label: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const editor = within.getByRole('textbox', { name: label, exact: true });
  await writeJson(editor, text);
  await expect(editor).toHaveText(text);
}

/** Starts a run of the selected assistant with this input, and leaves the inspector in sight. */
export async function startRun(page: Page, input: unknown): Promise<void> {
  await writeInputAs(page, 'JSON');
  await setJson(dock(page), 'Input', input);
  await runButton(page).click();
  await closeSheet(page);
}

/**
 * The button that starts a run, also as "Run anyway". Its name ends with its keys.
 */
export function runButton(page: Page): Locator {
  return dock(page).getByRole('button', { name: /^Run(?: anyway)?(?: (?:Ctrl |⌘ )?↵)?$/ });
}

/** Creates and selects a thread, and waits for it: a run started earlier would use the old one. */
export async function newThread(page: Page): Promise<void> {
  const before = await pickedThread(page);
  await page
    .getByRole('region', { name: 'Threads' })
    .getByRole('button', { name: 'New', exact: true })
    .click();
  await expect.poll(() => pickedThread(page)).not.toBe(before);
  await expect(page.getByTestId('run-status')).toHaveCount(0);
}

/** The start of the selected thread's ID in the top bar; empty without a thread. */
async function pickedThread(page: Page): Promise<string> {
  const chip = await page.getByRole('button', { name: /^Thread: / }).allInnerTexts();
  return /[0-9a-f]{8}(?!.*[0-9a-f]{8})/s.exec(chip.join())?.[0] ?? '';
}

export async function expectRun(page: Page, status: string): Promise<void> {
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', status, longWait());
}

interface NewThread {
  /** The selected one if it is left out. */
  readonly assistant?: string;
  readonly input: unknown;
  readonly until: string;
}

/** Starts a run on a new thread, and waits until it has this status. */
export async function startThread(page: Page, { assistant, input, until }: NewThread): Promise<void> {
  if (assistant !== undefined) await pickAssistant(page, assistant);
  await newThread(page);
  await startRun(page, input);
  await expectRun(page, until);
}

/** The number of events in the dock. */
export async function eventCount(page: Page): Promise<number> {
  const text = await dock(page)
    .getByRole('tab', { name: /^Events/ })
    .textContent();
  return Number(/\d+/.exec(text ?? '')?.[0] ?? 0);
}

/** The clock of the displayed run, in milliseconds with a resolution of 100 ms. */
export async function clockMs(page: Page): Promise<number> {
  const title = (await page.getByTestId('run-status').getAttribute('title')) ?? '';
  const [, minutes = '0', seconds = '0'] = /(?:(\d+) min )?([\d.]+) s/.exec(title) ?? [];
  return Number(minutes) * 60_000 + Number(seconds) * 1000;
}

/** Shows what the models of a run said, also those that are no part of the conversation. */
export async function openModelMessages(page: Page): Promise<void> {
  await dock(page).getByRole('tab', { name: 'Chat' }).click();
  await dock(page)
    .getByRole('button', { name: /^Messages of: / })
    .click();
  await page.getByRole('menuitemradio', { name: /^All nodes/ }).click();
}

export function interruptCards(page: Page): Locator {
  return dock(page).getByTestId(/^interrupt-/);
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  dock(page).getByRole('button', { name, exact: true }).click();

/** Opens a request preview next to the start button. */
export async function previewRequest(
  page: Page,
  item: string,
  inspect: (request: Locator) => Promise<void>,
): Promise<void> {
  await openSheet(page);
  const button = runSheet(page).getByRole('button', { name: item, exact: true });
  if (await button.isVisible()) await button.click();
  else {
    await runSheet(page).getByRole('button', { name: 'More ways to run' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  }
  const dialog = page.getByRole('dialog', { name: 'The request' });
  await inspect(dialog.getByRole('group', { name: 'Request' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
