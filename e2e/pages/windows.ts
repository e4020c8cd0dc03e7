import { expect, type Page } from 'playwright/test';
import { longWait } from './limits.ts';
import { newThread, startRun } from './runs.ts';
import { threadList } from './threads.ts';

/** Runs a command of the palette, found by `words`; its row may say what it acts on. */
export async function runPaletteCommand(
  page: Page,
  words: string,
  title: string | RegExp = words,
): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await palette.getByRole('combobox').fill(words);
  await palette.getByRole('option', { name: title }).first().click();
  await expect(palette).toBeHidden();
}

/** What a page sees when another program is in front of it: pages under test always have the focus. */
export async function setInFront(page: Page, isInFront: boolean): Promise<void> {
  await page.evaluate((isVisible) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isVisible ? 'visible' : 'hidden'),
    });
    document.hasFocus = () => isVisible;
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(isVisible ? 'focus' : 'blur'));
  }, isInFront);
}

/** What the button of the selected thread in the top bar is called. */
async function selectedThread(page: Page): Promise<string> {
  return (await page.getByRole('button', { name: /^Thread: / }).getAttribute('aria-label')) ?? '';
}

/**
 * Opens a new thread in another window, for which `opened` waits, and finds that each window has a selection of its own, which a
 * reload keeps.
 */
export async function openThreadInNewWindow(page: Page, opened: () => Promise<Page>): Promise<Page> {
  await newThread(page);
  const thread = await selectedThread(page);
  const waiting = opened();
  await runPaletteCommand(page, 'Open thread in new window', /^Open in new window: thread/);
  const other = await waiting;
  await expect(other.getByRole('button', { name: thread })).toBeVisible(longWait());
  await newThread(other);
  const otherThread = await selectedThread(other);
  await expect(page.getByRole('button', { name: thread })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('button', { name: otherThread })).toBeVisible(longWait());
  return other;
}

/**
 * Starts a run on a new thread, and waits until it is there and the list has the thread first. The thread gets its name from what it runs
 * on, so that its button is called another name then.
 */
export async function runOnNewThread(page: Page, input: object): Promise<void> {
  await newThread(page);
  await startRun(page, input);
  await expect(page.getByTestId('run-status')).toBeVisible(longWait());
  await expect(threadList(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
}
