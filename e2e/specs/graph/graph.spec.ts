import { expect, test } from '../../hosts/fixture.ts';
import { canvas, node, pickAssistant, setXray } from '../../pages/canvas.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { inspector } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { expectRun, startRun } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('the writer is drawn with all its levels', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  for (const id of [
    'plan',
    'write',
    'write:draft',
    'write:deep',
    'write:deep:polish',
    'write:deep:check',
    'review',
  ]) {
    await expect(node(page, id)).toBeVisible();
  }
  await expect(canvas(page).getByText('again', { exact: true })).toBeVisible();
  await expect(canvas(page).getByText('approved', { exact: true })).toBeVisible();
});

test('x-ray shows as many levels as it says', async ({ studio }) => {
  const { page } = studio;
  await setXray(page, '0');
  await expect(node(page, 'write')).toBeVisible();
  await expect(node(page, 'write:draft')).toHaveCount(0);

  await setXray(page, '1');
  await expect(node(page, 'write:deep')).toBeVisible();
  await expect(node(page, 'write:deep:polish')).toHaveCount(0);

  await setXray(page, '2');
  await expect(node(page, 'write:deep:polish')).toBeVisible();

  await setXray(page, 'All');
  await expect(node(page, 'write:deep:check')).toBeVisible();
});

test('inner nodes lie inside of their containers, and none lies on another', async ({ studio }) => {
  const { page } = studio;
  // All at one moment: the camera settles after the nodes are there.
  const readBoxes = () =>
    page.getByTestId(/^node-/).evaluateAll((nodes) =>
      ['write:deep', 'write:deep:polish', 'write:deep:check'].map((id) => {
        const box = nodes.find((element) => element.getAttribute('data-testid') === `node-${id}`);
        if (!box) return null;
        const { x, y, width, height } = box.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
  await expect(async () => {
    const [outer, polish, check] = await readBoxes();
    if (!outer || !polish || !check) throw new Error('A node is not drawn.');
    for (const inner of [polish, check]) {
      expect(inner.x).toBeGreaterThanOrEqual(outer.x);
      expect(inner.y).toBeGreaterThanOrEqual(outer.y);
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
      expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    }
    const isBefore = polish.y + polish.height <= check.y || polish.x + polish.width <= check.x;
    expect(isBefore).toBe(true);
  }).toPass(longWait());
});

test('the keyboard walks along the edges', async ({ studio }) => {
  const { page } = studio;
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(canvas(page).locator('[data-testid^="node-"]:has(button[aria-pressed="true"])')).toHaveCount(
    1,
  );
});

for (const graph of ['support', 'fanout', 'broken', 'ledger']) {
  test(`${graph} is drawn`, async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, graph);
    await expect(node(page, '__start__')).toBeVisible();
    // A straight line has no width, which counts as hidden; its presence can be checked.
    await expect(canvas(page).locator('[data-testid^="edge-"]')).not.toHaveCount(0);
  });
}

test(
  'an agent shows its tools, its sub-agent, its to-do list and its files',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'agent');
    await expect(node(page, 'tools')).toBeVisible();
    await expect(page.getByText('Tools seen')).toHaveCount(0);
    await startRun(page, { pace: 0 });
    await expectRun(page, 'finished');
    const tool = (name: string) => page.getByTestId(`tool-${name}`);
    for (const [name, calls] of [
      ['write_todos', '2×'],
      ['task', '2×'],
      ['write_file', '1×'],
    ] as const) {
      await expect(tool(name)).toHaveAttribute('data-status', 'finished');
      await expect(tool(name)).toContainText(calls);
    }
    const researcher = page.getByTestId('sub-agent-researcher');
    await expect(researcher).toHaveAttribute('data-status', 'finished');
    await expect(researcher).toContainText('2×');
    await expect(tool('search')).toHaveCount(0);
    await expect(node(page, 'tools').getByRole('button').first()).toHaveAccessibleName(
      /tools seen: write_todos, task, write_file, sub-agents seen: researcher/,
    );
    await expectAccessible(page, { within: '[data-testid="graph-canvas"]' });

    // By keyboard: the canvas, its last node with rows, and Tab to the sub-agent.
    await expect(researcher).toHaveAttribute('tabindex', '-1');
    await node(page, 'tools').click({ position: { x: 20, y: 12 } });
    await page.getByTestId('graph-canvas').focus();
    await page.keyboard.press('Tab');
    await expect(researcher).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(inspector(page).getByText('tools › agent')).toBeVisible();
    await expect(researcher).toHaveAttribute('aria-pressed', 'true');
    await expect(node(page, 'tools').getByRole('button').first()).toHaveAccessibleName(
      /contains the selected task/,
    );

    await inspector(page).getByRole('tab', { name: 'State' }).click();
    const row = (name: RegExp) => inspector(page).getByRole('treeitem', { name });
    await row(/todos.*3 of 3 completed/).click();
    await expect(row(/Write the answer\s*completed/)).toBeVisible();
    await row(/files.*1 file/).click();
    await row(/bread-online\.md.*characters/).click();
    await expect(row(/Content of bread-online\.md/)).toContainText('1. **Labels.**');
  },
);
