import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

// The demo server has no crons: the fake one follows the OpenAPI document of hosted servers.
let hosted: FakeServer;

test.beforeAll(async () => {
  hosted = await startFakeServer({ crons: 0 });
});
test.afterAll(() => hosted.close());

test('a server without crons says why', { tag: '@full' }, async ({ studio: { page } }) => {
  await waitForDemoServer(page);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByText('No crons on this server')).toBeVisible();
});

test('a cron is created, read in two time zones, disabled and deleted', async ({ studio: { page } }) => {
  await addAndUseServer(page, { address: hosted.url, name: 'Hosted' });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Crons' }).click();
  const view = page.getByRole('region', { name: 'Crons', exact: true });
  await expect(view).toContainText('Nothing is scheduled on this server.');
  await view.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New cron' });
  await dialog.getByRole('textbox', { name: 'Schedule' }).fill('61 9 * * *');
  await expect(dialog).toContainText('Invalid value for minute: 61');
  await dialog.getByRole('textbox', { name: 'Schedule' }).fill('0 9 * * 1-5');
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Asia/Tokyo');
  await expect(dialog).toContainText('At 09:00, Monday through Friday');
  await expect(dialog.getByRole('columnheader', { name: 'Asia/Tokyo' })).toBeVisible();
  await expectAccessible(page, { within: '[role="dialog"]' });
  // What was typed is not lost by one key.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('status')).toHaveText('Your changes are not saved.');
  const webhook = dialog.getByRole('textbox', { name: 'Webhook (optional)' });
  await webhook.fill('/hook');
  await expect(dialog.getByRole('button', { name: 'Create cron' })).toBeDisabled();
  await webhook.fill('https://example.com/hook');
  await dialog.getByLabel('Ends (optional)').fill('2999-12-24T18:00');
  await dialog.getByRole('button', { name: 'Create cron' }).click();

  const detail = page.getByRole('region', { name: 'Cron', exact: true });
  await expect(detail.getByRole('row')).toHaveCount(6);
  await expectAccessible(page, { within: 'section[aria-label="Crons"]' });
  await expect(detail).toContainText('https://example.com/hook');
  await expect(detail).toContainText('2999');
  await detail.getByRole('button', { name: 'Disable' }).click();
  await expect(view.getByRole('option').first()).toContainText('disabled');
  await detail.getByRole('button', { name: 'Delete cron' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete cron' }).click();
  await expect(view).toContainText('Nothing is scheduled on this server.');
});
