import type { Locator } from 'playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { inspector } from '../../pages/history.ts';
import { expectRun, newThread, startRun } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('a state is searched, collapsed, and read as messages and as a table', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'support');
  await newThread(page);
  // What is empty leads to what fills it.
  await page.getByRole('region', { name: 'Story' }).getByRole('button', { name: 'Go to Run' }).click();
  await expect(page.locator('[data-pane=composer] :focus')).toHaveCount(1);
  await startRun(page, { messages: [{ role: 'user', content: 'Where is order 4711?' }], pace: 0 });
  await expectRun(page, 'finished');
  const state = inspector(page);
  await page.setViewportSize({ width: 1000, height: 640 });
  const middleOf = async (locator: Locator): Promise<number> => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return y + height / 2;
  };
  const checkpoint = state.getByRole('definition').first();
  const copy = checkpoint.getByRole('button', { name: 'Copy checkpoint ID' });
  // On the line of the ID.
  await expect
    .poll(async () => Math.abs((await middleOf(copy)) - (await middleOf(checkpoint.locator('code')))))
    .toBeLessThan(4);
  await page.setViewportSize({ width: 1440, height: 900 });
  const tree = state.getByRole('tree', { name: 'State tree' });
  const find = state.getByRole('searchbox', { name: 'Find in state tree' });
  // The message is in a collapsed list, which is expanded to show it.
  await find.fill('WHERE IS ORDER');
  await find.press('Enter');
  await expect(state.getByRole('group', { name: /search and collapse/ })).toContainText('1 of 1');
  const message = tree.getByRole('treeitem', { name: /^0 human/ });
  await message.click();
  await expect(tree.locator('p').filter({ hasText: 'Where is order 4711?' })).toBeVisible();

  await find.fill('');
  await state.getByRole('button', { name: 'Collapse all' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const list = tree.getByRole('treeitem', { name: /messages/ });
  await list.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /Copy Python path/ })).toContainText(
    'state["values"]["messages"]',
  );
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  const table = state.getByRole('table', { name: 'values.messages' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await table.getByRole('button', { name: 'type', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'type' })).toHaveAttribute('aria-sort', 'ascending');
});

test('any two checkpoints are compared', async ({ studio }) => {
  const state = inspector(studio.page);
  await state.getByRole('tab', { name: 'Diff' }).click();
  const differences = state.getByRole('list', { name: 'Differences' });
  await expect(differences).toContainText('messages[3] added');
  await state.getByRole('button', { name: /^Compare with: Previous checkpoint/ }).click();
  const choice = studio.page.getByRole('listbox', { name: 'Checkpoints' }).getByRole('option');
  await studio.page.getByRole('searchbox', { name: 'Step, node or checkpoint ID' }).fill('1');
  await expect(choice).toHaveCount(1);
  await expectAccessible(studio.page);
  await choice.click();
  await expect(state.getByRole('button', { name: /^Compare with: Step 1/ })).toBeVisible();
  await expect(differences.getByRole('listitem')).toHaveCount(3);
});

test('a value and its paths are copied', async ({ studio }) => {
  const { page } = studio;
  const state = inspector(page);
  await state.getByRole('tab', { name: 'State', exact: true }).click();
  const tree = state.getByRole('tree', { name: 'State tree' });
  const find = state.getByRole('searchbox', { name: 'Find in state tree' });
  for (const [entry, copied] of [
    ['Copy value', '"support"'],
    ['Copy text without quotation marks', 'support'],
    ['Copy JSON pointer', '/metadata/graph_id'],
    ['Copy JavaScript path', 'state.metadata.graph_id'],
    ['Copy Python path', 'state["metadata"]["graph_id"]'],
  ] as const) {
    await find.fill('graph_id');
    await find.press('Enter');
    await tree.getByRole('treeitem', { name: /^graph_id/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry }).click();
    // The clipboard is written asynchronously.
    await expect(async () => {
      await find.fill('');
      await find.press('ControlOrMeta+v');
      await expect(find).toHaveValue(copied, { timeout: 500 });
    }).toPass();
  }
  await find.fill('');
});

test(
  'a picture that lies elsewhere is loaded when it is asked for, and not before',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const userAgents: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      userAgents.push(headers['user-agent']);
      response.end(Buffer.from(png, 'base64'));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const image = { type: 'image_url', image_url: { url: `http://${host}/in-a-message.png` } };
      await newThread(page);
      const content = [{ type: 'text', text: 'Where is order 4711?' }, image];
      await startRun(page, { messages: [{ role: 'user', content }], pace: 0 });
      await expectRun(page, 'finished');
      const tree = inspector(page).getByRole('tree', { name: 'State tree' });
      const find = inspector(page).getByRole('searchbox', { name: 'Find in state tree' });
      await find.fill('in-a-message.png');
      await find.press('Enter');
      await tree.getByRole('treeitem', { name: /^url/ }).click();
      const load = tree.getByRole('button', { name: `Load image from ${host}` });
      await expect(load).toBeVisible();
      await expectAccessible(page);
      expect(userAgents).toEqual([]);
      await load.click();
      await expect(tree.getByRole('img', { name: /in-a-message/ })).toBeVisible();
      expect(userAgents).toHaveLength(1);
      // The request came from the studio's back end, not from the page.
      expect(userAgents[0] ?? '').not.toContain('Mozilla');
    } finally {
      server.close();
    }
  },
);
