import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import { startRun } from '../../pages/runs.ts';
import { captureSavedFile } from '../../pages/saved-file.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test(
  'a request shows the status, the headers and the body of its answer, and a curl that names what to set',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await page.getByRole('button', { name: /^Requests/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Requests' });
    await drawer.getByLabel('Filter requests').fill('/assistants/search 200');
    await drawer.getByRole('option').first().click();
    const detail = drawer.getByRole('region', { name: 'Request', exact: true });
    await expect(detail).toContainText('Status 200');
    await expect(detail.getByRole('group', { name: 'Response headers' })).toContainText(
      'content-type: application/json',
    );
    await expect(detail.getByRole('group', { name: 'Response body' })).toContainText('"assistant_id"');
    await expect(detail.getByRole('group', { name: 'As curl' })).toContainText('${DEMO_TOKEN:?');
    await detail.getByRole('radio', { name: 'Python SDK' }).click();
    await expect(detail.getByRole('group', { name: 'As Python SDK' })).toContainText(
      'result = client.assistants.search(',
    );
    await detail.getByRole('radio', { name: 'remote-graph-client' }).click();
    await expect(detail.getByRole('group', { name: 'As remote-graph-client' })).toContainText(
      'process.env.DEMO_TOKEN',
    );
    // Sent again, it is a request of its own, which is shown.
    await detail.getByRole('button', { name: 'Send again' }).click();
    await expect(detail).toContainText('requests.replay');
    await expect(detail).toContainText('Status 200');
    await expectAccessible(page);
    await drawer.getByLabel('Filter requests').fill('');
    await drawer.getByRole('button', { name: 'Close' }).click();
  },
);

test('polling is hidden and counted, filters and clear work', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await page.getByRole('button', { name: /^Requests/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Requests' });
  // The list of threads is polled.
  await expect(drawer.getByRole('status')).toHaveText(/^\d+ hidden$/, longWait());
  const lists = drawer.getByRole('option').filter({ hasText: 'threads.list' });
  const few = await lists.count();
  await drawer.getByRole('switch', { name: 'Polling' }).click();
  await expect.poll(() => lists.count()).toBeGreaterThan(few);
  await drawer.getByRole('button', { name: 'Method: Any method' }).click();
  await page.getByRole('menuitemradio', { name: 'GET' }).click();
  await expect(lists).toHaveCount(0);
  await expectAccessible(page, { within: '[role="dialog"]' });
  await drawer.getByRole('button', { name: 'Clear' }).click();
  await drawer.getByRole('switch', { name: 'Polling' }).click();
  await drawer.getByRole('button', { name: 'Show all requests' }).click();
  await expect(drawer.getByRole('option').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
});

test(
  'a session is copied as a script, with variables for what is another one each time',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'writer');
    await startRun(page, { pace: 0 });
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible(longWait());
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: /^Requests/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Requests' });
    await expect(drawer.getByRole('option').filter({ hasText: /POST.*\/runs\/stream/ })).toHaveCount(2);
    await drawer.getByRole('button', { name: 'Session as script' }).click();
    const dialog = page.getByRole('dialog', { name: 'Session as script' });
    const script = dialog.getByRole('group', { name: 'Script', exact: true });
    await expect(script).toContainText('thread_1=$(curl');
    await expect(script).toContainText('interrupt_1=$(curl');
    await dialog.getByRole('radio', { name: 'Python SDK' }).click();
    await expect(script).toContainText('thread_1 = result["thread_id"]');
    await expect(dialog.locator('p[role=status]')).toHaveText('3 requests.');
    await expectAccessible(page, { within: '[role="dialog"]' });
    await dialog.getByRole('checkbox').last().click();
    await expect(dialog.locator('p[role=status]')).toHaveText('2 requests.');
    await expect(script).not.toContainText('interrupt_1');
    const file = await captureSavedFile(studio, () =>
      dialog.getByRole('button', { name: 'Save script' }).click(),
    );
    expect(file.name).toBe('session.py');
    expect(file.bytes.toString('utf8')).toContain('client.runs.stream(');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await drawer.getByRole('button', { name: 'Close' }).click();
  },
);

test(
  'a bug report is read and searched before it is saved, and no key is in it',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const canary = 'canary-4711-of-the-report';
    const server = await startFakeServer();
    try {
      await waitForDemoServer(page);
      await addAndUseServer(page, { address: server.url, name: 'Quotes', key: canary });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('Report a bug');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Report a bug' });
      const report = dialog.getByRole('group', { name: 'Report', exact: true });
      await expect(report).toContainText('## Environment');
      await expect(report).toContainText('http://[host]:');
      await expectAccessible(page, { within: '[role="dialog"]' });
      const search = dialog.getByRole('textbox', { name: 'Find in the report' });
      await report.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await expect(search).toBeInViewport({ ratio: 1 });
      await search.fill('canary');
      await expect(dialog.locator('p[role=status]')).toHaveText('The report does not contain it.');
      await search.fill('- node:');
      await expect(dialog.locator('p[role=status]')).toHaveText('1 line contains it.');
      const file = await captureSavedFile(studio, () =>
        dialog.getByRole('button', { name: 'Save report' }).click(),
      );
      expect(file.name).toBe('bug-report.md');
      const text = file.bytes.toString('utf8');
      expect(text).toContain('- Studio: ');
      expect(text).toContain('(assistants.list)');
      expect(text).not.toContain('canary');
      expect(text).not.toContain('127.0.0.1');
      await expect(dialog).toBeHidden();
    } finally {
      await server.close();
    }
  },
);
