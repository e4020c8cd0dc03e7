import type { Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { canvas, node } from '../../pages/canvas.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** Parallel chains of nodes, too many to render as elements when all are in view. */
const lanes = 20;
const length = 24;

let large: FakeServer;

test.beforeAll(async () => {
  large = await startFakeServer();
  const names = Array.from({ length: lanes * length }, (_, index) =>
    nameOf(Math.floor(index / length), index % length),
  );
  large.faults.graph = {
    nodes: ['__start__', ...names, '__end__'].map((id) => ({ id, type: 'runnable', data: { name: id } })),
    edges: names.flatMap((target, index) => [
      { source: index % length === 0 ? '__start__' : (names[index - 1] ?? ''), target },
      ...(index % length === length - 1 ? [{ source: target, target: '__end__' }] : []),
    ]),
  };
});

test.afterAll(() => large.close());

function nameOf(lane: number, step: number): string {
  return `lane_${lane}_step_${step}`;
}

/** Moves the pointer over the overview, in rows that are not as regular as the nodes, until it is on a node; returns the position and the node's name. */
async function pointAtNode(page: Page): Promise<{ x: number; y: number; name: string }> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no canvas.');
  const name = page.getByTestId('graph-hover-name');
  for (let row = 2; row < 8; row += 1) {
    for (let step = 0; step < 60; step += 1) {
      const point = {
        x: box.x + box.width * (0.3 + step * 0.005),
        y: box.y + (box.height * row) / 10 + 2 * row,
      };
      await page.mouse.move(point.x, point.y);
      if (!(await name.isVisible())) continue;
      // The name may belong to the previous position, so check again from an empty one.
      await page.mouse.move(box.x + 1, box.y + 1);
      await expect(name).toBeHidden();
      await page.mouse.move(point.x, point.y);
      const isHere = await name.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (isHere) return { ...point, name: await name.innerText() };
    }
  }
  throw new Error('Nothing is painted there.');
}

/** The size of the smallest visible text on the canvas, in px on screen. */
function smallestText(page: Page): Promise<number> {
  return canvas(page).evaluate((element) => {
    const texts = [...element.querySelectorAll<HTMLElement>('span, small, button, a')].filter(
      (one) => one.innerText.trim() !== '' && getComputedStyle(one).visibility === 'visible',
    );
    const sizes = texts.map((one) => {
      const scale = one.offsetWidth === 0 ? 1 : one.getBoundingClientRect().width / one.offsetWidth;
      return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
    });
    return Math.min(...sizes);
  });
}

/** The keyboard's current node. */
const spoken = (page: Page) => page.locator('button[id^="graph-node-"]');

test('a large graph opens with text that can be read', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: large.url, name: 'Large' });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  await expect(canvas(page)).toHaveAttribute('data-detail', 'near');
  await expect(node(page, '__start__')).toBeInViewport();
  expect(await smallestText(page)).toBeGreaterThanOrEqual(10.9);
  // Zooming out by hand keeps names readable until there are only blocks.
  for (let step = 0; step < 3; step += 1) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => smallestText(page)).toBeGreaterThanOrEqual(10.9);
  }
});

test(
  'a node of a large graph seen from afar is named, selected and asked for its menu by the pointer',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await canvas(page).focus();
    await page.keyboard.press('Shift+F');
    await expect(canvas(page)).toHaveAttribute('data-detail', 'far');
    await expect(page.getByTestId(/^node-/)).toHaveCount(0);

    const { name, x, y } = await pointAtNode(page);
    expect(name).toMatch(/^lane_\d+_step_\d+$/);
    await page.mouse.click(x, y);
    await expect(spoken(page)).toHaveAccessibleName(`${name}, node, not run`);
    await expect(spoken(page)).toHaveAttribute('aria-pressed', 'true');

    await page.mouse.click(x, y, { button: 'right' });
    await expect(page.getByRole('menu', { name: `Node ${name}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
  },
);

test(
  'the keyboard goes along the edges of a graph that is only painted',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await canvas(page).focus();
    await page.keyboard.press('Escape');
    await expect(spoken(page)).toHaveAttribute('aria-pressed', 'false');
    const start = (await spoken(page).getAttribute('id')) ?? '';
    const [, lane = '', step = ''] = /lane_(\d+)_step_(\d+)/.exec(start) ?? [];
    const next = Number(step) + 1 < length ? nameOf(Number(lane), Number(step) + 1) : '__end__';
    await page.keyboard.press('ArrowDown');
    await expect(canvas(page)).toHaveAttribute('aria-activedescendant', `graph-node-${next}`);
    await expect(canvas(page)).toHaveAttribute('data-detail', 'far');
    await page.keyboard.press('Enter');
    await expect(spoken(page)).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'what was selected from afar is in the page when it can be read, and a found node is gone to',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const selected = (await canvas(page).getAttribute('aria-activedescendant')) ?? '';
    await page.getByRole('button', { name: 'Find a node', exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Find a node by name or ID' })
      .fill(selected.replace('graph-node-', ''));
    await page.keyboard.press('Enter');
    await expect(canvas(page)).toHaveAttribute('data-detail', 'near');
    await expect(node(page, selected.replace('graph-node-', '')).getByRole('button').first()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await page.getByTestId(/^node-/).count()).toBeLessThan(200);
    await expect(page.getByTestId('graph-map')).toBeVisible();
  },
);
