import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus, node, pickAssistant } from '../../pages/canvas.ts';
import {
  checkpoints,
  inspector,
  newestCheckpoint,
  outcomes,
  story,
  storyQuestions,
  turns,
} from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, interruptCards, openSheet, openSheetTab, closeSheet } from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

/** What happens here is done by an application: the studio looks on. */
let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ record: true });
});
test.afterAll(() => server.stop());

interface ServerCheckpoint {
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly next: readonly string[];
  readonly metadata: { readonly step: number; readonly source: string };
  readonly tasks: readonly {
    readonly name: string;
    readonly error: string | null;
    readonly result: unknown;
    readonly interrupts: readonly unknown[];
  }[];
}

/** Newest first. */
const serverHistory = (threadId: string): Promise<ServerCheckpoint[]> =>
  requestServer(server.url, 'POST', `/threads/${threadId}/history`, { limit: 100 });

const runElsewhere = (threadId: string, graph: string, body: object): Promise<unknown> =>
  requestServer(server.url, 'POST', `/threads/${threadId}/runs/wait`, { assistant_id: graph, ...body });

/** An application runs a graph on a new thread, which the studio opens. */
async function openThread(page: Page, name: string, graph: string, input: object): Promise<string> {
  const { thread_id: threadId } = await requestServer<{ thread_id: string }>(server.url, 'POST', '/threads', {
    metadata: { name, graph_id: graph },
  });
  await runElsewhere(threadId, graph, { input });
  await pickAssistant(page, graph);
  await threadRow(page, name).click(longWait());
  return threadId;
}

test('a row names the nodes that ask, not those that finished beside them', async ({ studio }) => {
  const { page } = studio;
  await workOnServer(page, { address: server.url, name: 'Real' });
  const threadId = await openThread(page, 'Asks beside', 'panel', { topic: 'Drafts' });
  const [newest] = await serverHistory(threadId);
  const tasks = newest?.tasks.map(({ name, interrupts, result }) => [
    name,
    interrupts.length,
    result !== null,
  ]);
  expect(tasks?.toSorted()).toEqual([
    ['check', 0, true],
    ['review', 1, false],
    ['review', 1, false],
    ['review', 1, false],
  ]);
  await expect(storyQuestions(page)).toHaveText([/^review asks/, /^review asks/, /^review asks/]);
  await expect(newestCheckpoint(page)).toContainText(`step ${newest?.metadata.step}`);
});

test('what an error aborted stands under the error, in the history and in the state', async ({ studio }) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Quarrel', 'quarrel', { text: 'Who is right?' });
  const [newest] = await serverHistory(threadId);
  const errors = newest?.tasks.flatMap(({ name, error }) => (error === null ? [] : name));
  expect(errors).toEqual(['fails', 'left', 'right']);
  await expect(outcomes(page)).toHaveText(/^fails failed.*it broke.*2 aborted by this error$/);
  await expect(inspector(page)).toContainText('it broke');
  await expect(inspector(page).getByText('Failed', { exact: true })).toHaveCount(1);
  await expect(page.getByTestId('state-aborted')).toHaveText('left, right · by this error');
  await expect(inspector(page)).not.toContainText('AbortError');
  await expectAccessible(page);
});

test('a line with the words of the input separates turns, and a step is the number of a checkpoint', async ({
  studio,
}) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Two turns', 'paces', { text: 'Go for a walk' });
  await runElsewhere(threadId, 'paces', { input: { text: 'And back again' } });
  const answers = await serverHistory(threadId);
  const inputs = answers.filter(({ metadata }) => metadata.source === 'input');
  await expect(turns(page)).toHaveText([/^Turn 2.*finished/, /^Turn 1.*finished/]);
  const rows = checkpoints(page).filter({ hasText: /^input/ });
  await expect(rows).toHaveText([/And back again/, /Go for a walk/]);
  for (const [index, { metadata }] of inputs.entries())
    await expect(rows.nth(index)).toContainText(`step ${metadata.step}`);
  const last = answers[0]?.metadata.step;
  await expect(story(page)).toContainText(`step ${last} of ${last}`);
  await rows.last().click();
  await expect(story(page)).toContainText(`step -1 of ${last}`);
  await expect(page.getByTestId('viewed-checkpoint')).toContainText(`Viewing step -1 of ${last}`);
});

test('the resume pane names what it answers while an older checkpoint is viewed, and answers that', async ({
  studio,
}) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Answered below', 'writer', { text: 'Write' });
  await expectStatus(page, 'ask', 'waiting');
  const [asking] = await serverHistory(threadId);
  await expect(page.getByTestId('waiting-ask')).toBeVisible();
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await openSheet(page);
  const notice = page.getByTestId('answers-newest');
  await expect(notice).toContainText(`Answers go to step ${asking?.metadata.step}, the newest checkpoint.`);
  // The question waits at the newest checkpoint, not at this one.
  await expect(page.getByTestId('waiting-ask')).toHaveCount(0);
  await expectAccessible(page);
  await notice.getByRole('button', { name: `Show step ${asking?.metadata.step}` }).click();
  await expect(notice).toHaveCount(0);
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(async () => (await serverHistory(threadId))[0]?.next, longWait()).toEqual([]);
  const after = await serverHistory(threadId);
  const newCheckpoints = after.filter(
    ({ checkpoint }) => checkpoint.checkpoint_id === asking?.checkpoint.checkpoint_id,
  );
  expect(newCheckpoints).toHaveLength(1);
  await expect(checkpoints(page).filter({ hasText: /^ask.*(answered|approved)/ })).toHaveCount(1);
});

test('a run that ends while an older checkpoint is viewed has run what the server says', async ({
  studio,
}) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Ends behind', 'writer', { text: 'Write' });
  await expectStatus(page, 'ask', 'waiting');
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await expectStatus(page, 'publish', 'idle');
  await runElsewhere(threadId, 'writer', { command: { resume: 'yes' } });
  const [newest] = await serverHistory(threadId);
  expect(newest?.next).toEqual([]);
  await expectStatus(page, 'publish', 'later');
  await expect(newestCheckpoint(page)).toContainText('publish');
  await page.getByRole('button', { name: 'Back to latest' }).first().click();
  await expectStatus(page, 'publish', 'finished');
});

test('the end of an old branch has nothing after it, and nothing to continue', async ({ studio }) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Old branch', 'writer', { text: 'Write' });
  await runElsewhere(threadId, 'writer', { command: { resume: 'yes' } });
  const done = await serverHistory(threadId);
  const forked = done.find(({ next }) => next[0] === 'ask');
  await runElsewhere(threadId, 'writer', { input: null, checkpoint: forked?.checkpoint });
  await expect(story(page)).toContainText('1 fork');
  await expectStatus(page, 'ask', 'waiting');
  const end = page.locator(`[data-checkpoint="${done[0]?.checkpoint.checkpoint_id}"]`);
  await end.click();
  const banner = page.getByTestId('viewed-checkpoint');
  await expect(banner).toContainText(`step ${done[0]?.metadata.step} of ${done[0]?.metadata.step}`);
  await expect(banner).not.toContainText('dimmed');
  // On this branch the question was answered.
  await expectStatus(page, 'ask', 'finished');
  await expect(node(page, 'ask').getByTestId('waiting-ask')).toHaveCount(0);
  await openSheetTab(page, 'Input');
  await expect(
    dock(page).filter({ hasText: 'Without an input there is nothing left to run.' }),
  ).not.toHaveCount(0);
  await expect(dock(page).getByRole('button', { name: 'Continue from here' })).toHaveCount(0);
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await expect(dock(page).getByRole('button', { name: 'Continue from here' })).toBeEnabled();
});

test('after an edit as the node that asked, no pane says that it waits', async ({ studio }) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Edited as ask', 'writer', { text: 'Write' });
  await expectStatus(page, 'ask', 'waiting');
  await requestServer(server.url, 'POST', `/threads/${threadId}/state`, {
    values: { text: 'x' },
    as_node: 'ask',
  });
  const [edit] = await serverHistory(threadId);
  expect([edit?.metadata.source, edit?.next, edit?.tasks.flatMap(({ interrupts }) => interrupts)]).toEqual([
    'update',
    ['publish'],
    [],
  ]);
  await expect(newestCheckpoint(page)).toContainText('edit', longWait());
  await expect(outcomes(page)).toContainText('ask not answered');
  await expectStatus(page, 'publish', 'next');
  await expect(page.getByTestId('state-next')).toHaveText('publish');
  await expect(page.getByTestId('waiting-ask')).toHaveCount(0);
  await openSheet(page);
  await expect(dock(page).getByRole('tab', { name: 'Resume' })).toHaveCount(0);
  await closeSheet(page);
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(dock(page).getByTestId('task-ask')).toHaveAccessibleName('ask, not answered');
});

test('a run of another graph does not rename who wrote older checkpoints', async ({ studio }) => {
  const { page } = studio;
  const threadId = await openThread(page, 'Two graphs', 'paces', { text: 'Go for a walk' });
  await expect(checkpoints(page).filter({ hasText: /^first/ })).toHaveCount(1);
  await runElsewhere(threadId, 'quarrel', { input: { text: 'Who is right?' } });
  await expect(outcomes(page)).toContainText('fails failed', longWait());
  await expect(checkpoints(page).filter({ hasText: /^(first|left, right|last)/ })).toHaveCount(3);
});
