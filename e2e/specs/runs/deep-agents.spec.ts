import { Client } from '@langchain/langgraph-sdk';
import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { node, pickAssistant } from '../../pages/canvas.ts';
import { openView } from '../../pages/history.ts';
import { inboxDetail, inboxRows, openInbox } from '../../pages/inbox.ts';
import { dock, expectRun, interruptCards, newThread, openSheet, startThread } from '../../pages/runs.ts';
import { newestThread } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
let app: Client;
test.beforeAll(async () => {
  server = await startRealServer({ deep: true });
  app = new Client({ apiUrl: server.url, apiKey: null });
});
test.afterAll(() => server.stop());

const input = { messages: [{ role: 'user', content: 'What is the answer?' }] };

const question = (page: Page) => interruptCards(page).filter({ hasText: 'send_letter needs approval' });
const timeline = (page: Page) => dock(page).getByRole('tree', { name: 'Timeline' });

test('a run that an application starts with the official SDK shows within about a second', async ({
  studio,
}) => {
  const { page } = studio;
  await workOnServer(page, { address: server.url, name: 'Deep' });
  await pickAssistant(page, 'deep');
  await newThread(page);
  const { thread_id: threadId } = await newestThread(server.url);
  const thread = app.threads.stream(threadId, { assistantId: 'deep' });
  await thread.submitRun({ input });
  await thread.close();
  await expect(dock(page).getByRole('tab', { name: /^Events \d/ })).toBeVisible();
  await expectRun(page, 'waiting');
  await openSheet(page);
});

test('the canvas names the tools and sub-agents, and the timeline draws a sub-agent inside the call that started it', async ({
  studio,
}) => {
  const { page } = studio;
  for (const name of ['researcher', 'clerk', 'write_todos', 'task', 'write_file'])
    await expect(node(page, 'tools')).toContainText(name);
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  for (const name of ['write_todos', 'researcher', 'look_up'])
    await expect(
      timeline(page)
        .getByRole('treeitem', { name: new RegExp(`^${name},`) })
        .first(),
    ).toBeAttached();
  await dock(page).getByRole('tab', { name: 'Chat' }).click();
});

test('the question of a sub-agent says which tool an answer calls again, in the dock and in the Inbox', async ({
  studio,
}) => {
  const { page } = studio;
  await expect(question(page)).toContainText('The sub-agent clerk is asking. An answer calls task again');
  await openInbox(page);
  await inboxRows(page).first().click();
  await expect(inboxDetail(page)).toContainText('The sub-agent clerk is asking.');
  await expectAccessible(page);
  await openView(page, 'Threads');
});

test('an answer of the window continues the run, and one of the application shows in the window', async ({
  studio,
}) => {
  const { page } = studio;
  await question(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expectRun(page, 'finished');
  await expect(dock(page).getByRole('region', { name: 'Chat' })).toContainText('All is done.');
  await newThread(page);
  const { thread_id: threadId } = await newestThread(server.url);
  const thread = app.threads.stream(threadId, { assistantId: 'deep' });
  await thread.submitRun({ input });
  await expectRun(page, 'waiting');
  await openSheet(page);
  const { tasks } = await app.threads.getState(threadId);
  await thread.respondInput({
    namespace: [],
    interrupt_id: String(tasks.flatMap(({ interrupts }) => interrupts)[0]?.id),
    response: { decisions: [{ type: 'approve' }] },
  });
  await thread.close();
  await expectRun(page, 'finished');
  await expect(question(page)).toHaveCount(0);
});

test('an answer to one of several tools in one task says that all of them run again', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'toolbox', input, until: 'waiting' });
  await openSheet(page);
  await expect(interruptCards(page)).toContainText(
    'An answer runs these tools again from the start: charge, confirm.',
  );
});
