import type { Locator } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { requestServer, newestRun, newestThread } from '../../pages/server-api.ts';
import {
  closeSheet,
  dock,
  expectRun,
  newThread,
  openSheetTab,
  press,
  previewRequest,
  runButton,
  setJson,
  startRun,
  writeInputAs,
} from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(async () => {
  await server.stop();
});

test('a message with an image and a file is sent as content blocks', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'support');
  const message = dock(page).getByRole('textbox', { name: 'Message' });
  await message.fill('Where is order 4711?');
  await dock(page)
    .getByLabel('Files to attach')
    .setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgo=', 'base64') },
      { name: 'order.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
  await expect(dock(page).getByRole('list', { name: 'Attachments' })).toHaveText(/dot\.png.*order\.pdf/);
  await previewRequest(page, 'Preview the request', async (request) => {
    await expect(request).toContainText('"image_url"');
    await expect(request).toContainText('"filename": "order.pdf"');
  });
  await message.press('Shift+Enter');
  await message.pressSequentially('Thanks');
  await message.press('Enter');
  await expectRun(page, 'finished');
  await expect(message).toHaveValue('');
  await expect(dock(page).getByRole('list', { name: 'Attachments' })).toHaveCount(0);
  await closeSheet(page);
  const tree = page.getByRole('tree', { name: 'State tree' });
  await expect(tree).toContainText('messages');
  const chat = dock(page).getByRole('region', { name: 'Chat' });
  await expect(chat).toContainText('Where is order 4711?');
  await expect(chat.getByRole('img')).toHaveCount(1);
});

test(
  'what the schema does not allow is said at its field, and can be sent all the same',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    await pickAssistant(page, 'ledger');
    await newThread(page);
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', '{"count": 0, "depth": 25}');
    await expect(dock(page).getByText('depth: Must be at most 24.')).toBeVisible();
    await expect(dock(page).locator('.cm-lintRange-warning')).toHaveText('25');
    const editor = dock(page).getByRole('textbox', { name: 'Input', exact: true });
    await editor.press('ControlOrMeta+a');
    await editor.pressSequentially('{"depth": 25, "co');
    await page.getByRole('option', { name: /^"count"/ }).click();
    await expect(editor).toHaveText('{"depth": 25, "count": 4');
    // When browsers replace a selection themselves, they add styles that the content policy blocks.
    expect(blocked).toEqual([]);
    await setJson(dock(page), 'Input', '{"count": 0, "depth": 25}');
    await writeInputAs(page, 'Form');
    await expect(dock(page).getByText('Must be at most 24.', { exact: true })).toBeVisible();
    await expect(dock(page).getByRole('textbox', { name: 'depth' })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await dock(page).getByRole('textbox', { name: 'depth' }).press('ControlOrMeta+Enter');
    await press(page, 'Run anyway');
    // The server accepts it, and the graph validates it.
    await expectRun(page, 'failed');
  },
);

test('a form sends what it shows; its other bytes stay', async ({ studio }) => {
  const { page } = studio;
  await addAndUseServer(page, { address: server.url, name: 'Suite' });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  await pickAssistant(page, 'slow');
  await writeInputAs(page, 'JSON');
  await setJson(dock(page), 'Input', '{"text": "a", "waitMs": 0, "hidden": 9007199254740993}');
  await writeInputAs(page, 'Form');
  await dock(page).getByRole('textbox', { name: 'text', exact: true }).fill('from a form');
  await runButton(page).click();
  await expectRun(page, 'finished');
  expect((await newestRun(server.url)).kwargs).toMatchObject({ input: { text: 'from a form', waitMs: 0 } });
  await writeInputAs(page, 'JSON');
  await expect(dock(page).getByRole('textbox', { name: 'Input', exact: true })).toHaveText(
    '{"text": "from a form", "waitMs": 0, "hidden": 9007199254740993}',
  );
});

test('a run is done again from the past inputs, and with its input changed', async ({ studio }) => {
  const { page } = studio;
  const input = dock(page).getByRole('textbox', { name: 'Input', exact: true });
  await setJson(dock(page), 'Input', '{"text": "other"}');
  await press(page, 'Past inputs');
  await page.getByRole('menuitem', { name: /from a form/ }).click();
  await expect(input).toContainText('from a form');
  await setJson(dock(page), 'Input', '{"text": "other"}');
  await dock(page).getByRole('tab', { name: /^Runs/ }).click();
  await press(page, 'Edit and run');
  await expect(input).toHaveText(/"text": ?"from a form"/);
  await setJson(dock(page), 'Input', '{"text": "changed", "waitMs": 0}');
  await runButton(page).click();
  await expect
    .poll(async () => (await newestRun(server.url)).kwargs)
    .toMatchObject({ input: { text: 'changed' } });
  await expectRun(page, 'finished');
});

test(
  'a run whose events only one reader gets is read after a warning',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const { thread_id: threadId } = await newestThread(server.url);
    // Another client's run, which can't be read twice.
    await requestServer(server.url, 'POST', `/threads/${threadId}/runs`, {
      assistant_id: 'slow',
      input: { waitMs: 60_000 },
    });
    await page.reload();
    await dock(page).getByRole('tab', { name: /^Runs/ }).click();
    await press(page, 'Read its events…');
    const dialog = page.getByRole('dialog', { name: /^Read the events of run #3 on Suite/ });
    await expect(dialog).toContainText('lost to the client that started it');
    await dialog.getByRole('button', { name: 'Read its events' }).click();
    await expect(dock(page).getByRole('tab', { name: /^Events/ })).toHaveText(/[1-9]/);
    await press(page, 'Stop');
    await expectRun(page, 'cancelled');
  },
);

test(
  'a form of nested objects and lists is filled in by keyboard, and arrives as it is',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'order');
    await newThread(page);
    await writeInputAs(page, 'Form');
    const form = dock(page).getByRole('group', { name: 'Input', exact: true });
    const field = (name: string): Locator => form.getByRole('textbox', { name, exact: true });
    await form.getByRole('button', { name: 'Set customer' }).press('Enter');
    await expect(field('name')).toBeFocused();
    await page.keyboard.type('Walnut Desks');
    await expect(field('city')).toHaveValue('Berlin');
    await form.getByRole('button', { name: 'Set zip' }).press('Enter');
    await page.keyboard.type('1011');
    await expect(field('zip')).toHaveValue('1011');
    await expect(form.getByRole('alert')).toHaveText('Must match ^\\d{5}$.');
    await page.keyboard.type('5');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await form.getByRole('button', { name: 'Set items' }).press('Enter');
    await expect(form.getByRole('button', { name: 'Add to items' })).toBeFocused();
    for (const [index, sku] of ['A-1', 'B-2'].entries()) {
      await form.getByRole('button', { name: 'Add to items' }).press('Enter');
      await expect(field('sku').nth(index)).toBeFocused();
      await page.keyboard.type(sku);
      await expect(field('sku').nth(index)).toHaveValue(sku);
    }
    await field('count').nth(1).fill('3');
    await form.getByRole('button', { name: 'colour: red' }).nth(1).click();
    await page.getByRole('menuitemradio', { name: 'green' }).click();
    await form.getByRole('button', { name: 'Move items 2 up' }).click();
    await expect(field('sku').first()).toHaveValue('B-2');
    await form.getByRole('button', { name: 'Set a value' }).press('Enter');
    await expect(field('note')).toBeFocused();
    await page.keyboard.type('By noon');
    await expect(field('note')).toHaveValue('By noon');
    await form.getByRole('button', { name: 'Set extra' }).click();
    await setJson(form, 'extra', '[1.5, {"any": true}]');
    // A long form scrolls in its pane; the window does not.
    const heights = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(heights[0]).toBe(heights[1]);
    await expectAccessible(page);
    await runButton(page).click();
    await expectRun(page, 'finished');
    expect((await newestRun(server.url)).kwargs).toMatchObject({
      input: {
        customer: { name: 'Walnut Desks', address: { city: 'Berlin', zip: '10115' } },
        items: [
          { sku: 'B-2', count: 3, colour: 'green' },
          { sku: 'A-1', count: 1, colour: 'red' },
        ],
        note: 'By noon',
        extra: [1.5, { any: true }],
      },
    });
    await pickAssistant(page, 'slow');
  },
);

test(
  'every option arrives at the server, and the preview shows the request',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    await openSheetTab(page, 'Options');
    await dock(page)
      .getByRole('button', { name: /^If the thread is busy/ })
      .click();
    await page.getByRole('menuitemradio', { name: /^enqueue/ }).click();
    await dock(page).getByLabel('Recursion limit, in supersteps').fill('9');
    await press(page, 'Add metadata');
    await setJson(dock(page), 'Metadata', '{"why":"options"}');
    await openSheetTab(page, 'Assistant');
    await setJson(dock(page), 'Config', '{"tags":["t1"],"configurable":{"seed":1}}');
    await openSheetTab(page, /^Options/);
    await dock(page).getByRole('switch', { name: 'Events of subgraphs' }).click();
    await expect(dock(page).getByRole('tab', { name: /^Options/ })).toContainText('4');
    await expect(dock(page).getByRole('tab', { name: /^Assistant/ })).toContainText('2 changes');

    // They are stored per assistant.
    await page.reload();
    await expect(dock(page).getByRole('tab', { name: /^Options/ })).toContainText('4');
    await openSheetTab(page, 'Input');
    await press(page, 'Preview the request');
    const preview = page.getByRole('dialog', { name: 'The request' });
    await expect(preview).toContainText('POST /threads/');
    await expect(preview.getByRole('group', { name: 'Request' })).toContainText('"recursion_limit": 9');
    await preview.getByRole('radio', { name: 'Python SDK' }).click();
    await expect(preview.getByRole('group', { name: 'Request' })).toContainText(
      'multitask_strategy="enqueue"',
    );
    await page.keyboard.press('Escape');

    await startRun(page, { waitMs: 0 });
    await expectRun(page, 'finished');
    const run = await newestRun(server.url);
    expect(run).toMatchObject({ multitask_strategy: 'enqueue', metadata: { why: 'options' } });
    expect(run.kwargs).toMatchObject({
      subgraphs: false,
      resumable: true,
      config: { tags: ['t1'], recursion_limit: 9, configurable: { seed: 1 } },
    });
    await openSheetTab(page, /^Options/);
    await press(page, 'Reset all');
    await expect(dock(page).getByRole('tab', { name: 'Options' })).toHaveText('Options');
    await openSheetTab(page, /^Assistant/);
    await press(page, 'Undo changes');
    await expect(dock(page).getByRole('tab', { name: 'Assistant' })).toHaveText('Assistant');
  },
);

test(
  'a message goes to the conversation that is chosen, whatever it is called',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'talk');
    await newThread(page);
    const message = dock(page).getByRole('textbox', { name: 'Message' });
    await message.fill('Good morning');
    await message.press('Enter');
    await expectRun(page, 'finished');
    const said = (content: string) => [expect.objectContaining({ type: 'human', content }) as object];
    expect((await newestRun(server.url)).kwargs).toMatchObject({
      input: { conversation: said('Good morning') },
    });
    await expect(dock(page).getByRole('region', { name: 'Chat' })).toContainText('You said: Good morning');
    await press(page, /^Send to/);
    await page.getByRole('menuitemradio', { name: 'aside' }).click();
    await message.fill('Between us');
    await message.press('Enter');
    await expect
      .poll(async () => (await newestRun(server.url)).kwargs)
      .toMatchObject({
        input: { aside: said('Between us') },
      });
    await expectRun(page, 'finished');
  },
);
