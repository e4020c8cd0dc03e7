import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus, node } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { inboxRows, openInbox } from '../../pages/inbox.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, interruptCards, openSheet, startThread } from '../../pages/runs.ts';
import { newestThread, requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ parallel: true });
});
test.afterAll(() => server.stop());

/** Starts a run of a new thread that ends at three interrupts. */
async function startInterrupted(page: Page): Promise<void> {
  await workOnServer(page, { address: server.url, name: 'Panel' });
  await openView(page, 'Threads');
  await startThread(page, { assistant: 'panel', input: { topic: 'x' }, until: 'waiting' });
  await openSheet(page);
}

/** The drafts with pending interrupts in the record of the newest thread. */
async function pendingDrafts(): Promise<string[]> {
  const { thread_id: id } = await newestThread(server.url);
  const { interrupts } = await requestServer<{
    interrupts: Record<string, { value: { draft: string } }[]>;
  }>(server.url, 'GET', `/threads/${id}`);
  return Object.values(interrupts)
    .flat()
    .map(({ value }) => value.draft);
}

const cardOf = (page: Page, draft: string) =>
  dock(page).getByRole('region', { name: `review · question (draft: ${draft})`, exact: true });

async function answerOnly(page: Page, draft: string): Promise<void> {
  await cardOf(page, draft).getByRole('button', { name: 'Approve', exact: true }).click();
}

test('the Inbox distinguishes questions that look alike', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await startInterrupted(page);
  await expect(node(page, 'review')).toBeVisible();
  await openInbox(page);
  for (const draft of ['first', 'second', 'third']) {
    await expect(inboxRows(page).filter({ hasText: `(draft: ${draft})` })).toHaveCount(1);
  }
  await expectAccessible(page);
});

test(
  'those that are alike are approved together from the Inbox, after their differences were shown',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await inboxRows(page).filter({ hasText: '(draft: first)' }).click();
    const all = page.getByRole('region', { name: 'review · 3 alike' });
    for (const draft of ['first', 'second', 'third']) {
      await expect(all.getByRole('cell', { name: draft, exact: true })).toBeVisible();
    }
    await all.getByRole('button', { name: 'Approve all 3' }).click();
    await expect(inboxRows(page)).toHaveCount(0, longWait());
  },
);

test(
  'answered ones of three identical interrupts do not come back, in cards, canvas, timeline and Inbox',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page);
    await expect(interruptCards(page)).toHaveCount(3);
    for (const draft of ['first', 'second', 'third']) {
      await expect(cardOf(page, draft)).toContainText(`draft: ${draft}`);
    }
    await expectAccessible(page);
    await expectStatus(page, 'review', 'waiting');
    await expectStatus(page, 'check', 'finished');
    await expectStatus(page, 'close', 'idle');

    await answerOnly(page, 'second');
    await expect(interruptCards(page)).toHaveCount(2);
    expect(await pendingDrafts()).toEqual(['first', 'third']);
    await expect(cardOf(page, 'first')).toBeVisible();
    await expect(cardOf(page, 'third')).toBeVisible();
    await expect(dock(page).getByRole('list', { name: 'Answered' })).toContainText('review answered');
    await expect(dock(page).getByText('does not say which')).toHaveCount(0);
    await expectStatus(page, 'review', 'waiting');
    await expectStatus(page, 'check', 'finished');
    await expect(page.getByTestId('waiting-review')).toHaveAttribute('title', /first.*\n.*third/);
    // The run before finished it; this one only repeats what it said.
    await dock(page).getByRole('tab', { name: 'Timeline' }).click();
    await dock(page).getByRole('radio', { name: 'This run' }).click();
    await expect(dock(page).getByText('check', { exact: true })).toHaveCount(0);
    await dock(page).getByRole('radio', { name: 'Turn' }).click();
    await expect(dock(page).getByTestId('task-check')).toHaveCount(1);

    // From here on, the thread record lists the second draft again; the window does not.
    await answerOnly(page, 'first');
    await expect(interruptCards(page)).toHaveCount(1);
    await expect(dock(page).getByRole('region', { name: 'review · question', exact: true })).toContainText(
      'third',
    );
    await expect(dock(page).getByRole('list', { name: 'Answered' }).getByRole('listitem')).toHaveCount(2);
    await expectStatus(page, 'review', 'waiting');
    await expectStatus(page, 'check', 'finished');

    await openInbox(page);
    await expect(inboxRows(page)).toHaveCount(1);
    await expect(inboxRows(page)).toContainText('Publish this draft?');
    await inboxRows(page).click();
    await expect(page.getByRole('region', { name: 'Question', exact: true })).toContainText('third');
  },
);
