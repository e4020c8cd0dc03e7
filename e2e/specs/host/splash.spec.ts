import type { Page } from 'playwright/test';
import { expect, test, type Studio } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { canvas, node, pickAssistant } from '../../pages/canvas.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** The window's code, loaded by the page's first script. */
const windowCode = /\/assets\/window-[^/]+\.js$/;

/** Positions and sizes in whole pixels, by title. */
type Positions = Readonly<Record<string, readonly number[]>>;

const placesOf = (page: Page, selector: string): Promise<Positions> =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll<HTMLElement>(wanted)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const title = element.dataset['pictureNode'] ?? element.dataset['testid'] ?? '';
      return [title.replace(/^node-(.*:)?/, ''), [x, y, width, height].map(Math.round)];
    });
    return Object.fromEntries(found) as Record<string, number[]>;
  }, selector);

/** A window whose graph has been stored for the next start. */
async function warm({ page }: Studio): Promise<Page> {
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await expect(node(page, 'publish')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('studio.opening') ?? ''))
    .toContain('"title":"publish"');
  return page;
}

test(
  'the graph is seen as it was last seen before the window is there, and where the window draws it',
  { tag: '@full' },
  async ({ studio }) => {
    const page = await warm(studio);
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });

    await page.addInitScript(() => {
      const blocked: string[] = [];
      Object.assign(globalThis, { blocked });
      addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective));
    });
    const { promise: released, release } = gate();
    await page.route(windowCode, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    const drawing = page.locator('[data-opening=graph]');
    await expect(drawing).toBeVisible();
    const pictured = await placesOf(page, '[data-picture-node]');
    expect(Object.keys(pictured)).toContain('polish');
    await expect(canvas(page)).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    // It is not text, and the keyboard does not reach it.
    await expect(page.getByText('polish')).toHaveCount(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-opening]') ?? null)).toBeNull();
    await expectAccessible(page);

    release();
    await expect(node(page, 'publish')).toBeVisible();
    await expect(drawing).toHaveCount(0);
    const live = await placesOf(page, '[data-testid="graph-canvas"] [data-testid^="node-"]');
    for (const [title, position] of Object.entries(pictured)) {
      const [there = []] = [live[title] ?? live[`__${title}__`]];
      const moved = position.map((value, index) => Math.abs(value - (there[index] ?? Number.NaN)));
      expect(Math.max(...moved), title).toBeLessThanOrEqual(1);
    }
    await expect(page.locator('[data-opening]')).toHaveCount(0);
    expect(await page.evaluate(() => (globalThis as { blocked?: string[] }).blocked)).toEqual([]);
    await page.unrouteAll();
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  },
);

test(
  'a window whose code does not come says so, and is opened again on demand',
  { tag: '@full' },
  async ({ studio }) => {
    const page = await warm(studio);
    await page.route(windowCode, (route) => route.abort());
    await page.reload();
    const again = page.getByRole('button', { name: 'Open it again' });
    await expect(page.getByRole('heading', { name: 'The studio did not respond' })).toBeVisible();
    await expect(again).toBeFocused();
    await expect(page.locator('[data-opening]')).toHaveCount(0);
    await expectAccessible(page);

    await page.route('**/*', (route) => route.abort());
    await again.click();
    await expect(page.getByText('Still not responding.')).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await waitForDemoServer(page);
    await expect(node(page, 'publish')).toBeVisible();
  },
);

/** A promise resolved by the spec. */
function gate(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((settle) => (release = settle));
  return { promise, release };
}
