import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { checkpoints, story, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';
import { threadList, threadMenu, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

/** A server that can prune, like hosted ones, and the open-source one, which can't. */
let pruning: FakeServer;
let open: RealServer;
let orderId = '';
let runId = '';

async function send(url: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `POST ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

/** A thread with three checkpoints. */
const longThread = (name: string) =>
  send(pruning.url, '/threads', {
    metadata: { graph_id: 'exact', name },
    supersteps: [1, 2, 3].map((note) => ({ updates: [{ as_node: 'receive', values: { note } }] })),
  });

test.beforeAll(async () => {
  [pruning, open] = await Promise.all([startFakeServer(), startRealServer({ demo: true })]);
  for (const name of ['Long one', 'Long two', 'Long three']) await longThread(name);
  const metadata = { graph_id: 'support', name: 'Order 4711', tags: ['billing'] };
  orderId = String((await send(open.url, '/threads', { metadata }))['thread_id']);
  const input = { messages: [{ type: 'human', content: 'Where is order 4711?', id: 'asked' }], pace: 0 };
  await send(open.url, `/threads/${orderId}/runs/wait`, { assistant_id: 'support', input });
  const runs = await fetch(`${open.url}/threads/${orderId}/runs`);
  runId = String(((await runs.json()) as { run_id: string }[])[0]?.run_id);
  await send(open.url, `/threads/${orderId}/state`, { values: {}, as_node: 'model' });
  await send(open.url, '/threads', { metadata: { graph_id: 'support', name: 'Another one' } });
});

test.afterAll(async () => {
  await Promise.all([pruning.close(), open.stop()]);
});

test(
  'pruning names the threads and the server, asks for the number of many, and keeps the newest state',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: pruning.url, name: 'Prunes' });
    await openView(page, 'Threads');
    await threadRow(page, /Long one/).click();
    await expect(checkpoints(page)).toHaveCount(3);
    await threadMenu(page, /Long one/, /^Prune/);
    const one = page.getByRole('dialog', { name: 'Prune “Long one”?' });
    await expect(one).toContainText('on Prunes and keeps the latest state');
    await expectAccessible(page);
    await one.getByRole('button', { name: 'Prune thread' }).click();
    await expect(one).toBeHidden();
    await expect(checkpoints(page)).toHaveCount(1);
    await expect(checkpoints(page)).toContainText('older checkpoints pruned');

    await threadMenu(page, /Long two/, 'Storage');
    const storage = page.getByRole('dialog', { name: 'Storage of the thread' });
    await expect(storage).toContainText('What Long two takes in the server’s store');
    const channels = storage.getByRole('table', { name: 'Channels of the thread' });
    await expect(channels.getByRole('row', { name: 'note 3 3 B' })).toBeVisible();
    await expect(storage.getByRole('row', { name: 'Checkpoints 3 900 B' })).toBeVisible();
    await expect(storage.getByRole('row', { name: 'Total 903 B' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(storage).toBeHidden();

    await threadMenu(page, /Long two/, 'Select multiple');
    await threadList(page).getByRole('button', { name: 'All', exact: true }).click();
    await threadList(page)
      .getByRole('button', { name: /^Prune the selected/ })
      .click();
    const many = page.getByRole('dialog', { name: 'Prune 3 threads?' });
    await expect(many).toContainText('Long three');
    await expect(many.getByRole('button', { name: 'Prune 3 threads' })).toBeDisabled();
    await many.getByRole('textbox', { name: 'Type 3 to confirm' }).fill('3');
    await many.getByRole('button', { name: 'Prune 3 threads' }).click();
    await expect(many).toBeHidden();
    await threadList(page).getByRole('button', { name: 'Clear selection' }).click();
    await threadRow(page, /Long three/).click();
    await expect(checkpoints(page)).toHaveCount(1);
  },
);

test(
  'threads are found by id, tag and metadata, and a server that can’t prune says so',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await addAndUseServer(page, { address: open.url, name: 'Open' });
    await openView(page, 'Threads');
    const rows = threadList(page).getByRole('option');
    await expect(rows).toHaveCount(2);
    const filterField = threadList(page).getByRole('searchbox', { name: 'Search threads' });
    for (const search of [orderId.slice(0, 23), 'billing', 'order 47']) {
      await filterField.fill(search);
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('Order 4711');
    }
    await filterField.fill('');
    await threadRow(page, /Order 4711/).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Prune/ })).toBeDisabled();
    await expect(page.getByRole('menuitem', { name: /^Prune/ })).toContainText(
      'This server does not support pruning threads.',
    );
    await expect(page.getByRole('menuitem', { name: /^Storage/ })).toBeDisabled();
    await expect(page.getByRole('menuitem', { name: /^Storage/ })).toContainText(
      'This server does not report how much its threads store.',
    );
    await page.keyboard.press('Escape');
    await threadRow(page, /Order 4711/).click();
  },
);

test(
  'what was typed for a thread that somebody else deleted is offered, not lost',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const { thread_id: id } = await send(open.url, '/threads', {
      metadata: { graph_id: 'support', name: 'Soon gone' },
    });
    await threadRow(page, /Soon gone/).click();
    await page.getByRole('button', { name: 'Write the first state' }).click();
    const editor = page
      .getByRole('region', { name: 'Edit state', exact: true })
      .getByRole('textbox', { name: 'State values' });
    await writeJson(editor, '{"pace": 4711}');
    await expect(editor).toContainText('4711');
    await fetch(`${open.url}/threads/${String(id)}`, { method: 'DELETE' });
    const notice = page.getByText(
      '“Soon gone” is no longer on this server. Your unsent edit of its state can still be copied.',
    );
    await expect(notice.first()).toBeVisible(longWait());
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy the edit' }).click();
    await expect(page.getByText('Copied the edit.').first()).toBeVisible();
    await threadRow(page, /Order 4711/).click();
  },
);

async function choose(page: Page, what: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${what}:`) }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

test(
  'checkpoints are found by what wrote them, by metadata and by step, on the server',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await expect(checkpoints(page)).toHaveCount(7);
    await story(page).getByRole('button', { name: 'Filter checkpoints' }).click();
    await choose(page, 'Written by', 'An edit');
    await expect(checkpoints(page)).toHaveCount(1);
    await expect(checkpoints(page)).toContainText('edit');
    await choose(page, 'Written by', 'A copy');
    await expect(story(page)).toContainText('No matching checkpoints');
    await choose(page, 'Written by', 'A step of a run');
    await expect(checkpoints(page)).toHaveCount(5);
    const metadata = page.getByRole('textbox', { name: 'Metadata has' });
    await metadata.fill(JSON.stringify({ run_id: runId, step: 1 }));
    await metadata.press('Enter');
    await expect(checkpoints(page)).toHaveCount(1);
    await expectAccessible(page);
    await metadata.fill('{"run_id": "none"}');
    await metadata.press('Enter');
    await expect(story(page)).toContainText('No matching checkpoints');
    await page.getByRole('button', { name: 'Show all' }).first().click();
    await expect(checkpoints(page)).toHaveCount(7);
    await page.keyboard.press('Escape');
  },
);

test(
  'a thread is cloned to another server, compared with its source, and opened there',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await threadMenu(page, /Order 4711/, 'Clone to server');
    const dialog = page.getByRole('dialog', { name: /^Clone “Order 4711”/ });
    // Another server is proposed, and the graph of the same name.
    await expect(dialog.getByRole('button', { name: 'Server: Demo server' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Graph: support' })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Not cloned' })).toContainText('1 run with its events');
    await dialog.getByRole('button', { name: 'Graph: support' }).click();
    await page.getByRole('menuitemradio', { name: 'writer' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'This graph lacks nodes that the thread ran: receive, model, tools',
    );
    await expect(dialog.getByRole('button', { name: 'Clone thread' })).toBeDisabled();
    await expectAccessible(page, { within: '[role="dialog"]' });
    await dialog.getByRole('button', { name: 'Graph: writer' }).click();
    await page.getByRole('menuitemradio', { name: 'support' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Clone of 4711');
    await dialog.getByRole('button', { name: 'Clone thread' }).click();
    const done = page.getByRole('dialog', { name: 'Clone of “Order 4711”' });
    await expect(done.getByRole('status')).toContainText(
      'All 7 checkpoints equal the source, value by value. On Demo server.',
    );
    await expectAccessible(page, { within: '[role="dialog"]' });
    await done.getByRole('button', { name: 'Open clone' }).click();
    await expect(threadRow(page, /Clone of 4711/)).toHaveAttribute('aria-selected', 'true');
    await expect(checkpoints(page)).toHaveCount(7);
    await expect(page.getByRole('button', { name: /^Server: Demo server/ })).toBeVisible();
  },
);
