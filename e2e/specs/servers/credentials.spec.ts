import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { startOidcServer, type OidcServer } from '../../../src/testing/credentials/oidc-server.ts';
import { startTokenServer, type TokenServer } from '../../../src/testing/credentials/token-server.ts';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { longWait } from '../../pages/limits.ts';
import { fillNewServer, openServers, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let users: RealServer;
let oidc: OidcServer;
let graphs: TokenServer;
let folder = '';
const tokens = new Set<string>();

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credential commands '));
  await writeFile(
    join(folder, 'print.mjs'),
    `console.log(JSON.stringify({ token: 'johndoe', expiration: new Date(Date.now() + 3600000) }))`,
  );
  users = await startRealServer({ suite: true, auth: true });
  oidc = await startOidcServer();
  graphs = await startTokenServer(async ({ authorization = '' }) => {
    const token = authorization.replace('Bearer ', '');
    if (token !== '') tokens.add(token);
    return (await oidc.isGood(token)) ? 200 : 401;
  });
});

test.afterAll(async () => {
  await users.stop();
  await oidc.close();
  await graphs.close();
  await rm(folder, { recursive: true, force: true });
});

async function choose(dialog: Locator, page: Page, label: string, option: string): Promise<void> {
  await dialog.getByRole('button', { name: `${label}: ` }).click();
  await page.getByRole('menuitemradio', { name: option }).click();
}

test('a command prints the key of a server, after a yes to it', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await openServers(page);
  const dialog = await fillNewServer(page, { address: users.url, name: 'Users' });
  await choose(dialog, page, 'Credential', 'Key from a command');
  const commandLine = `"${process.execPath}" "${join(folder, 'print.mjs')}"`;
  await dialog.getByRole('textbox', { name: 'Command' }).fill(commandLine);
  await choose(dialog, page, 'Send the token as', 'x-api-key');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.locator('output')).toContainText('nobody has allowed it');
  const allow = dialog.getByRole('switch', { name: 'Run this command on this computer' });
  await allow.click();
  await dialog.getByRole('button', { name: 'Test' }).click();
  const result = dialog.locator('output');
  await expect(result).toContainText('Connected', longWait());
  await expect(result).toContainText(
    'It takes the key in x-api-key. It refuses the key in Authorization (401).',
  );
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  // Another command needs another yes.
  await dialog.getByRole('textbox', { name: 'Command' }).fill(`${commandLine} --other`);
  await expect(allow).not.toBeChecked();
  await dialog.getByRole('textbox', { name: 'Command' }).fill(commandLine);
  await expect(allow).toBeChecked();
  await dialog.getByRole('button', { name: 'Add server' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('option', { name: 'Users' }).click();
  const credential = page.getByRole('region', { name: 'Credential' });
  await expect(credential).toContainText('valid', longWait());
  await expect(credential.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d{2}-\d{2}T/);
  await expect(page.getByRole('region', { name: 'Server Users' })).toContainText('connected');
  await expectAccessibleInBothThemes(page);
});

test('a person signs in with OAuth in the browser, and out again', async ({ studio }) => {
  const { page } = studio;
  await openServers(page);
  const dialog = await fillNewServer(page, { address: graphs.url, name: 'Company' });
  await choose(dialog, page, 'Credential', 'OAuth sign-in');
  await expect(dialog.getByRole('button', { name: 'Add server' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Sign-in server' }).fill(oidc.issuer);
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('studio');
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Add server' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('option', { name: 'Company' }).click();
  const credential = page.getByRole('region', { name: 'Credential' });
  await expect(credential).toContainText('signed out');
  await credential.getByRole('button', { name: 'Sign in' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in to Company' });
  const link = signIn.getByRole('link', { name: 'Open the sign-in page' });
  await expect(link).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  const [login] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await login.getByRole('button', { name: 'Sign in' }).click();
  await expect(login.getByText('Go back to RemoteGraph Studio')).toBeVisible();
  await login.close();
  await expect(signIn).toContainText('You are signed in.');
  await signIn.getByRole('button', { name: 'Close' }).last().click();
  await expect(credential).toContainText('valid', longWait());
  await expect(page.getByRole('region', { name: 'Server Company' })).toContainText('connected');
  expect(tokens.size).toBeGreaterThan(0);
  for (const token of tokens) expect(await page.content()).not.toContain(token);
  await credential.getByRole('button', { name: 'Sign out' }).click();
  await expect(credential).toContainText('signed out');
  await expect(page.getByRole('region', { name: 'Server Company' })).toContainText(
    'Nobody is signed in to this server.',
  );
});

test('a person signs in with a code on another device', async ({ studio }) => {
  const { page } = studio;
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Company' });
  await choose(dialog, page, 'Sign in', 'With a code on any device');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const credential = page.getByRole('region', { name: 'Credential' });
  await credential.getByRole('button', { name: 'Sign in' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in to Company' });
  await expect(signIn.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  const [device] = await Promise.all([
    page.context().waitForEvent('page'),
    signIn.getByRole('link', { name: 'Open the sign-in page' }).click(),
  ]);
  await device.getByRole('button', { name: /^(Continue|Confirm)$/ }).click();
  await device.getByRole('button', { name: 'Sign in' }).click();
  await expect(device.getByText('Done.')).toBeVisible();
  await device.close();
  await expect(signIn).toContainText('You are signed in.', longWait());
});
