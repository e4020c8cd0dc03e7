import { GraphClient } from 'remote-graph-client/client';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { inboxDetail, inboxRows, openInbox } from '../../pages/inbox.ts';
import { longWait } from '../../pages/limits.ts';
import { closeSheet, dock, expectRun, runSheet, setJson, startThread } from '../../pages/runs.ts';
import { addAndUseServer, useServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let other: RealServer;
let leftOver: string;
test.beforeAll(async () => {
  other = await startRealServer();
  // Interrupted by another client.
  const request = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${other.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { thread_id: id } = (await request('/threads', { metadata: { name: 'Left over' } })) as {
    thread_id: string;
  };
  leftOver = id;
  await request(`/threads/${id}/runs/wait`, { assistant_id: 'writer', input: {}, interrupt_before: '*' });
});
test.afterAll(() => other.stop());

test('what waits on all servers is listed, newest first, with a count on the rail and filters', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: other.url, name: 'Staging' });
  await useServer(page, 'Demo server');
  await startThread(page, {
    assistant: 'desk',
    input: { pace: 0, desks: ['audit', 'remark'] },
    until: 'waiting',
  });

  await expect(page.getByRole('button', { name: 'Inbox, 1 waiting' })).toBeVisible();
  const list = await openInbox(page);
  await expect(inboxRows(page)).toHaveCount(4);
  await expect(inboxRows(page).last()).toContainText('Left over');
  await expect(inboxRows(page).last()).toContainText('Staging');
  await expectAccessible(page);

  await list.getByRole('button', { name: /^Kind/ }).click();
  await page.getByRole('menuitemradio', { name: 'Breakpoint' }).click();
  await expect(inboxRows(page)).toHaveCount(1);
  await list.getByRole('button', { name: /^Kind/ }).click();
  await page.getByRole('menuitemradio', { name: 'All kinds' }).click();
  await list.getByRole('button', { name: /^Server/ }).click();
  await page.getByRole('menuitemradio', { name: 'Staging' }).click();
  await expect(inboxRows(page)).toHaveCount(1);
  await list.getByRole('button', { name: /^Server/ }).click();
  await page.getByRole('menuitemradio', { name: 'All servers' }).click();
  await list.getByRole('searchbox', { name: 'Search' }).fill('contract');
  await expect(inboxRows(page)).toHaveCount(1);
  await list.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(inboxRows(page)).toHaveCount(4);
});

test('the keyboard moves, chooses an answer, sends it and opens the thread at its question', async ({
  studio,
}) => {
  const { page } = studio;
  const law = inboxRows(page).filter({ hasText: 'Law: is this contract sound?' });
  const steps = (await inboxRows(page).allTextContents()).findIndex((text) => text.includes('Law:'));
  await inboxRows(page).first().click();
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press('j');
    await expect(inboxRows(page).nth(step)).toBeFocused();
  }
  await expect(law).toHaveAttribute('aria-selected', 'true');
  const reject = inboxDetail(page)
    .getByRole('region', { name: 'audit:chamber:law · question' })
    .getByRole('button', { name: 'Reject' });
  // A key chooses among the answers that are there.
  await expect(reject).toBeVisible();
  await page.keyboard.press('2');
  await expect(reject).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(law).toHaveCount(0, longWait());
  await expect(inboxRows(page)).toHaveCount(3);

  await inboxRows(page).filter({ hasText: 'What else should we know?' }).click();
  // The thread is read again after each of its runs.
  await expect(inboxDetail(page).getByRole('list', { name: 'Answered' })).toContainText('Law:');
  await page.keyboard.press('a');
  const field = inboxDetail(page).getByRole('textbox', { name: 'Answer to remark' });
  await expect(field).toBeFocused();
  await page.keyboard.type('jk1: no');
  await expect(field).toHaveValue('jk1: no');
  await page.keyboard.press('Escape');
  await expect(inboxRows(page).filter({ hasText: 'What else should we know?' })).toBeFocused();
  await page.keyboard.press('Enter');
  const card = dock(page).getByRole('region', { name: 'remark · question' });
  await expect(card).toBeFocused();
  await expect(card.getByRole('textbox')).toHaveValue('jk1: no');
});

test(
  'an answer from the inbox approves one action, ignores the other, and goes to a node with a change',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, {
      assistant: 'desk',
      input: { pace: 0, desks: ['payment'], amount: 4 },
      until: 'waiting',
    });
    await openInbox(page);
    await inboxRows(page).filter({ hasText: '2 actions need' }).click();
    const card = inboxDetail(page).getByRole('region', { name: 'payment · question' });
    const decide = (name: string, decision: string): Promise<void> =>
      card.getByRole('radiogroup', { name }).getByText(decision).click();
    await decide('Decision on 1, pay_invoice', 'Approve');
    await decide('Decision on 2, close_order', 'Ignore');
    await inboxDetail(page).getByText('Command: goto / update').click();
    await inboxDetail(page)
      .getByRole('button', { name: /^Go to/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'open' }).click();
    await setJson(inboxDetail(page), 'Update (JSON)', '{"amount": 5}');
    await inboxDetail(page)
      .getByRole('button', { name: /^Resume/ })
      .click();
    // The node that it went to leads back to the interrupt, with the new amount.
    await expect(card).toContainText('Pay 5 EUR', longWait());
    await inboxDetail(page).getByRole('button', { name: 'Open thread' }).click();
    await expect(runSheet(page)).toBeVisible();
    await closeSheet(page);
    const tree = page.getByRole('tree', { name: 'State tree' });
    await expect(tree).toContainText('amount:5');
    await dock(page).getByRole('tab', { name: 'Output' }).click();
    const values = dock(page).getByRole('group', { name: 'Values' });
    await expect(values).toHaveText(/"type": "accept".*"type": "ignore"/s);
  },
);

test(
  'two threads that ask alike are answered together, and no number key answers them',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
    for (const amount of [11, 12]) {
      await startThread(page, { input: { pace: 0, desks: ['payment'], amount }, until: 'waiting' });
    }
    const list = await openInbox(page);
    const payments = inboxRows(page).filter({ hasText: '2 actions need' });
    // The third one is that of the test before; the newest are first.
    await expect(payments).toHaveCount(3);
    await payments.first().getByTestId('choose').click();
    await payments.nth(1).click({ modifiers: ['Shift'] });
    const bulk = page.getByRole('region', { name: 'Selected questions' });
    await expect(bulk.getByRole('heading', { name: '2 questions selected' })).toBeVisible();
    await expect(bulk.getByRole('table')).toContainText(/Pay 1[12] EUR.*Pay 1[12] EUR/s);
    await expectAccessible(page, { within: '[aria-label="Selected questions"]' });

    await page.keyboard.press('1');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('x');
    await expect(bulk).toHaveCount(0);
    await page.keyboard.press('x');
    await bulk.getByRole('button', { name: 'Approve all 2' }).click();
    const results = bulk.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await expect(results.and(page.locator('[data-state=answered]'))).toHaveCount(2, longWait());
    await expect(payments).toHaveCount(1, longWait());
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bulk).toHaveCount(0);
    await expect(list).toBeVisible();
  },
);

test('a breakpoint of the other server goes on from the inbox', async ({ studio }) => {
  const { page } = studio;
  await openInbox(page);
  const row = inboxRows(page).filter({ hasText: 'Left over' });
  await expect(row).toContainText('Stopped before plan.');
  await row.click();
  await inboxDetail(page).getByRole('button', { name: 'Continue' }).click();
  await expect(row).toContainText('Publish?');
});

test('an answer keeps the keyboard while its thread changes on the server and asks the same', async ({
  studio,
}) => {
  const { page } = studio;
  await openInbox(page);
  await inboxRows(page).filter({ hasText: 'Publish?' }).first().click();
  const detail = inboxDetail(page);
  await expect(detail.getByRole('heading', { name: 'Left over' })).toBeVisible();
  // A key writes an answer to the question that is there.
  await expect(detail.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('a');
  const field = detail.getByRole('textbox', { name: /^Answer to/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('Not before ');
  const changed = await fetch(`${other.url}/threads/${leftOver}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'Given a new name' } }),
  });
  expect(changed.status).toBe(200);
  // The inbox polls its servers every ten seconds.
  await expect(detail.getByRole('heading', { name: 'Given a new name' })).toBeVisible(longWait());
  await expect(field).toBeFocused();
  await page.keyboard.type('Monday');
  await expect(field).toHaveValue('Not before Monday');
});

test(
  'runs that other clients started are listed with their queue, followed, and cancelled together',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const client = new GraphClient({ url: other.url, apiKey: null });
    const start = (threadId: string): Promise<unknown> =>
      client.runs.create(threadId, 'slow', { input: { waitMs: 600_000 }, multitaskStrategy: 'enqueue' });
    for (const name of ['Night job', 'Long import']) {
      const { thread_id: threadId } = await client.threads.create({ metadata: { name } });
      await start(threadId);
      await start(threadId);
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Server: / })
      .click();
    await page.getByRole('menuitemradio', { name: /Staging/ }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Runs', exact: true }).click();
    const view = page.getByRole('region', { name: 'Runs', exact: true });
    const rows = view.getByRole('grid', { name: 'Runs' }).getByRole('row');
    await view.getByText(/^Running 4$/).click(longWait());
    await expect(rows).toHaveCount(5);
    await expect(rows.filter({ hasText: 'after 1' })).toHaveCount(2);
    await rows.filter({ hasText: 'Night job' }).filter({ hasText: 'running' }).click();
    await expect(view.getByRole('list', { name: 'Queue of the thread' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectAccessible(page, { within: 'section[aria-label="Runs"]' });

    // Another client's run, in its thread.
    await view.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('banner')).toContainText('Night job');
    await expectRun(page, 'running');

    await views.getByRole('button', { name: 'Runs', exact: true }).click();
    await view.getByRole('grid', { name: 'Runs' }).focus();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('group', { name: 'Selected runs' });
    await expect(bar).toContainText('4 selected');
    await bar.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 4 runs?' });
    await dialog.getByRole('button', { name: 'Cancel 4 runs' }).click();
    await expect(view.getByText(/^Running 0$/)).toBeVisible(longWait());
    await expect(dialog).toBeHidden(longWait());
    await expect(view).toContainText('No run matches');
    await view.getByRole('button', { name: 'Clear filters' }).click();
  },
);

test('a server that went away is said, with what it had', async ({ studio }) => {
  const { page } = studio;
  await other.stop();
  await openInbox(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('list', { name: 'Servers with incomplete results' })).toContainText(
    'Staging',
    longWait(),
  );
});
