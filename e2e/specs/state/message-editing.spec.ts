import type { Locator, Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { checkpoints, inspector, newestCheckpoint, openView } from '../../pages/history.ts';
import { readStoredTexts } from '../../pages/stored-texts.ts';
import { requestServer } from '../../pages/server-api.ts';
import { expectRun } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer, useServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';
import { threadList, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

/** The demo graphs on a server that outlives the studio, and that other clients can write to. */
let server: RealServer;
let threadId = '';

const request = (method: string, path: string, body?: unknown) =>
  requestServer(server.url, method, path, body);

interface Said {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly args: unknown }[];
}

async function newest(): Promise<readonly Said[]> {
  const { values } = await request('GET', `/threads/${threadId}/state`);
  return (values as { messages: Said[] }).messages;
}

/** The first messages on the server, as roles and texts. */
async function expectNewest(first: readonly string[]): Promise<void> {
  const read = async () =>
    (await newest()).slice(0, first.length).map(({ type, content }) => `${type} ${content}`);
  await expect.poll(read).toEqual(first);
}

test.beforeAll(async () => {
  server = await startRealServer({ demo: true });
  const metadata = { graph_id: 'support', name: 'Order 4711' };
  threadId = String((await request('POST', '/threads', { metadata }))['thread_id']);
  const input = { messages: [{ type: 'human', content: 'Where is order 4711?', id: 'asked' }], pace: 0 };
  await request('POST', `/threads/${threadId}/runs/wait`, { assistant_id: 'support', input });
});

test.afterAll(() => server.stop());

const message = (page: Page, name: string): Locator =>
  inspector(page).getByRole('article', { name, exact: true });
const form = (page: Page): Locator => page.getByRole('region', { name: 'Edit state', exact: true });
const editedMessage = (page: Page, name: string): Locator =>
  form(page).getByRole('article', { name: `Edited message ${name}`, exact: true });

async function openConversation(page: Page): Promise<void> {
  await openView(page, 'Threads');
  await threadRow(page, /Order 4711/).click();
  await inspector(page).getByRole('tab', { name: 'Messages' }).click();
  await expect(message(page, 'Message 1, human')).toBeVisible();
}

async function more(page: Page, name: string, entry: string): Promise<void> {
  await form(page)
    .getByRole('button', { name: `More actions for message ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test(
  'a message is made once more on a fork, and its branches are switched',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Outlives' });
    await openConversation(page);
    await expect(checkpoints(page)).toHaveCount(6);
    await message(page, 'Message 2, ai').getByRole('button', { name: 'Regenerate from here' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('model runs again from the checkpoint (step 1)');
    await expect(dialog).toContainText('later checkpoints are kept');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const branches = message(page, 'Message 2, ai').getByRole('group', { name: 'Branches of this message' });
    await expect(branches).toContainText('2 / 2');
    // Further steps would move the rows of the history.
    await expectRun(page, 'finished');
    await expect(checkpoints(page)).toHaveCount(10);
    const editedId = (await newest())[1]?.id.slice(-8) ?? '';
    await expect(message(page, 'Message 2, ai')).toContainText(editedId);
    await branches.getByRole('button', { name: 'Previous branch' }).click();
    await expect(branches).toContainText('1 / 2');
    await expect(message(page, 'Message 2, ai')).not.toContainText(editedId);
    await expect(checkpoints(page).and(page.locator('[data-lane="1"]')).last()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectAccessible(page);
    await branches.getByRole('button', { name: 'Next branch' }).click();
    await expect(message(page, 'Message 2, ai')).toContainText(editedId);
  },
);

test(
  'a message is edited where it came in, as a node, and the graph runs on from that fork',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const first = message(page, 'Message 1, human');
    await first.getByRole('button', { name: 'Go to its checkpoint' }).click();
    await expect(message(page, 'Message 2, ai')).toBeHidden();
    await first.getByRole('button', { name: 'Edit message' }).click();
    await editedMessage(page, '1, human')
      .getByRole('textbox', { name: /^Content/ })
      .fill('And order 4712?');
    await form(page)
      .getByRole('button', { name: /^As node/ })
      .click();
    await page.getByRole('menuitemradio', { name: /^receive/ }).click();
    await expect(form(page)).toContainText('Next would be model');
    await form(page).getByRole('button', { name: 'Save and run' }).click();
    await expect(message(page, 'Message 4, ai')).toContainText('Good news');
    await expectRun(page, 'finished');
    const branches = first.getByRole('group', { name: 'Branches of this message' });
    await expect(branches).toContainText('2 / 2');
    await branches.getByRole('button', { name: 'Previous branch' }).click();
    await expect(first).toContainText('Where is order 4711?');
    await expect(message(page, 'Message 2, ai')).toContainText('2 / 2');
  },
);

test(
  'messages are edited, removed and added by their ids, as the reducer takes them',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newestCheckpoint(page).click();
    await message(page, 'Message 1, human').getByRole('button', { name: 'Edit message' }).click();
    await editedMessage(page, '1, human')
      .getByRole('textbox', { name: 'Content of message 1' })
      .fill('Where is order 4712?');
    await expect(editedMessage(page, '1, human')).toContainText('changed');
    await form(page).getByRole('button', { name: 'Undo' }).click();
    await expect(form(page)).toContainText('no change');
    await form(page).getByRole('button', { name: 'Redo' }).click();

    await form(page).getByRole('button', { name: 'Edit message 2, ai' }).click();
    const args = editedMessage(page, '2, ai').getByRole('textbox', { name: 'Arguments of look_up_order' });
    await writeJson(args, '{"order_id": "47');
    await expect(editedMessage(page, '2, ai').getByRole('alert')).toContainText('not part of the edit');
    await writeJson(args, '{"order_id": "4799"}');
    await form(page).getByRole('checkbox', { name: 'Pick message 3, tool' }).check();
    await form(page).getByRole('checkbox', { name: 'Pick message 4, ai' }).check();
    await form(page).getByRole('button', { name: 'Remove 2' }).click();
    await expect(form(page).getByTestId('message-sending')).toContainText('by ID: 2 replaced, 2 removed');
    await expectAccessible(page);
    await form(page).getByRole('button', { name: 'Request' }).click();
    await expect(form(page)).toContainText('"type": "remove"');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    const saved = page.getByTestId('state-saved');
    await expect(saved).toContainText('Changed: messages');
    await expect(saved).not.toContainText('differs from your edit');
    await expectNewest(['human Where is order 4712?', 'ai Let me look up order 4712.']);
    expect((await newest())[1]?.tool_calls?.[0]?.args).toEqual({ order_id: '4799' });
  },
);

test(
  'a message inserted between others rewrites the list; a plain list keeps what it omits, and that is shown',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await message(page, 'Message 2, ai').getByRole('button', { name: 'Edit message' }).click();
    await more(page, '2, ai', 'Insert a message before');
    const between = editedMessage(page, '2, human');
    await between.getByRole('textbox', { name: 'Content of message 2' }).fill('Be brief');
    await between.getByRole('button', { name: 'Role: human' }).click();
    await page.getByRole('menuitemradio', { name: 'system' }).click();
    await expect(form(page).getByTestId('message-sending')).toContainText('__remove_all__');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expectNewest(['human Where is order 4712?', 'system Be brief', 'ai Let me look up order 4712.']);
    await expect(page.getByTestId('state-saved')).toContainText('Changed: messages');
    await expect(page.getByTestId('state-saved')).not.toContainText('differs from your edit');

    await message(page, 'Message 2, system').getByRole('button', { name: 'Edit message' }).click();
    await more(page, '2, system', 'Remove');
    await form(page)
      .getByRole('button', { name: /^Send messages/ })
      .click();
    await page.getByRole('menuitemradio', { name: /^the list as is/ }).click();
    await expect(form(page).getByTestId('message-sending')).toContainText('keeps the ones missing from it');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByTestId('state-saved')).toContainText('messages differs from your edit');
    await expectAccessible(page);
  },
);

test(
  'two who edit different messages do not clash; who edits the same one is asked',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const theirs = (content: string) =>
      request('POST', `/threads/${threadId}/state`, {
        as_node: 'model',
        values: { messages: [{ type: 'human', content, id: 'asked' }] },
      });
    await message(page, 'Message 2, system').getByRole('button', { name: 'Edit message' }).click();
    await editedMessage(page, '2, system')
      .getByRole('textbox', { name: /^Content/ })
      .fill('Be very brief');
    await theirs('Where is my desk?');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'The thread has changed' });
    await expect(dialog).toContainText('Nothing was written');
    await expect(dialog).not.toContainText('changed by both');
    await expect(dialog.getByRole('region', { name: 'messages: human asked' })).toContainText('not changed');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Apply to latest' }).click();
    await expect(page.getByTestId('state-saved')).toContainText('Changed: messages');
    await expectNewest(['human Where is my desk?', 'system Be very brief']);

    await message(page, 'Message 1, human').getByRole('button', { name: 'Edit message' }).click();
    await editedMessage(page, '1, human')
      .getByRole('textbox', { name: /^Content/ })
      .fill('Mine');
    await theirs('Theirs');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('changed by both');
    await dialog.getByRole('button', { name: 'Fork from my version' }).click();
    await expect(page.getByTestId('state-saved')).toContainText('Changed: messages');
    await expectNewest(['human Mine']);
  },
);

/** Whether the draft without its second message, its two undo steps and its options are on disk. */
async function isStored(dataFolder: string): Promise<boolean> {
  const texts = await readStoredTexts(dataFolder);
  const isDraft = (text: string): boolean =>
    text.includes('Before the kill') && !text.includes('splice') && !text.includes('Be very brief');
  const isChosen = (text: string): boolean =>
    text.includes('asNode') && text.includes('receive') && text.includes('anew');
  return texts.some(isDraft) && texts.some((text) => text.split('splice').length > 2) && texts.some(isChosen);
}

test(
  'an edit of a state is there after kill -9, can be undone, and is sent when it is saved',
  { tag: '@full' },
  async ({ studio }) => {
    await message(studio.page, 'Message 1, human').getByRole('button', { name: 'Edit message' }).click();
    const messageText = (page: Page) =>
      editedMessage(page, '1, human').getByRole('textbox', { name: 'Content of message 1' });
    await messageText(studio.page).fill('Before the kill');
    await more(studio.page, '2, system', 'Remove');
    await expect(form(studio.page)).toContainText('1 removed');
    const choose = async (page: Page, name: RegExp, entry: RegExp): Promise<void> => {
      await form(page).getByRole('button', { name }).click();
      await page.getByRole('menuitemradio', { name: entry }).click();
    };
    await choose(studio.page, /^As node/, /^receive/);
    await choose(studio.page, /^Send messages/, /^replace all/);
    await expect.poll(() => isStored(studio.dataFolder)).toBe(true);
    const page = await studio.killAndRestart();
    await useServer(page, 'Outlives');
    await openConversation(page);
    await inspector(page).getByRole('button', { name: 'Continue editing' }).click();
    await form(page).getByRole('radio', { name: 'Messages' }).click();
    await expect(form(page).getByTestId('message-sending')).toContainText('1 replaced, 1 removed');
    await expect(form(page).getByRole('button', { name: 'As node: receive' })).toBeVisible();
    await expect(form(page).getByRole('button', { name: 'Send messages: replace all' })).toBeVisible();
    await choose(page, /^Send messages/, /^as needed/);
    await form(page).getByRole('button', { name: 'Undo' }).click();
    await expect(form(page).getByTestId('message-sending')).toContainText('by ID: 1 replaced.');
    await expectNewest(['human Mine']);
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByTestId('state-saved')).toContainText('Changed: messages');
    await expectNewest(['human Before the kill', 'system Be very brief']);
  },
);

test(
  'a thread begins with several updates in one go, each a step of its history',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openView(page, 'Threads');
    await threadList(page)
      .getByRole('button', { name: /^Create a thread with/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'New thread' });
    await dialog.getByRole('button', { name: /^Graph: / }).click();
    await page.getByRole('menuitemradio', { name: 'support' }).click();
    const updates = dialog.getByRole('textbox', { name: 'Initial updates' });
    await writeJson(updates, '[{"values":{}}]');
    await dialog.getByRole('button', { name: 'Create thread' }).click();
    await expect(dialog).toContainText('Step 1 has no node');
    const said = (type: string, content: string) => ({ messages: [{ type, content, id: content }] });
    await writeJson(
      updates,
      JSON.stringify([
        { as_node: '__start__', values: said('human', 'Order 4711?') },
        { as_node: 'receive', values: {} },
        { as_node: 'model', values: said('ai', 'It is on its way.') },
      ]),
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create thread' }).click();
    await expect(dialog).toBeHidden();
    await expect(checkpoints(page)).toHaveCount(3);
    await inspector(page).getByRole('tab', { name: 'Messages' }).click();
    await expect(message(page, 'Message 2, ai')).toContainText('It is on its way.');
  },
);
