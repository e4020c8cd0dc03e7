import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeCertificate } from '../../../src/testing/fault-servers/certificates.ts';
import { startFaultServer, type FaultServer } from '../../../src/testing/fault-servers/fault-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { waitForDemoServer, fillNewServer, openServers } from '../../pages/servers.ts';

const authority = makeAuthority('Example Corp Root');
const { key, cert } = makeCertificate('graphs', authority, { hosts: ['localhost', '127.0.0.1'] });

let folder: string;
let server: FaultServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-ca-'));
  await writeFile(join(folder, 'company.pem'), authority.cert);
  // Its clock is a day ahead.
  server = await startFaultServer(
    ({ path }) => ({
      headers: { date: new Date(Date.now() + 86_400_000).toUTCString() },
      json: path === '/info' ? { version: '0.5', langgraph_py_version: '1.0', flags: { crons: false } } : [],
    }),
    { tls: { key, cert } },
  );
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test(
  'a private certificate is refused by its name until its authority is added',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await openServers(page);
    const address = `https://localhost:${server.port}`;
    const dialog = await fillNewServer(page, { address, name: 'Staging' });
    const status = dialog.getByRole('status');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(status).toContainText('No secure connection');
    await expect(status).toContainText('signed by an unknown authority');
    await dialog.getByLabel('Certificate file').setInputFiles(join(folder, 'company.pem'));
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(status).toContainText('Connected');
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('option', { name: 'Staging' }).click();
    const detail = page.getByRole('region', { name: 'Server Staging' });
    await expect(detail).toContainText('checked, also against Example Corp Root');
    await expect(detail).toContainText('24 hours ahead of');
    await expect(detail.getByText('127.0.0.1', { exact: true })).toBeVisible();
    await expect(detail.getByRole('listitem').filter({ hasText: /^Crons/ })).toContainText('disabled');
  },
);

test(
  'a certificate that is not checked is red wherever its server is',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openServers(page);
    const dialog = await fillNewServer(page, { address: server.url, name: 'Lab box' });
    await dialog.getByRole('switch', { name: 'Do not verify the certificate' }).click();
    await expect(dialog.getByText('can impersonate it')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('option', { name: /^Lab box certificate not checked/ }).click();
    const detail = page.getByRole('region', { name: 'Server Lab box' });
    await expect(detail.getByText('certificate not checked')).toBeVisible();
    await detail.getByRole('button', { name: 'Use this server' }).click();
    await expect(
      page.getByRole('button', { name: 'Server: Lab box, connected, certificate not checked' }),
    ).toBeVisible();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expectAccessible(page);
  },
);
