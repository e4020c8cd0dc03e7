import type { Page } from 'playwright/test';
import { durationText } from '../../../src/renderer/ui/display/format.ts';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { slowness } from '../../../src/testing/slowness.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectStatus, pickAssistant } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { inboxRows, openInbox } from '../../pages/inbox.ts';
import { longWait } from '../../pages/limits.ts';
import {
  clockMs,
  dock,
  expectRun,
  newThread,
  press,
  startRun,
  openSheet,
  closeSheet,
  startThread,
} from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { useServer, waitForDemoServer, workOnServer } from '../../pages/servers.ts';
import { threadList, threadRow } from '../../pages/threads.ts';

// What the window says of a thread beside what its server answers.

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ record: true });
});
test.afterAll(() => server.stop());
test.beforeEach(({ studio: { page } }) => workOnServer(page, { address: server.url, name: 'Real' }));

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}
interface State {
  readonly next: readonly string[];
  readonly created_at: string;
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly tasks: readonly {
    readonly name: string;
    readonly interrupts: readonly { readonly id: string }[];
  }[];
}

const ask = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  requestServer<T>(server.url, method, path, body);
const runsOf = (threadId: string) => ask<Run[]>('GET', `/threads/${threadId}/runs?limit=100`);
/** Newest first. */
const historyOf = (threadId: string) => ask<State[]>('POST', `/threads/${threadId}/history`, { limit: 100 });

async function newestThread(): Promise<string> {
  const body = { limit: 1, sort_by: 'updated_at', sort_order: 'desc' };
  const [thread] = await ask<{ thread_id: string }[]>('POST', '/threads/search', body);
  return thread?.thread_id ?? '';
}

/** Another client runs a graph on a new thread, and waits for the end of each run. */
async function runElsewhere(name: string, graph: string, ...bodies: readonly object[]): Promise<string> {
  const metadata = { name, graph_id: graph };
  const { thread_id: threadId } = await ask<{ thread_id: string }>('POST', '/threads', { metadata });
  for (const body of bodies)
    await ask('POST', `/threads/${threadId}/runs/wait`, { assistant_id: graph, ...body });
  return threadId;
}

async function openThread(page: Page, name: string): Promise<void> {
  await openView(page, 'Threads');
  await threadRow(page, name).first().click();
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
}

const task = (page: Page, name: string) => dock(page).getByTestId(`task-${name}`);
const endTitle = (page: Page) => page.getByTestId('run-status');
const timeOf = ({ created_at: from, updated_at: to }: Run): number => Date.parse(to) - Date.parse(from);

test('a run that is stopped in a node is cancelled, and both took the time that the server has', async ({
  studio: { page },
}) => {
  await startThread(page, { assistant: 'slow', input: { waitMs: 60_000 }, until: 'running' });
  await expect.poll(() => clockMs(page)).toBeGreaterThanOrEqual(1500);
  await press(page, 'Stop');
  await expectRun(page, 'cancelled');
  const threadId = await newestThread();
  const [run] = await runsOf(threadId);
  if (run === undefined) throw new Error('The server lists no run.');
  expect(run.status).toBe('interrupted');
  expect((await historyOf(threadId))[0]?.next).toEqual(['wait']);
  const time = durationText(timeOf(run));
  await expect(endTitle(page)).toHaveAttribute(
    'title',
    `cancelled, what it wrote is kept · at most ${time} on the server`,
  );
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(task(page, 'wait')).toHaveAttribute('data-status', 'cancelled');
  // It started at the checkpoint that it read, and nothing was written since.
  const head = (await historyOf(threadId))[0];
  const worked = durationText(Date.parse(run.updated_at) - Date.parse(head?.created_at ?? ''));
  await expect(task(page, 'wait')).toHaveAccessibleName(`wait, cancelled, ≤ ${worked}`);
  await task(page, 'wait').hover();
  await expect(page.getByTestId('timeline-summary')).toContainText(`cancelled · ran at most ${worked}`);
});

test('a step over the last node leaves nothing to do: not in the top bar, the list or the Inbox', async ({
  studio: { page },
}) => {
  const threadId = await runElsewhere('Stepped to the end', 'slow', {
    input: { waitMs: 0 },
    interrupt_after: '*',
  });
  expect((await ask<{ status: string }>('GET', `/threads/${threadId}`)).status).toBe('interrupted');
  expect((await historyOf(threadId))[0]?.next).toEqual([]);
  const asking = await runElsewhere('Asks a person', 'writer', { input: {} });
  expect((await historyOf(asking))[0]?.tasks.flatMap(({ interrupts }) => interrupts)).toHaveLength(1);
  const row = threadRow(page, 'Stepped to the end').first();
  await openView(page, 'Threads');
  await expect(row).toContainText('idle');
  await openThread(page, 'Stepped to the end');
  await expect(page.getByTestId('thread-status')).toHaveText('finished');
  await expect(row).toContainText('finished');
  await openSheet(page);
  await expect(dock(page).getByRole('tab', { name: 'Continue' })).toHaveCount(0);
  await closeSheet(page);
  await openInbox(page);
  await expect(inboxRows(page)).toHaveCount(1);
  await expect(inboxRows(page)).toContainText('Asks a person');
});

test('one thread has one name and one status in the list, the top bar and the Inbox', async ({
  studio: { page },
}) => {
  const first = 'A rug from Persia';
  const { thread_id: threadId } = await ask<{ thread_id: string }>('POST', '/threads', {
    metadata: { graph_id: 'offer' },
  });
  const run = (topic: string) =>
    ask('POST', `/threads/${threadId}/runs/wait`, { assistant_id: 'offer', input: { topic } });
  await run(first);
  await openView(page, 'Threads');
  await expect(threadRow(page, first)).toContainText('interrupted');
  await expect(threadRow(page, first)).not.toContainText('paused');
  // The values from which its name is taken change.
  await run('A chair from Vienna');
  await threadRow(page, first).click();
  await expect(page.getByRole('button', { name: `Thread: ${first}` })).toBeVisible();
  await expect(page.getByTestId('thread-status')).toHaveText('interrupted');
  await expect(threadList(page).getByRole('option', { selected: true })).toContainText(first);
  await expect(threadList(page).getByRole('option', { selected: true })).toContainText('interrupted');
  await openInbox(page);
  await expect(inboxRows(page).filter({ hasText: first })).toHaveCount(1);
  await expect(inboxRows(page).filter({ hasText: 'A chair' })).toHaveCount(0);
});

test('an answer on a fork changes neither the time of an earlier node nor what the timeline offers', async ({
  studio: { page },
}) => {
  const threadId = await runElsewhere('Forked at its question', 'writer', { input: { text: 'a' } });
  const [asked] = await historyOf(threadId);
  await ask('POST', `/threads/${threadId}/runs/wait`, { assistant_id: 'writer', command: { resume: 'yes' } });
  await openThread(page, 'Forked at its question');
  await expect(task(page, 'publish')).toHaveAttribute('data-status', 'finished');
  const extent = dock(page).getByRole('radiogroup', { name: 'Timeline scope' });
  await expect(extent.getByRole('radio', { name: 'Turn' })).toBeChecked();
  // Nodes that ran alone: from the checkpoint that they read to the one that they made.
  const history = await historyOf(threadId);
  const expectTimes = async (): Promise<void> => {
    for (const name of ['plan', 'write']) {
      const index = history.findLastIndex(({ tasks }) => tasks[0]?.name === name);
      const [after, from] = [history[index - 1], history[index]].map((row) =>
        Date.parse(row?.created_at ?? ''),
      );
      const time = durationText((after ?? Number.NaN) - (from ?? Number.NaN));
      await expect(task(page, name)).toHaveAccessibleName(`${name}, ${time}`);
    }
  };
  await expectTimes();
  await ask('POST', `/threads/${threadId}/runs/wait`, {
    assistant_id: 'writer',
    command: { resume: 'no' },
    checkpoint: { checkpoint_id: asked?.checkpoint.checkpoint_id },
  });
  expect(await runsOf(threadId)).toHaveLength(3);
  await expect(dock(page).getByRole('tab', { name: /^Runs/ })).toHaveText('Runs3');
  await expect(extent.getByRole('radio', { name: 'Turn' })).toBeChecked();
  await expect(task(page, 'plan')).toHaveAttribute('data-status', 'finished');
  await expectTimes();
});

test('a studio that is killed during a run finds its time when it starts again', async ({ studio }) => {
  // It waits for a run that outlasts a start of the studio.
  test.slow();
  const { page } = studio;
  await pickAssistant(page, 'slow');
  await openView(page, 'Threads');
  await newThread(page);
  // Long enough to start the studio again meanwhile: on a machine with a load of 8, that took over a minute.
  const waitMs = 20_000 * slowness();
  await startRun(page, { waitMs });
  await expectRun(page, 'running');
  await expect.poll(() => clockMs(page)).toBeGreaterThanOrEqual(2000);
  const threadId = await newestThread();
  const again = await studio.killAndRestart();
  await waitForDemoServer(again);
  await useServer(again, 'Real');
  await openView(again, 'Threads');
  await threadList(again).getByRole('option').first().click();
  await expectRun(again, 'running');
  const [listed] = await runsOf(threadId);
  if (listed === undefined) throw new Error('The server lists no run.');
  // Its clock goes on since the start of the run, not since the start of the studio.
  const sinceStart = (): number => Date.now() - Date.parse(listed.created_at);
  // The window is asked between the two, which takes a moment on a busy machine.
  const clockError = async (): Promise<number> => {
    const from = sinceStart();
    const clock = await clockMs(again);
    return Math.max(from - clock, clock - sinceStart());
  };
  await expect.poll(clockError).toBeLessThan(1000);
  await expectRun(again, 'finished');
  const [run] = await runsOf(threadId);
  if (run === undefined) throw new Error('The server lists no run.');
  await expect(endTitle(again)).toHaveAttribute(
    'title',
    `finished · at most ${durationText(timeOf(run))} on the server`,
  );
  await dock(again).getByRole('tab', { name: 'Timeline' }).click();
  const [after, from] = (await historyOf(threadId)).map((row) => Date.parse(row.created_at));
  const workedMs = (after ?? Number.NaN) - (from ?? Number.NaN);
  expect(workedMs).toBeGreaterThanOrEqual(waitMs);
  expect(workedMs).toBeLessThan(waitMs + 20_000);
  await expect(task(again, 'wait')).toHaveAccessibleName(`wait, ${durationText(workedMs)}`);
});

test('a server that is killed and comes back has the nodes that ran, and no others', async ({ studio }) => {
  const { page } = studio;
  // It writes its data to disk once nobody has asked it anything for 3 s.
  await useServer(page, 'Demo server');
  const threadId = await runElsewhere('Outlived its server', 'paces', { input: { text: 'a' } });
  await page.waitForTimeout(5000);
  await useServer(page, 'Real');
  await pickAssistant(page, 'paces');
  await openThread(page, 'Outlived its server');
  const names = ['first', 'left', 'right', 'last'];
  for (const name of names) await expectStatus(page, name, 'finished');
  await expect(page.getByTestId('thread-status')).toHaveText('finished');
  const before = await Promise.all(names.map((name) => task(page, name).getAttribute('aria-label')));
  await server.kill();
  await expect(page.getByRole('button', { name: /^Server: Real, (?!connected)/ })).toBeVisible(longWait());
  for (const name of names) await expectStatus(page, name, 'finished');
  await server.restart();
  await expect(page.getByRole('button', { name: 'Server: Real, connected' })).toBeVisible(longWait());
  expect((await runsOf(threadId)).map(({ status }) => status)).toEqual(['success']);
  await page.reload();
  for (const name of names) await expectStatus(page, name, 'finished');
  await expect(page.getByTestId('thread-status')).toHaveText('finished');
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  for (const [index, name] of names.entries())
    await expect(task(page, name)).toHaveAttribute('aria-label', before[index] ?? '');
});
