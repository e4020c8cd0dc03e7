import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { hostedProfile } from '../../../src/testing/fake-server/server-profiles.ts';
import { openTunnel } from '../../../src/testing/services/tunnel.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, expectRun, newThread, openSheetTab, startRun, startThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('the listener is on, and shows no whole token', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await openView(page, 'Webhooks');
  await expect(page.getByRole('switch', { name: 'Listener' })).toBeChecked();
  await expect(page.getByText(/http:\/\/127\.0\.0\.1:\d+/).first()).toBeVisible();
});

test('a run that reports by webhook shows its delivery, matched to the run', async ({ studio }) => {
  const { page } = studio;
  await openView(page, 'Threads');
  await openSheetTab(page, 'Options');
  await dock(page)
    .getByRole('button', { name: /^Webhook: / })
    .click();
  await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
  await startRun(page, { topic: 'Reported', pace: 0 });
  await expectRun(page, 'waiting');

  await openView(page, 'Webhooks');
  const delivery = page.getByRole('region', { name: 'Deliveries' }).getByRole('option');
  await expect(delivery).toHaveCount(1);
  await delivery.click();
  const detail = page.getByRole('region', { name: 'Delivery' });
  await expect(detail).toContainText('finished');
  await expect(detail).toContainText('confirmed');
  await expect(detail.getByRole('group', { name: 'Body' })).toContainText('Reported');
});

test('a wrong token is refused, and the refusal is counted', async ({ studio }) => {
  const { page } = studio;
  const addressText =
    (await page
      .getByText(/http:\/\/127\.0\.0\.1:\d+/)
      .first()
      .textContent()) ?? '';
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(addressText) ?? [];
  const answer = await fetch(`${address}/hook/${'x'.repeat(43)}`, {
    method: 'POST',
    body: '{"status":"success"}',
  });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('');
  await expect(page.getByText(/1 (request )?refused|refused.*1/i).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Deliveries' }).getByRole('option')).toHaveCount(1);
});

test('a public address is tested, and a run reports through it', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  const address = await page
    .getByText(/http:\/\/127\.0\.0\.1:\d+/)
    .first()
    .textContent();
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(address ?? '')?.[1]);
  const tunnel = await openTunnel(() => port, { host: 'listener.internal' });
  try {
    await page.getByRole('main').getByRole('button', { name: 'Settings', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Webhook listener' });
    await dialog.getByLabel('Public address (optional)').fill(tunnel.url);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByRole('status')).toContainText('for the host listener.internal');
    await expectAccessible(page, { within: '[role="dialog"]' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${tunnel.url}/`)).toBeVisible();

    await openView(page, 'Threads');
    await startThread(page, { input: { topic: 'Through the tunnel', pace: 0 }, until: 'waiting' });
    await openView(page, 'Webhooks');
    const deliveries = page.getByRole('region', { name: 'Deliveries' }).getByRole('option');
    await expect(deliveries).toHaveCount(2);
    await deliveries.first().click();
    const detail = page.getByRole('region', { name: 'Delivery' });
    await detail.getByText(/^\d+ headers$/).click();
    await expect(detail.getByRole('group', { name: 'Headers' })).toContainText('x-forwarded-for');
    await expect(detail.getByRole('group', { name: 'Body' })).toContainText('Through the tunnel');
  } finally {
    await tunnel.close();
  }

  // Without its tunnel, no run is pointed at it (docs/protocol.md, Webhooks).
  await openView(page, 'Threads');
  await newThread(page);
  await startRun(page, { topic: 'Not started', pace: 0 });
  // The closed run sheet has it, too.
  await expect(
    page.getByTestId('dock').getByText(`The webhook listener can't be reached at ${tunnel.url}.`),
  ).toBeVisible();
  await openView(page, 'Webhooks');
  await page.getByRole('main').getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Public address (optional)').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
});

test(
  'a run that ended without a delivery says so, with the likely cause',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    // It takes webhooks and sends none.
    const info = { ...hostedProfile.info, version: '0.10.2' };
    const silent = await startFakeServer({ profile: { ...hostedProfile, info } });
    try {
      await addAndUseServer(page, { address: silent.url, name: 'Silent' });
      await openView(page, 'Threads');
      await openSheetTab(page, 'Options');
      await dock(page)
        .getByRole('button', { name: /^Webhook: / })
        .click();
      await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
      await startRun(page, { id: 1 });
      await expectRun(page, 'finished');
      await openView(page, 'Webhooks');
      const expected = page.getByRole('group', { name: 'Expected deliveries' });
      await expect(expected).toContainText(/Run ended .* ago; nothing arrived\./, longWait());
      await expect(expected).toContainText(
        'This server refuses webhooks to loopback addresses by default. Known of this version of the server.',
      );
      await expectAccessible(page, { within: 'section[aria-label="Deliveries"]' });
      await expected.getByRole('button', { name: 'Dismiss' }).click();
      await expect(expected).toBeHidden();
    } finally {
      await silent.close();
    }
  },
);

test('the listener is switched off and on again', async ({ studio }) => {
  const { page } = studio;
  const listener = page.getByRole('switch', { name: 'Listener' });
  await listener.click();
  await expect(listener).not.toBeChecked();
  await listener.click();
  await expect(listener).toBeChecked();
});
