import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test, type Studio } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { node } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { newThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer, openServers, useServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: FakeServer;
test.beforeAll(async () => {
  server = await startFakeServer();
});
test.afterAll(() => server.close());

const failureOf = ({ dataFolder }: Studio): Promise<string> =>
  readFile(join(dataFolder, 'window-failure.json'), 'utf8').catch(() => '');

/**
 * Blocks the page until the studio has noticed, as a server's data might. The page waits for a synchronous
 * request that is never answered, because an endless loop would take a processor from the other specs.
 */
async function hang(studio: Studio): Promise<void> {
  await studio.page.route('**/never', () => new Promise<void>(() => undefined));
  studio.page
    .evaluate(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/never', false);
      request.send();
    })
    .catch(() => undefined);
  await expect.poll(() => failureOf(studio), longWait()).toContain('"hung"');
}

const words = 'The window stopped responding while Hanging was open';

test(
  'the server of a window that hung is not opened by the next start, which says so',
  { tag: '@full' },
  async ({ studio }) => {
    // A window counts as hung after 8 s of silence, and the studio starts twice.
    test.slow();
    await waitForDemoServer(studio.page);
    await addAndUseServer(studio.page, { address: server.url, name: 'Hanging' });
    await openView(studio.page, 'Threads');
    await newThread(studio.page);
    await hang(studio);
    // Until it is killed, the studio reads the thread on.
    let requestsBefore = 0;
    const page = await studio.killAndRestart(() => (requestsBefore = server.requests.length));
    const banner = page.getByRole('alert').filter({ hasText: words });
    await expect(banner).toBeVisible(longWait());
    await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
    await expect(node(page, 'receive')).toHaveCount(0);
    await expectAccessible(page);
    // The requests of a health check are not drawn by a window.
    const since = server.requests.slice(requestsBefore).map(({ path }) => path);
    expect(since.filter((path) => /graph|schemas|state|history/.test(path))).toEqual([]);

    await page.reload();
    await expect(banner).toBeVisible(longWait());
    await banner.getByRole('button', { name: 'Open it anyway' }).click();
    await openView(page, 'Threads');
    await expect(node(page, 'receive')).toBeVisible(longWait());
    await expect(banner).toHaveCount(0);
    // It responds, so it is treated like other servers again.
    await expect.poll(() => failureOf(studio), longWait()).not.toContain('"hung"');
  },
);

test(
  'a reload, a new window and a kill of the studio that did not hang open what was open',
  { tag: '@full' },
  async ({ studio }) => {
    // The studio starts twice.
    test.slow();
    await studio.page.reload();
    await expect(node(studio.page, 'receive')).toBeVisible(longWait());
    await studio.restartWindow();
    // A new window starts with the runs of its server.
    await openView(studio.page, 'Threads');
    await expect(node(studio.page, 'receive')).toBeVisible(longWait());
    await studio.killAndRestart();
    // A web host on another port is another origin, whose page remembers nothing, but still opens a server.
    await expect(studio.page.getByRole('button', { name: /^Server: .+, connected/ })).toBeVisible(longWait());
    await expect(studio.page.getByText(words)).toHaveCount(0);
  },
);

test(
  'the server of a window that hung is removed from where it is named',
  { tag: '@full' },
  async ({ studio }) => {
    // A window counts as hung after 8 s of silence, and the studio starts twice.
    test.slow();
    await useServer(studio.page, 'Hanging');
    await expect(node(studio.page, 'receive')).toBeVisible();
    await hang(studio);
    const page = await studio.killAndRestart();
    const banner = page.getByRole('alert').filter({ hasText: words });
    await banner.getByRole('button', { name: 'Remove server' }).click(longWait());
    await page
      .getByRole('dialog', { name: 'Remove Hanging?' })
      .getByRole('button', { name: 'Remove server' })
      .click();
    await expect(banner).toHaveCount(0);
    await waitForDemoServer(page);
    await openServers(page);
    await expect(page.getByRole('option', { name: 'Hanging' })).toHaveCount(0);
    expect(await failureOf(studio)).not.toContain('"hung"');
  },
);
