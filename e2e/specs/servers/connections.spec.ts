import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import type { Page } from 'playwright/test';
import { startRealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { textsInHeap } from '../../pages/heap.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { waitForDemoServer, fillNewServer, openServers } from '../../pages/servers.ts';

const key = 'canary-key-that-must-never-come-back-7d1f';

test.describe.configure({ mode: 'serial' });

let guarded: FakeServer;

/** Creates a thread on the guarded server, which is marked as production. */
async function expectNothingSentUntilConfirmed(page: Page): Promise<void> {
  const created = (): number =>
    guarded.requests.filter(({ method, path }) => method === 'POST' && path === '/threads').length;
  const before = created();
  await page.getByRole('button', { name: 'Create a thread with an ID, a name or metadata' }).click();
  const form = page.getByRole('dialog', { name: 'New thread' });
  const confirmation = page.getByRole('dialog', { name: 'Create a thread on Staging, Frankfurt?' });
  await form.getByRole('button', { name: 'Create thread' }).click();
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('alert')).toContainText('This was not sent to Staging, Frankfurt');
  expect(created()).toBe(before);
  await form.getByRole('button', { name: 'Create thread' }).click();
  await confirmation.getByRole('button', { name: 'Create a thread' }).click();
  await expect(form).toBeHidden();
  expect(created()).toBe(before + 1);
}

let webSite: Server;
let webAddress: string;

test.beforeAll(async () => {
  guarded = await startFakeServer({ apiKey: key });
  webSite = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>A web site'),
  );
  await new Promise<void>((listening) => webSite.listen(0, '127.0.0.1', () => listening()));
  webAddress = `http://127.0.0.1:${(webSite.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  webSite.closeAllConnections();
  webSite.close();
  await guarded.close();
});

test('the demo server is there and connected, with version and capabilities', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await openServers(page);
  const detail = page.getByRole('region', { name: 'Server Demo server' });
  await expect(detail).toContainText('connected');
  await expect(detail).toContainText('1.5.1');
  await expect(detail).toContainText('JavaScript');
  await expect(detail.getByRole('listitem').filter({ hasText: /^Crons\b/ })).toContainText('no');
  await expect(detail.getByRole('region', { name: 'Facts' })).toContainText('crons: false');
  await expect(detail.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

test('each wrong address gets its own words', async ({ studio }) => {
  const { page } = studio;
  await openServers(page);
  const dialog = await fillNewServer(page, { address: webAddress });
  const status = dialog.getByRole('status');
  const tried = async (address: string): Promise<void> => {
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('button', { name: 'Test' }).click();
  };

  await tried(webAddress);
  await expect(status).toContainText('Not a graph server');

  await tried(`${guarded.url}/no/such/path`);
  await expect(status).toContainText('The server requires an API key');

  await tried('http://127.0.0.1:9');
  await expect(status).toContainText('No response from this address');

  await tried('http://no-such-host.invalid');
  await expect(status).toContainText(/No response from this address|The studio's computer is offline/);

  await tried(guarded.url);
  await expect(status).toContainText('The server requires an API key');

  await dialog.getByLabel('API key', { exact: true }).fill('wrong-key');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(status).toContainText('The server requires an API key');

  await tried('ftp://127.0.0.1');
  await expect(dialog.getByRole('alert')).toContainText(/ftp:\/\/.*http/);
  // What was typed takes a second press.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
});

test('a server is added with its key, edited, used and removed; the key never comes back', async ({
  studio,
}) => {
  const { page } = studio;
  await openServers(page);
  const dialog = await fillNewServer(page, { address: guarded.url, name: 'Staging', key });
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByRole('status')).toContainText('Connected');
  await dialog.getByRole('button', { name: 'Add server' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('option', { name: 'Staging' }).click();
  const detail = page.getByRole('region', { name: 'Server Staging' });
  await expect(detail).toContainText(`ends in ${key.slice(-4)}`);
  await detail.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Staging' });
  await edit.getByLabel('Name', { exact: true }).fill('Staging, Frankfurt');
  await edit.getByRole('button', { name: 'Save' }).click();

  const renamed = page.getByRole('region', { name: 'Server Staging, Frankfurt' });
  await renamed.getByRole('button', { name: 'Use this server' }).click();
  await expect(page.getByRole('button', { name: 'Server: Staging, Frankfurt, connected' })).toBeVisible();

  // The key is nowhere in the window.
  const storageText = await page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  expect(storageText).not.toContain(key);
  expect(guarded.requests.some(({ headers }) => headers['x-api-key'] === key)).toBe(true);

  // A server marked as production gets no change that was not confirmed.
  await openServers(page);
  await renamed.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Production server').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Server: Staging.*, production$/ })).toBeVisible();
  await openView(page, 'Threads');
  await expectNothingSentUntilConfirmed(page);

  await openServers(page);
  await page.getByRole('option', { name: 'Staging, Frankfurt' }).click();
  await renamed.getByRole('button', { name: 'Remove' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove Staging, Frankfurt?' });
  await asking.getByRole('button', { name: 'Remove server' }).click();
  await expect(page.getByRole('option', { name: 'Staging, Frankfurt' })).toHaveCount(0);
  await waitForDemoServer(page);
});

test(
  'typed secrets are not in the memory of the page once they are saved',
  { tag: '@full' },
  async ({ studio }) => {
    test.skip(
      studio.kind !== 'web',
      'The heap is read through the browser; the page is the same on both hosts.',
    );
    const { page } = studio;
    const secrets = { key: 'canary-typed-key-5b2e', header: 'canary-typed-header-9c4a' };
    const server = await startFakeServer({ apiKey: secrets.key });
    try {
      await openServers(page);
      const dialog = await fillNewServer(page, { address: server.url, name: 'Typed' });
      // By keys: a text that is set at once stays in the memory of Playwright's own scripts.
      await dialog.getByLabel('API key', { exact: true }).focus();
      await page.keyboard.type(secrets.key);
      await dialog.getByRole('button', { name: 'Add a header' }).click();
      await dialog.getByLabel('Name of header 1').fill('x-tenant');
      await dialog.getByLabel('Value of header 1').focus();
      await page.keyboard.type(secrets.header);
      expect(await textsInHeap(page, secrets)).toEqual(['key', 'header']);
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(dialog.getByRole('status')).toContainText('Connected');
      await dialog.getByRole('button', { name: 'Add server' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('option', { name: /Typed.*\d/ })).toBeVisible();
      await expect.poll(() => textsInHeap(page, secrets), longWait()).toEqual([]);
      const last = server.requests.at(-1)?.headers;
      expect([last?.['x-api-key'], last?.['x-tenant']]).toEqual([secrets.key, secrets.header]);
    } finally {
      await server.close();
    }
  },
);

test('two real servers, one of which wants a key, have their own health and facts', async ({ studio }) => {
  const { page } = studio;
  const withUsers = await startRealServer({ auth: true });
  try {
    await waitForDemoServer(page);
    const list = await openServers(page);
    const dialog = await fillNewServer(page, { address: withUsers.url, name: 'With users' });
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(list.getByRole('option', { name: /With users.*API key required/ })).toBeVisible(longWait());
    await list.getByRole('option', { name: /With users/ }).click();
    const detail = page.getByRole('region', { name: 'Server With users' });
    await expect(detail.getByRole('region', { name: 'Facts' })).toHaveCount(0);

    await detail.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit With users' });
    await edit.getByLabel('API key', { exact: true }).fill('johndoe');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(detail.getByRole('region', { name: 'Facts' })).toContainText('crons: false', longWait());
    await expect(list.getByRole('option', { name: /Demo server.*1\.5\.1/ })).toBeVisible();
    await expect(list.getByRole('option', { name: /With users.*1\.5\.1/ })).toBeVisible();

    // The order is changed with the pointer.
    await detail.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copy = list.getByRole('option', { name: /With users \(2\)/ });
    await copy.hover();
    await page.mouse.down();
    await list
      .getByRole('option')
      .nth(1)
      .hover({ position: { x: 40, y: 4 } });
    await expect(page.getByTestId('drop-line')).toBeVisible();
    await page.mouse.up();
    await expect(list.getByRole('option').nth(1)).toContainText('With users (2)');
  } finally {
    await withUsers.stop();
  }
});
