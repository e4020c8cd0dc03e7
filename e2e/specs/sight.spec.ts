import type { Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessible } from '../pages/axe.ts';
import { node, pickAssistant } from '../pages/canvas.ts';
import { openView, newestCheckpoint } from '../pages/history.ts';
import { expectRun, interruptCards, openSheet, startRun, startThread } from '../pages/runs.ts';
import { waitForDemoServer } from '../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** Collects what the live region says from now on. */
async function collectAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const region = page.getByTestId('announcements');
  await region.evaluate((element) => {
    const texts: string[] = [];
    Object.assign(window, { announced: texts });
    new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

test('a screen reader hears once that a question came and that the run ended, and nothing of events', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await openView(page, 'Threads');
  await pickAssistant(page, 'writer');
  await expect(page.getByTestId('announcements')).toHaveAttribute('aria-live', 'polite');
  const announced = await collectAnnouncements(page);
  await startRun(page, { pace: 0 });
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect.poll(announced).toEqual(['The run is waiting for an answer to a question.']);
  await interruptCards(page).getByRole('button', { name: 'Approve' }).click();
  await page.keyboard.press('Control+Enter');
  await expectRun(page, 'finished');
  await expect
    .poll(announced)
    .toEqual(['The run is waiting for an answer to a question.', 'Run ended: finished.']);
});

test('a thread with a question is displayed', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { input: { pace: 0 }, until: 'waiting' });
  await openSheet(page);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`texts reach 7:1 in the ${colorScheme} theme for people who want more contrast`, async ({
    studio,
  }) => {
    const { page } = studio;
    await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' });
    await node(page, 'plan').click();
    await expectAccessible(page, { rules: ['color-contrast-enhanced'] });
    await newestCheckpoint(page).click();
    await expectAccessible(page, { rules: ['color-contrast-enhanced'] });
    await page.emulateMedia({ colorScheme: null, contrast: null, reducedMotion: null });
  });

  test(`what is selected and where controls are shows in forced colours in the ${colorScheme} theme`, async ({
    studio,
  }) => {
    const { page } = studio;
    await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' });
    const outlineOf = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outlineOf('[role=option][aria-selected=true]')).toBe('solid');
    expect(await outlineOf('nav [aria-current=page]')).toBe('solid');
    expect(await outlineOf('[role=tab][aria-selected=true]')).toBe('solid');
    expect(await outlineOf('header button')).toBe('solid');
    await openSheet(page);
    // Without this, the browser draws the background behind each word, in which these words are written.
    const primary = interruptCards(page).getByRole('button', { name: 'Approve' });
    await expect(primary).toHaveCSS('forced-color-adjust', 'none');
    const { color, backgroundColor } = await primary.evaluate((element) => getComputedStyle(element));
    expect(color).not.toBe(backgroundColor);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
  });
}
