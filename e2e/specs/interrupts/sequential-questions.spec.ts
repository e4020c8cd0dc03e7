import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { inboxDetail, inboxRows, openInbox } from '../../pages/inbox.ts';
import { dock, expectRun, interruptCards, openSheet, startThread } from '../../pages/runs.ts';
import { newestThread, requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ sequential: true });
});
test.afterAll(() => server.stop());

async function startInterrupted(page: Page, graph: string): Promise<void> {
  await workOnServer(page, { address: server.url, name: 'Offers' });
  await openView(page, 'Threads');
  await startThread(page, { assistant: graph, input: { topic: 'desk' }, until: 'waiting' });
  await openSheet(page);
}

interface PendingQuestion {
  readonly id: string;
  readonly value: { readonly question: string };
}

/** What the server says is pending in the newest thread. */
async function pendingOnServer(): Promise<readonly PendingQuestion[]> {
  const { thread_id: id } = await newestThread(server.url);
  const { interrupts } = await requestServer<{ interrupts: Record<string, PendingQuestion[]> }>(
    server.url,
    'GET',
    `/threads/${id}`,
  );
  return Object.values(interrupts).flat();
}

const answerField = (page: Page) => interruptCards(page).getByRole('textbox', { name: /^Answer to/ });
const resume = (page: Page, timeout?: number): Promise<void> =>
  dock(page)
    .getByRole('button', { name: /^Resume/ })
    .click(timeout === undefined ? {} : { timeout });

/** Everything that the window says about the second question of a node. */
async function expectSecondQuestion(page: Page): Promise<void> {
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect(interruptCards(page)).toHaveCount(1);
  await expect(interruptCards(page)).toContainText('Which price?');
  await expect(dock(page).getByText('does not say which')).toHaveCount(0);
  await expectStatus(page, 'ask', 'waiting');
  await expectStatus(page, 'publish', 'idle');
  await expect(page.getByTestId('waiting-ask')).toHaveAttribute('title', /Which price\?/);
  await expect(page.getByTestId('state-next')).toContainText('ask');
}

test('a node that asks twice waits with its second question, also after a reload', async ({ studio }) => {
  const { page } = studio;
  await startInterrupted(page, 'offer');
  await expect(interruptCards(page)).toContainText('Which title?');
  const [first] = await pendingOnServer();
  await answerField(page).fill('A fine desk');
  await resume(page);

  await expectSecondQuestion(page);
  const [second] = await pendingOnServer();
  expect(second).toMatchObject({ id: first?.id, value: { question: 'Which price?' } });
  // The answer to the first question is none to the second, although they share an ID.
  await expect(answerField(page)).toHaveValue('');
  await expect(dock(page).getByRole('button', { name: /^Resume/ })).toBeDisabled();
  await expectAccessible(page);

  await page.reload();
  await expectSecondQuestion(page);
});

test('the Inbox has the second question, and its answer ends the run', async ({ studio }) => {
  const { page } = studio;
  await openInbox(page);
  await expect(inboxRows(page)).toHaveCount(1);
  await expect(inboxRows(page)).toContainText('Which price?');
  const field = inboxDetail(page).getByRole('textbox', { name: /^Answer to/ });
  await field.fill('120 euros');
  await inboxDetail(page)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expect(inboxRows(page)).toHaveCount(0);
  // The row goes when its thread is continued, which may be before the run ends.
  const { thread_id: id } = await newestThread(server.url);
  const log = async (): Promise<readonly string[]> => {
    const path = `/threads/${id}/state`;
    return (await requestServer<{ values: { log: string[] } }>(server.url, 'GET', path)).values.log;
  };
  await expect.poll(log).toEqual(['desk: "A fine desk" "120 euros"', 'publish']);
  await expect.poll(pendingOnServer).toEqual([]);
});

interface State {
  readonly checkpoint: { readonly checkpoint_ns: string; readonly checkpoint_id: string };
  readonly tasks: readonly { readonly state: State | null }[];
}

test('an answer to a question that an update of a subgraph has discarded is not sent', async ({ studio }) => {
  const { page } = studio;
  await startInterrupted(page, 'contract');
  await expect(interruptCards(page)).toContainText('Which title?');
  await answerField(page).fill('A fine desk');

  // Another client edits the state two subgraphs down.
  const { thread_id: id } = await newestThread(server.url);
  const root = await requestServer<State>(server.url, 'GET', `/threads/${id}/state?subgraphs=true`);
  const inner = root.tasks[0]?.state?.tasks[0]?.state;
  await requestServer(server.url, 'POST', `/threads/${id}/state`, {
    values: { topic: 'chair' },
    checkpoint: inner?.checkpoint,
  });
  const runs = async (): Promise<number> =>
    (await requestServer<object[]>(server.url, 'GET', `/threads/${id}/runs`)).length;
  const before = await runs();
  // The studio may notice the edit first, and then there is nothing left to click.
  const isSent = await resume(page, 10_000).then(
    () => true,
    () => false,
  );
  if (isSent) {
    await expect(dock(page).getByRole('alert')).toContainText(
      /Resume failed: This question is no longer open\.\s*Your answer was not sent\./,
    );
  }
  await expect(dock(page).filter({ hasText: 'has discarded its question' })).not.toHaveCount(0);
  await expect(interruptCards(page)).toHaveCount(0);
  expect(await runs()).toBe(before);
  await expectAccessible(page);

  await dock(page)
    .getByRole('button', { name: /^Continue/ })
    .click();
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect(interruptCards(page)).toContainText('chair');
  await answerField(page).fill('A fine chair');
  await resume(page);
  await expect(interruptCards(page)).toContainText('Which price?');
});
