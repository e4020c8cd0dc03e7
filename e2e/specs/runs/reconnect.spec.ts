import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus, pickAssistant } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { clockMs, dock, eventCount, expectRun, newThread, startRun } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

let server: FakeServer;

test.beforeAll(async () => {
  server = await startFakeServer();
});
test.afterAll(() => server.close());

test.describe.configure({ mode: 'serial' });

test(
  'a window that is closed and opened again finds its run and its time, with nothing lost or twice',
  { tag: '@full' },
  async ({ studio }) => {
    await waitForDemoServer(studio.page);
    await addAndUseServer(studio.page, { address: server.url, name: 'Far away' });
    await openView(studio.page, 'Threads');
    await pickAssistant(studio.page, 'exact');
    await newThread(studio.page);
    const waiting = server.pauseBefore('confirm');
    await startRun(studio.page, { id: 1 });
    await waiting;
    await expectStatus(studio.page, 'receive', 'finished');
    // The run sends no events meanwhile, so its clock can't restart with one.
    await expect.poll(() => clockMs(studio.page)).toBeGreaterThanOrEqual(3000);
    const before = await clockMs(studio.page);

    const page = await studio.restartWindow();
    await expectStatus(page, 'receive', 'finished');
    await expectRun(page, 'running');
    // Unknown until the first events are there again.
    let ms = 0;
    await expect.poll(async () => (ms = await clockMs(page))).toBeGreaterThan(0);
    expect(ms).toBeGreaterThanOrEqual(before);
    server.release();
    await expectRun(page, 'finished');
    const count = await eventCount(page);

    const again = await studio.restartWindow();
    await expectRun(again, 'finished');
    await expect.poll(() => eventCount(again)).toBe(count);
    await expectStatus(again, 'confirm', 'finished');
  },
);

test(
  'a run whose server is cut off says so, and is found again at once on demand',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    const waiting = server.pauseBefore('confirm');
    await startRun(page, { id: 1 });
    await waiting;
    await expectRun(page, 'running');
    const before = await eventCount(page);

    const attempts = (): number => server.requests.filter(({ path }) => /\/runs\/[^/]+$/.test(path)).length;
    const attemptsBefore = attempts();
    server.faults.failing = /^GET .*\/runs\//;
    server.cutStreams();
    await expectRun(page, 'reconnecting');
    await expect(
      dock(page).getByText('The connection to the event stream of this run was lost'),
    ).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1000, height: 640 });
    const again = dock(page).getByRole('button', { name: 'Reconnect now' });
    await expect(again).toBeVisible();

    // Away long enough that the wait between two attempts is long.
    await expect.poll(attempts, longWait()).toBeGreaterThan(attemptsBefore + 2);
    await again.focus();
    server.faults.failing = null;
    server.release();
    // If the next attempt comes first, the button is gone and nothing has to be pressed.
    await page.keyboard.press('Enter');
    await expectRun(page, 'finished');
    await expect(again).toBeHidden();
    await expect.poll(() => eventCount(page)).toBeGreaterThan(before);
    expect(server.requests.filter(({ path }) => path.endsWith('/runs/stream'))).toHaveLength(2);
  },
);
