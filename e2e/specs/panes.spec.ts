import type { Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../pages/axe.ts';
import { pickAssistant } from '../pages/canvas.ts';
import { openView } from '../pages/history.ts';
import { waitForDemoServer } from '../pages/servers.ts';

test(
  'the documentation opens by F1 beside the window, is searched, and asks nothing of the network',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    const foreign: string[] = [];
    const { host } = new URL(page.url());
    page.on('request', (request) => {
      if (new URL(request.url()).host !== host) foreign.push(request.url());
    });
    await page.keyboard.press('F1');
    const drawer = page.getByRole('dialog', { name: 'Documentation' });
    await expect(drawer.getByRole('navigation', { name: 'Contents' })).toBeVisible();
    await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    await drawer.getByRole('searchbox').fill('data folder');
    await drawer.getByRole('option', { name: /Configuration › Data folder/ }).click();
    await expect(drawer.getByRole('heading', { name: 'Data folder' })).toBeInViewport();
    await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    await drawer.getByRole('button', { name: 'Contents' }).click();
    await drawer.getByRole('button', { name: 'Start in five minutes' }).click();
    await drawer.getByRole('button', { name: 'keys', exact: true }).click();
    await expect(drawer.getByRole('article', { name: 'Keys' })).toBeVisible();
    // The window beside it can be used meanwhile.
    await pickAssistant(page, 'support');
    await expect(drawer).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toHaveCount(0);
    expect(foreign).toEqual([]);
  },
);

test(
  'panes collapse and expand by button and by key, and stay so after a reload',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await openView(page, 'Threads');
    const panes = [
      ['Sidebar', 'Threads', 'Control+b'],
      ['Run dock', 'Run', 'Control+j'],
    ] as const;
    for (const [label, region, keys] of panes) {
      const pane = page.getByRole('region', { name: region, exact: true });
      const toggle = page.getByRole('banner').getByRole('button', { name: label });
      await expect(pane).toBeVisible();
      await toggle.click();
      await expect(pane).toBeHidden();
      await expect(toggle).toHaveAttribute('aria-pressed', 'false');
      await page.keyboard.press(keys);
      await expect(pane).toBeVisible();
      await page.keyboard.press(keys);
      await expect(pane).toBeHidden();
    }
    await page.reload();
    // Also without a thread it comes back to where it stood.
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('button', { name: 'Threads' })).toHaveAttribute('aria-current', 'page');
    await waitForDemoServer(page);
    for (const [label, region] of panes) {
      await expect(page.getByRole('region', { name: region, exact: true })).toBeHidden();
      await page.getByRole('banner').getByRole('button', { name: label }).click();
      await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible();
    }
  },
);

test(
  'F6 goes through the parts of the window and comes back to where the focus was',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    const search = page.getByRole('searchbox', { name: 'Search threads' });
    const isIn = (selector: string): Promise<boolean> =>
      page.evaluate((part) => document.activeElement?.closest(part) !== null, selector);
    await search.focus();
    const parts = [
      '[data-pane=story]',
      '[data-pane=canvas]',
      '[data-pane=live]',
      '[data-pane=inspector]',
      '[data-pane=composer]',
      'header',
      'nav',
    ];
    for (const part of parts) {
      // A pane without anything to focus is left out.
      if (!(await isFocusable(page, part))) continue;
      await page.keyboard.press('F6');
      expect(await isIn(part), part).toBe(true);
    }
    await page.keyboard.press('F6');
    await expect(search).toBeFocused();
    await page.keyboard.press('Shift+F6');
    expect(await isIn('nav')).toBe(true);
  },
);

test(
  'the side panes of a narrow window are narrower, and get their width back in a wide one',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    const edge = page.getByRole('separator', { name: 'Resize graph and inspector' });
    const widthAt = async (width: number): Promise<number> => {
      await page.setViewportSize({ width, height: 900 });
      // The panes are measured in the frame after.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
      return page.locator('[data-pane=inspector]').evaluate((pane) => pane.clientWidth);
    };
    const initial = await widthAt(1440);
    expect(initial).toBeGreaterThan(330);
    expect(await widthAt(1000)).toBeLessThan(270);
    expect(await widthAt(1440)).toBe(initial);
    await widthAt(2560);
    expect(await widthAt(1000)).toBeGreaterThan(250);
    expect(await widthAt(1440)).toBe(initial);

    await edge.press('ArrowLeft');
    const dragged = await widthAt(1440);
    expect(dragged).toBeGreaterThan(initial + 20);
    const narrow = await widthAt(1000);
    expect([narrow > 260, narrow < dragged]).toEqual([true, true]);
    expect(await widthAt(1440)).toBe(dragged);
    await edge.press('ArrowRight');
  },
);

function isFocusable(page: Page, part: string): Promise<boolean> {
  return page.evaluate(
    (selector) =>
      document.querySelector(
        `${selector} :is(button, a[href], input, [tabindex="0"]):not(:disabled, [inert] *)`,
      ) !== null,
    part,
  );
}

test(
  'a command gets other keys, which act at once and after a reload, and says whose they were',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    const sidebar = page.getByRole('region', { name: 'Threads', exact: true });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('button', { name: 'Change the keys for Toggle sidebar' }).click();
    await page.keyboard.press('Control+c');
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect(dialog.getByRole('status')).toContainText('Text fields need it.');
    await page.keyboard.press('F9');
    await expect(dialog.getByRole('status')).toContainText('Toggle breakpoint before');
    await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(sidebar).toBeVisible();
    await page.keyboard.press('F9');
    await expect(sidebar).toBeHidden();
    await page.reload();
    await waitForDemoServer(page);
    await page.keyboard.press('F9');
    await expect(sidebar).toBeVisible();
    await page.keyboard.press('?');
    await dialog.getByRole('button', { name: 'Reset all keys' }).click();
    await dialog.getByRole('button', { name: 'Legend', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Legend' })).toContainText('Conditional edge');
    await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+b');
    await expect(sidebar).toBeHidden();
    await page.keyboard.press('Control+b');
  },
);
