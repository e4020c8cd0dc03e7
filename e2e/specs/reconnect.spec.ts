import { startStandInServer, type StandInServer } from '../../src/testing/stand-in-server.ts';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessible } from '../pages/axe.ts';
import { pickAssistant } from '../pages/canvas.ts';
import { dock, eventCount, expectRun, newThread, startRun } from '../pages/runs.ts';
import { addAndUseServer, demoIsConnected } from '../pages/servers.ts';

let server: StandInServer;

test.beforeAll(async () => {
  server = await startStandInServer();
});
test.afterAll(() => server.close());

test('R-8, R-1: a run whose server is cut off says so, and is found again at once on demand', async ({
  studio,
}) => {
  const { page } = studio;
  await demoIsConnected(page);
  await addAndUseServer(page, { address: server.url, name: 'Far away' });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  await pickAssistant(page, 'exact');
  await newThread(page);
  const waiting = server.hold('confirm');
  await startRun(page, { id: 1 });
  await waiting;
  await expectRun(page, 'running');
  const before = await eventCount(page);

  server.faults.failing = /^GET .*\/runs\//;
  server.cutStreams();
  await expectRun(page, 'reconnecting');
  await expect(dock(page).getByText('The run goes on at its server')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1000, height: 640 });
  const again = dock(page).getByRole('button', { name: 'Reconnect now' });
  await expect(again).toBeVisible();

  // Long enough away for the wait between two attempts to be a long one.
  const asked = (): number => server.requests.filter(({ path }) => /\/runs\/[^/]+$/.test(path)).length;
  await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(2);
  server.faults.failing = null;
  server.release();
  await again.press('Enter');
  await expectRun(page, 'finished');
  await expect(again).toBeHidden();
  expect(await eventCount(page)).toBeGreaterThan(before);
  expect(server.requests.filter(({ path }) => path.endsWith('/runs/stream'))).toHaveLength(1);
});
