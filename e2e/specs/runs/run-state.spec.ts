import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test, type Studio } from '../../hosts/fixture.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import {
  allContradictions,
  dockStatuses,
  recordPanes,
  waitingWhileRunning,
  type PaneSnapshot,
} from '../../pages/pane-recording.ts';
import {
  clockMs,
  dock,
  expectRun,
  interruptCards,
  newThread,
  openSheet,
  press,
  startRun,
} from '../../pages/runs.ts';
import { openView } from '../../pages/history.ts';
import { newestThread, requestServer, runsOf, type ServerThread } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

// Records all panes at every change of the window during real runs.

let server: RealServer;

test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(() => server.stop());

test.beforeEach(({ studio: { page } }) => workOnServer(page, { address: server.url, name: 'Real' }));

/** Records the panes while `act` runs, and until everything has been read. */
async function recorded({ page }: Studio, act: () => Promise<void>): Promise<readonly PaneSnapshot[]> {
  const record = await recordPanes(page);
  await act();
  // The thread list is polled every three seconds; its later status must match too.
  await page.waitForTimeout(3500);
  return record.stop();
}

function expectOnly(snapshots: readonly PaneSnapshot[], statuses: readonly string[]): void {
  const unexpected = dockStatuses(snapshots).filter((status) => !statuses.includes(status));
  expect(unexpected).toEqual([]);
}

const started = ['starting', 'pending', 'running'];

test('a run of less than a millisecond goes through no wrong state', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'order');
  await newThread(page);
  const paneSnapshots = await recorded(studio, async () => {
    await startRun(page, { customer: { name: 'Ada', address: { city: 'Ulm' } }, items: [] });
    await expectRun(page, 'finished');
  });
  expect(allContradictions(paneSnapshots)).toEqual([]);
  expectOnly(paneSnapshots, [...started, 'finished']);
});

test(
  'all panes say the same of a long run, and of the one after it',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'slow');
    await newThread(page);
    const paneSnapshots = await recorded(studio, async () => {
      await startRun(page, { waitMs: 4000 });
      await expectRun(page, 'finished');
      await startRun(page, { waitMs: 1500 });
      // The window may still say "finished" of the first run, and then again: the server says when both have ended.
      const { thread_id: threadId } = await newestThread(server.url);
      await expect
        .poll(async () => (await runsOf(server.url, threadId)).map(({ status }) => status), longWait())
        .toEqual(['success', 'success']);
      await expect(dock(page).getByRole('tab', { name: /^Runs/ })).toHaveText('Runs2', longWait());
      await expectRun(page, 'finished');
    });
    expect(allContradictions(paneSnapshots)).toEqual([]);
    expectOnly(paneSnapshots, [...started, 'finished']);
    const statuses = dockStatuses(paneSnapshots);
    expect(started).toContain(statuses[statuses.indexOf('finished') + 1]);
  },
);

test('all panes say the same of a run that fails', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'broken');
  await newThread(page);
  const paneSnapshots = await recorded(studio, async () => {
    await startRun(page, {});
    await expectRun(page, 'failed');
  });
  expect(allContradictions(paneSnapshots)).toEqual([]);
  expectOnly(paneSnapshots, [...started, 'failed']);
});

test(
  'all panes say the same of a run that waits for a person, and of its resume',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'writer');
    await newThread(page);
    const paneSnapshots = await recorded(studio, async () => {
      await startRun(page, { text: 'a' });
      await expectRun(page, 'waiting');
      await openSheet(page);
      await expect(interruptCards(page)).toHaveCount(1);
    });
    expect(allContradictions(paneSnapshots)).toEqual([]);
    expectOnly(paneSnapshots, [...started, 'waiting']);
    const resumed = await recorded(studio, async () => {
      await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
      await expectRun(page, 'finished');
    });
    expect(allContradictions(resumed)).toEqual([]);
    expect(waitingWhileRunning(resumed)).toEqual([]);
    expectOnly(resumed, ['waiting', ...started, 'finished']);
  },
);

test('all panes say the same of a run that is stopped', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'slow');
  await newThread(page);
  const paneSnapshots = await recorded(studio, async () => {
    await startRun(page, { waitMs: 20_000 });
    await expectRun(page, 'running');
    await expect.poll(() => clockMs(page)).toBeGreaterThanOrEqual(1500);
    await press(page, 'Stop');
    await expectRun(page, 'cancelled');
  });
  expect(allContradictions(paneSnapshots)).toEqual([]);
  expectOnly(paneSnapshots, [...started, 'cancelled']);
});

test(
  'with a state of 5 MB all panes say the same, and the history follows within seconds',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const metadata = { graph_id: 'slow', name: 'Five megabytes' };
    const thread = await requestServer<ServerThread>(server.url, 'POST', '/threads', { metadata });
    const input = { waitMs: 0, text: 'x'.repeat(5_000_000) };
    const path = `/threads/${thread.thread_id}/runs/wait`;
    await requestServer(server.url, 'POST', path, { assistant_id: 'slow', input });
    await openView(page, 'Threads');
    await threadRow(page, /Five megabytes/).click();
    const rows = page.getByTestId('checkpoint-row');
    await expect(rows).not.toHaveCount(0);
    // Of what ran before, too, the record is read first.
    await expectRun(page, 'finished');
    const before = await rows.count();
    const paneSnapshots = await recorded(studio, async () => {
      await startRun(page, { waitMs: 1500 });
      await expectRun(page, 'finished');
      await expect.poll(() => rows.count()).toBeGreaterThan(before + 1);
    });
    expect(allContradictions(paneSnapshots)).toEqual([]);
    expectOnly(paneSnapshots, [...started, 'finished']);
  },
);
