import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectStatus, pickAssistant } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import { requestServer, newestRun, newestThread, runsOf, type ServerRun } from '../../pages/server-api.ts';
import {
  dock,
  expectRun,
  newThread,
  press,
  previewRequest,
  runButton,
  setJson,
  startRun,
  writeInputAs,
  openSheet,
  startThread,
} from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(async () => {
  await server.stop();
});

const cancelResult = (page: Page) => dock(page).getByText(/^Run (cancelled|stopped)/);

test(
  'a step runs one superstep, and the next one goes on from there',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Suite' });
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
    await pickAssistant(page, 'writer');
    await newThread(page);
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', '{"text":"x"}');
    await previewRequest(page, 'Preview the request of a step', (request) =>
      expect(request).toContainText('"interrupt_after": "*"'),
    );
    await press(page, 'Step');
    await expectStatus(page, 'plan', 'finished');
    await expect(dock(page).getByRole('tab', { name: 'Continue' })).toBeVisible();
    expect((await newestRun(server.url)).kwargs).toMatchObject({ interrupt_after: '*' });
    await press(page, 'Step');
    await expectStatus(page, 'write', 'finished');
    const { thread_id: threadId } = await newestThread(server.url);
    await expect
      .poll(() => requestServer(server.url, 'GET', `/threads/${threadId}/state`))
      .toMatchObject({ next: ['ask'] });
  },
);

test(
  'a run is stopped by interrupt and by rollback, with what came of it',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'slow');
    await newThread(page);
    await startRun(page, { waitMs: 60_000 });
    await expectStatus(page, 'wait', 'running');
    await press(page, 'Stop');
    await expect(cancelResult(page)).toContainText('Run cancelled.');
    await expectRun(page, 'cancelled');
    expect((await newestRun(server.url)).status).toBe('interrupted');

    await newThread(page);
    await startRun(page, { waitMs: 60_000 });
    await expectStatus(page, 'wait', 'running');
    await press(page, 'Roll back');
    await expect(cancelResult(page)).toContainText('lists it as failed');
    await expect(cancelResult(page)).toContainText('were not rolled back');
    await expectRun(page, 'cancelled');
    expect((await newestRun(server.url)).status).toBe('error');
  },
);

test(
  'a run without a thread, whose events are shown, and one in the background',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    const choose = async (name: string): Promise<void> => {
      await dock(page).getByRole('button', { name: 'More ways to run' }).click();
      await page.getByRole('menuitemcheckbox', { name }).click();
      await page.keyboard.press('Escape');
    };
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', '{"waitMs":1}');
    const { thread_id: threadId } = await newestThread(server.url);
    const runsOfThread = () => runsOf(server.url, threadId);
    await choose('Run without a thread');
    await press(page, /^Run without a thread/);
    await expectRun(page, 'finished');
    await dock(page).getByRole('tab', { name: 'Timeline' }).click();
    await expect(dock(page).getByTestId('task-wait')).toBeVisible();
    expect(await runsOfThread()).toEqual([]);
    await choose('Run without a thread');

    await choose('Run in the background');
    await press(page, /^Run in background/);
    await expect.poll(async () => (await runsOfThread()).map(({ status }) => status)).toEqual(['success']);
    await choose('Run in the background');
  },
);

test(
  'what holds a busy thread is named; one run is stopped, then all that are left',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, { input: { waitMs: 0 }, until: 'finished' });
    const { thread_id: threadId } = await newestThread(server.url);
    // Another client's runs that take an hour.
    const runs: ServerRun[] = [];
    for (let count = 0; count < 3; count += 1) {
      const body = { assistant_id: 'slow', input: {}, after_seconds: 3600, multitask_strategy: 'enqueue' };
      runs.push(await requestServer<ServerRun>(server.url, 'POST', `/threads/${threadId}/runs`, body));
    }
    // The studio is not notified, and shows another run of the thread.
    const row = dock(page)
      .getByText(runs[0]?.run_id.slice(-8) ?? 'no run')
      .locator('../..');
    await expect(row).toContainText('pending, starts at', longWait());
    await openSheet(page);
    await expect(dock(page).getByRole('tab', { name: /^(Resume|Continue)/ })).toHaveCount(0);
    await expect(runButton(page)).toBeDisabled();
    await row.getByRole('button', { name: 'Show' }).click();
    await expectRun(page, 'pending');
    await expect(row.getByRole('button', { name: 'Show' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(cancelResult(page)).toContainText('Run cancelled.');
    await press(page, 'Stop all 2');
    await expect(dock(page).getByText('Stopped 2 of 2 runs. Thread idle.')).toBeVisible();
    const after = await runsOf(server.url, threadId);
    expect(after.map(({ status }) => status).toSorted()).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
      'success',
    ]);
    await startRun(page, { waitMs: 0 });
    await expectRun(page, 'finished');
  },
);
