import type { Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { canvas, node, pickAssistant, setXray } from '../../pages/canvas.ts';
import { runSheet } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

async function middleOf(page: Page, id: string): Promise<{ x: number; y: number }> {
  const box = await node(page, id).boundingBox();
  if (!box) throw new Error(`${id} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The top of a box once it has settled: the camera settles after the boxes. */
async function topOf(page: Page, id: string): Promise<number> {
  return node(page, id).evaluate(async (box) => {
    let top = Number.NaN;
    for (let still = 0; still < 5;) {
      await new Promise(requestAnimationFrame);
      const now = box.getBoundingClientRect().top;
      still = now === top ? still + 1 : 0;
      top = now;
    }
    return top;
  });
}

/** Where a node is on the canvas, independent of the viewport. */
function positionOf(page: Page, id: string): Promise<string> {
  return node(page, id).evaluate((box) => {
    const { left, top } = (box.closest('.react-flow__node') as HTMLElement).style;
    return `${left} ${top}`;
  });
}

test(
  'collapsing keeps the container where it is, and the order of all others',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await setXray(page, 'All');
    await expect(node(page, 'write:deep:check')).toBeVisible();
    const before = await topOf(page, 'write:deep');
    await page.getByRole('button', { name: 'Collapse deep' }).click();
    await expect(node(page, 'write:deep:check')).toHaveCount(0);
    await expect.poll(async () => Math.abs((await topOf(page, 'write:deep')) - before)).toBeLessThan(2);
    expect((await middleOf(page, 'write:draft')).y).toBeLessThan((await middleOf(page, 'write:deep')).y);

    await page.getByRole('button', { name: 'Expand deep' }).click();
    await expect(node(page, 'write:deep:check')).toBeVisible();
    await expect.poll(async () => Math.abs((await topOf(page, 'write:deep')) - before)).toBeLessThan(2);
  },
);

test(
  'a dragged node stays there after a reload, until places are reset',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const automatic = await positionOf(page, 'plan');
    const from = await middleOf(page, 'plan');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 10, { steps: 4 });
    await page.mouse.move(from.x + 120, from.y + 12, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Reset layout' })).toBeEnabled();
    await expect.poll(() => positionOf(page, 'plan')).not.toBe(automatic);
    const dragged = await positionOf(page, 'plan');

    await page.reload();
    await expect(node(page, 'plan')).toBeVisible();
    await expect.poll(() => positionOf(page, 'plan')).toBe(dragged);

    // Another level has its own positions.
    await setXray(page, '0');
    await expect(page.getByRole('button', { name: 'Reset layout' })).toBeDisabled();
    await setXray(page, 'All');
    await canvas(page).focus();
    await page.keyboard.press('Shift+R');
    await expect.poll(() => positionOf(page, 'plan')).toBe(automatic);
    await expect(page.getByRole('button', { name: 'Reset layout' })).toBeDisabled();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => positionOf(page, 'plan')).toBe(dragged);

    // Without Shift it is the key of the run sheet, here as everywhere.
    const wasOpen = await runSheet(page).isVisible();
    for (const isOpen of [!wasOpen, wasOpen]) {
      await canvas(page).focus();
      await page.keyboard.press('r');
      await expect(runSheet(page)).toBeVisible({ visible: isOpen });
    }
    await expect.poll(() => positionOf(page, 'plan')).toBe(dragged);
  },
);

test('the keyboard moves a node too', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(canvas(page)).toHaveAttribute('aria-activedescendant', 'graph-node-__start__');
  const before = await positionOf(page, '__start__');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => positionOf(page, '__start__')).not.toBe(before);
  await page.getByRole('button', { name: 'Reset layout' }).click();
  await expect.poll(() => positionOf(page, '__start__')).toBe(before);
});

test('the direction of the flow can be chosen, and is remembered', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Direction: / }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('Left to right');
  const isLeftToRight = async () =>
    (await middleOf(page, 'plan')).x < (await middleOf(page, 'review')).x - 50;
  await expect.poll(isLeftToRight).toBe(true);
  await page.reload();
  await expect(node(page, 'plan')).toBeVisible();
  await expect.poll(isLeftToRight).toBe(true);
  await choose('Top to bottom');
  await expect.poll(isLeftToRight).toBe(false);
  await choose('Automatic direction');
});
