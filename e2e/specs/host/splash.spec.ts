import type { Page } from 'playwright/test';
import { expect, test, type Studio } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { canvas, node, pickAssistant } from '../../pages/canvas.ts';
import { newThread } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** The window's code, loaded by the page's first script. */
const windowCode = /\/assets\/window-[^/]+\.js$/;

/** React Flow and what draws graphs with it, loaded by the window. */
const canvasCode = /\/assets\/canvas-[^/]+\.js$/;

/** Positions and sizes in whole pixels, by title. */
type Positions = Readonly<Record<string, readonly number[]>>;

const placesOf = (page: Page, selector: string): Promise<Positions> =>
  page.evaluate((wanted) => {
    const boxes = [...document.querySelectorAll<HTMLElement>(wanted)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const title = element.dataset['pictureNode'] ?? element.dataset['testid'] ?? '';
      return [title.replace(/^node-(.*:)?/, ''), [x, y, width, height].map(Math.round)];
    });
    return Object.fromEntries(boxes) as Record<string, number[]>;
  }, selector);

/** A window whose graph has been stored for the next start. */
async function warm({ page }: Studio): Promise<Page> {
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  // Without a thread the window opens with the runs.
  await newThread(page);
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
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });

    await page.addInitScript(() => {
      const blocked: string[] = [];
      Object.assign(globalThis, { blocked });
      addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective));
      // However slow this machine is, the splash does not give up.
      const { setTimeout: set } = window;
      Object.assign(window, {
        setTimeout: (act: () => void, ms?: number) => (ms === 8000 ? 0 : set(act, ms)),
      });
    });
    const forWindow = gate();
    const forCanvas = gate();
    for (const [code, { promise }] of [[windowCode, forWindow] as const, [canvasCode, forCanvas] as const]) {
      await page.route(code, async (route) => {
        await promise;
        await route.continue();
      });
    }
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

    forWindow.release();
    // The window is there and usable; in the place of its canvas is still the drawing.
    await expect(page.getByRole('button', { name: 'Assistant: writer' })).toBeVisible();
    await expect(drawing).toBeVisible();
    expect(await placesOf(page, '[data-picture-node]')).toEqual(pictured);

    forCanvas.release();
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

test(
  'panes whose code does not come say so, and all are there after one Try again',
  { tag: '@full' },
  async ({ studio }) => {
    const page = await warm(studio);
    await page.route(canvasCode, (route) => route.abort());
    await page.reload();
    const notice = page.getByTestId('canvas').getByRole('alert');
    await expect(notice).toContainText('Could not load this part of the window.');
    await expect(page.locator('[data-opening]')).toHaveCount(0);
    await expectAccessible(page);
    await page.unrouteAll();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(node(page, 'publish')).toBeVisible();
    await expect(page.getByText('Could not load this part of the window.')).toHaveCount(0);
  },
);

/** A promise resolved by the spec. */
function gate(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((settle) => (release = settle));
  return { promise, release };
}
