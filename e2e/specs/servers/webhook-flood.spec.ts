import type { Locator, Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { inFull } from '../../../src/testing/test-scale.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { openView } from '../../pages/history.ts';
import { measureInputDelay } from '../../pages/input-delay.ts';
import { dock, expectRun, newThread, openSheetTab, startRun } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: FakeServer;
test.beforeAll(async () => {
  server = await startFakeServer();
});
test.afterAll(() => server.close());

/**
 * Accepted deliveries at which the flood stops: more than the listener accepts per second, and more than it
 * stores.
 */
const deliveryCount = inFull ? 2_000 : 600;

/**
 * Posts different deliveries until enough were accepted. Returns the numbers of accepted and refused ones.
 */
async function flood(hooks: readonly string[]): Promise<{ accepted: number; refused: number }> {
  let [accepted, refused, sent] = [0, 0, 0];
  const post = async (): Promise<void> => {
    while (accepted < deliveryCount) {
      sent += 1;
      const url = hooks[sent % hooks.length] ?? '';
      const body = JSON.stringify({ status: `status ${sent}`, values: 'x'.repeat(2_000) });
      const { status } = await fetch(url, { method: 'POST', body });
      if (status === 202) accepted += 1;
      else if (status === 429) refused += 1;
      else throw new Error(`The listener answered ${status}.`);
      // The listener accepts 100 per second; more are refused and counted.
      if (status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all(Array.from({ length: 5 }, post));
  return { accepted, refused };
}

const rowsOf = (page: Page): Locator => page.getByRole('region', { name: 'Deliveries' }).getByRole('option');

test(
  `${deliveryCount} reports leave the Webhooks view responsive, and each is counted`,
  { tag: '@full' },
  async ({ studio }) => {
    // The listener accepts 100 deliveries per second.
    test.slow();
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Loud' });
    await openView(page, 'Threads');
    for (let round = 0; round < 5; round += 1) {
      await newThread(page);
      await openSheetTab(page, 'Options');
      await dock(page)
        .getByRole('button', { name: /^Webhook: / })
        .click();
      await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
      await startRun(page, { id: round });
      await expectRun(page, 'finished');
    }
    const hooks = server.requests.flatMap(({ bodyText }) => /"webhook":"([^"]+)"/.exec(bodyText)?.[1] ?? []);
    expect(new Set(hooks).size).toBe(5);

    await openView(page, 'Webhooks');
    const rows = rowsOf(page);
    const flooded = flood(hooks);
    await expect(page.getByText(/older deliveries were dropped/)).toBeVisible();
    // Deliveries keep arriving while keys are pressed.
    const before = await page.getByText(/older deliveries were dropped/).textContent();
    await rows.nth(3).focus();
    const times = [await measureInputDelay(page, rows.nth(3)), await measureInputDelay(page, rows.nth(3))];
    await expect(page.getByText(/older deliveries were dropped/)).not.toHaveText(before ?? '');
    expect(Math.max(...times)).toBeLessThan(250);

    const { accepted, refused } = await flooded;
    await expect(rows).toHaveCount(100);
    await expect(
      page.getByText(`${(accepted - 100).toLocaleString('en')} older deliveries were dropped.`),
    ).toBeVisible();
    if (refused > 0) {
      const label = refused === 1 ? '1 request refused' : `${refused.toLocaleString('en')} requests refused`;
      await expect(page.getByText(label, { exact: true })).toBeVisible();
    }
  },
);
