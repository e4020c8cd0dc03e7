import { expect, type Locator, type Page } from 'playwright/test';
import { longWait } from './limits.ts';
import { writeJson } from './text-editor.ts';

export function dock(page: Page): Locator {
  return page.getByRole('region', { name: 'Run', exact: true });
}

/** Selects how the next input is edited. */
export async function writeInputAs(page: Page, mode: 'Form' | 'JSON' | 'Chat'): Promise<void> {
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

/** Starts a run of the selected assistant with this input. */
export async function startRun(page: Page, input: unknown): Promise<void> {
  const tab = dock(page).getByRole('tab', { name: 'New run' });
  await tab.click();
  await writeInputAs(page, 'JSON');
  await setJson(dock(page), 'Input', input);
  await runButton(page).click();
}

/**
 * The button that starts a run, also as "Run anyway". Its name ends with its keys. In a narrow dock, other
 * names begin with "Run", too: the tabs' menu "Run: all tabs".
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

export function interruptCards(page: Page): Locator {
  return dock(page).getByTestId(/^interrupt-/);
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  dock(page).getByRole('button', { name, exact: true }).click();

/** Opens the request preview from the menu next to the start button. */
export async function previewRequest(
  page: Page,
  item: string,
  inspect: (request: Locator) => Promise<void>,
): Promise<void> {
  await dock(page).getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'The request' });
  await inspect(dialog.getByRole('group', { name: 'Request' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
