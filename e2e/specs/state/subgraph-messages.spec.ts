import type { Locator, Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { checkpoints, story, inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { requestServer } from '../../pages/server-api.ts';
import { eventCount } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

/** A conversation inside subgraphs: a clerk, who asks an expert. */
let server: RealServer;
let threadId = '';

const request = (method: string, path: string, body?: unknown) =>
  requestServer(server.url, method, path, body);

/** The messages of the thread. */
async function said(): Promise<readonly string[]> {
  const { values } = await request('GET', `/threads/${threadId}/state`);
  return (values as { messages: { content: string }[] }).messages.map(({ content }) => content);
}

test.beforeAll(async () => {
  server = await startRealServer({ conversation: true });
  const metadata = { graph_id: 'helpdesk', name: 'Lost parcel' };
  threadId = String((await request('POST', '/threads', { metadata }))['thread_id']);
  const input = { messages: [{ type: 'human', content: 'Where is my parcel?', id: 'asked' }] };
  await request('POST', `/threads/${threadId}/runs/wait`, { assistant_id: 'helpdesk', input });
});

test.afterAll(() => server.stop());

const message = (page: Page, name: string): Locator =>
  inspector(page).getByRole('article', { name, exact: true });
const branches = (page: Page, name: string): Locator =>
  message(page, name).getByRole('group', { name: 'Branches of this message' });
const form = (page: Page): Locator => page.getByRole('region', { name: 'Edit state', exact: true });
const inner = (page: Page): Locator => story(page).locator('[data-testid="checkpoint-row"][data-depth="1"]');

/** Expands what ran inside of the oldest or the newest checkpoint of the clerk, and selects what `answer` wrote there. */
async function openAnswer(page: Page, which: 0 | -1): Promise<void> {
  const root = checkpoints(page)
    .and(page.locator('[data-depth="0"]'))
    .filter({ hasText: /^clerk/ })
    .filter({ has: page.getByTestId('open-subgraphs') })
    .nth(which);
  await root.click();
  await expect(root).toHaveAttribute('aria-selected', 'true');
  await story(page).getByRole('tree').press('ArrowRight');
  // The list may still grow at its top, so rows are located relative to the checkpoint.
  const answer = root.locator('xpath=following-sibling::*[starts-with(normalize-space(.), "answer")][1]');
  await answer.click();
}

async function run(page: Page, hasText: string): Promise<void> {
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText(hasText);
  await expect(dialog).toContainText('cannot start a run inside a subgraph');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog).toBeHidden();
  // The dock follows the run to the newest checkpoint; the events of the earlier run were not stored.
  await expect.poll(() => eventCount(page)).toBeGreaterThan(0);
}

test(
  'a message of a subgraph is made once more in a branch, and its branches are switched',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Helpdesk' });
    await openView(page, 'Threads');
    await threadRow(page, /Lost parcel/).click();
    await expect(checkpoints(page)).toHaveCount(5);
    const first = await said();
    await openAnswer(page, 0);
    await inspector(page).getByRole('tab', { name: 'Messages' }).click();
    await message(page, 'Message 5, ai').getByRole('button', { name: 'Regenerate from here' }).click();
    await run(page, 'answer runs again inside clerk');
    await expect.poll(async () => (await said())[4] !== first[4] && (await said()).length).toBe(6);
    const now = await said();
    expect(now.slice(0, 4)).toEqual(first.slice(0, 4));

    await openAnswer(page, -1);
    await expect(message(page, 'Message 5, ai')).toContainText(now[4] ?? '');
    await expect(branches(page, 'Message 5, ai')).toContainText('2 / 2');
    await expect(branches(page, 'Message 2, ai')).toBeHidden();
    await branches(page, 'Message 5, ai').getByRole('button', { name: 'Previous branch' }).click();
    await expect(message(page, 'Message 5, ai')).toContainText(first[4] ?? '');
    // The history expands to show the selection.
    await expect(inner(page).and(page.locator('[aria-selected="true"]'))).toHaveCount(1);
    await expectAccessible(page);
  },
);

test(
  'an edit inside of a subgraph is a fork there, and the thread goes on from it',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const before = await said();
    await message(page, 'Message 4, ai').getByRole('button', { name: 'Go to its checkpoint' }).click();
    await expect(message(page, 'Message 5, ai')).toBeHidden();
    await message(page, 'Message 4, ai').getByRole('button', { name: 'Edit message' }).click();
    await form(page)
      .getByRole('textbox', { name: /^Content/ })
      .fill('Expert was asked again');
    await form(page).getByRole('button', { name: 'Save and run' }).click();
    await expect.poll(async () => (await said())[3], longWait()).toBe('Expert was asked again');
    await expect.poll(async () => (await said()).length, longWait()).toBe(6);
    const now = await said();
    expect(now.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(now[4]).not.toBe(before[4]);
    // The edit is next to what the subgraph wrote then, on its own lane.
    await expect(inner(page).and(page.locator('[data-lane="1"]')).first()).toBeVisible();
    await expectAccessible(page);
  },
);
