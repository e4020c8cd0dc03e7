import type { Locator, Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { checkpoints, inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, expectRun, newThread, startRun, startThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { replaceText } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

let exact: FakeServer;

test.beforeAll(async () => {
  exact = await startFakeServer();
});

test.afterAll(() => exact.close());

const form = (page: Page): Locator => page.getByRole('region', { name: 'Edit state', exact: true });
const json = (page: Page): Locator => form(page).getByRole('textbox', { name: 'State values' });
const edit = (page: Page) => inspector(page).getByRole('button', { name: 'Edit state here' }).click();

/** Changes a value in the tree by keyboard. */
async function setInTree(page: Page, line: RegExp, value: string): Promise<void> {
  await form(page).getByRole('treeitem', { name: line }).click();
  await form(page).getByRole('tree').press('F2');
  const field = form(page).getByRole('textbox', { name: /^New value of/ });
  await field.fill(value);
  await field.press('Enter');
}

test('a state is edited in its tree, undone and redone, and held to its schema', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, { assistant: 'writer', input: { topic: 'Edited', pace: 0 }, until: 'waiting' });
  await edit(page);
  await form(page).getByRole('radio', { name: 'Tree' }).click();
  await setInTree(page, /^topic/, '"By hand"');
  await expect(form(page)).toContainText('1 change');
  await form(page).getByRole('button', { name: 'Undo' }).click();
  await expect(form(page)).toContainText('no change');
  await form(page).getByRole('button', { name: 'Redo' }).click();
  await expect(form(page).getByRole('treeitem', { name: /By hand/ })).toBeVisible();

  await setInTree(page, /^topic/, '17');
  const save = form(page).getByRole('button', { name: 'Save', exact: true });
  await expect(form(page).getByRole('group', { name: 'Schema errors' })).toContainText('/topic');
  await expect(save).toBeDisabled();
  await form(page).getByRole('switch', { name: 'Save despite schema errors' }).click();
  await expect(save).toBeEnabled();
  await form(page).getByRole('radio', { name: 'JSON' }).click();
  await expect(json(page)).toContainText('"topic": 17');
  await form(page).getByRole('button', { name: 'Discard' }).click();
});

test('the state of a subgraph is edited where it lies', async ({ studio }) => {
  const { page } = studio;
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await expect(page.getByTestId('state-next')).toHaveText('write');
  await page.getByRole('button', { name: /^State of:/ }).click();
  await page.getByRole('menuitemradio', { name: /^write\s*subgraph/ }).click();
  await edit(page);
  await expect(form(page)).toContainText('Edit state of write');
  await form(page).getByRole('radio', { name: 'Tree' }).click();
  await setInTree(page, /^topic/, '"Edited inside"');
  await form(page).getByRole('button', { name: 'Save as fork' }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: topic');
});

test(
  'an edit that a busy thread refuses is sent when its run has ended',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    // Of the first turn: that of the new run will be above it.
    const edited = checkpoints(page).filter({ hasText: 'Edited' }).first();
    await edited.click();
    await edit(page);
    await form(page).getByRole('radio', { name: 'Tree' }).click();
    await setInTree(page, /^topic/, '"Later"');
    await startRun(page, { topic: 'Slow', pace: 60_000 });
    await expectRun(page, 'running');
    // A new run brings the newest state into view; the edit stays at its checkpoint.
    const again = inspector(page).getByRole('button', { name: 'Continue editing' });
    await expect(async () => {
      await edited.click();
      if (await again.isVisible()) await again.click({ timeout: 1000 });
      await expect(form(page)).toBeVisible({ timeout: 2000 });
    }).toPass(longWait());
    await form(page).getByRole('button', { name: 'Save as fork' }).click();
    await expect(form(page).getByRole('alert')).toContainText('A run is active');
    await form(page).getByRole('button', { name: 'Apply when idle' }).click();
    await expect(form(page)).toContainText('Waiting for the run to end');
    await expectAccessible(page);
    await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByTestId('state-saved')).toContainText('Saved as checkpoint', longWait());
  },
);

test('what was not touched arrives byte for byte', async ({ studio }) => {
  const { page } = studio;
  await addAndUseServer(page, { address: exact.url, name: 'Bytes' });
  await openView(page, 'Threads');
  await newThread(page);
  const unchanged = '"id":9223372036854775807,"rate":1.0,"long":0.1000000000000000055511151231257827';
  await startRun(page, `{"facts":{${unchanged},"note":"a"}}`);
  await expectRun(page, 'finished');
  await edit(page);
  await form(page).getByRole('radio', { name: 'Tree' }).click();
  await setInTree(page, /^note/, '"b"');
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: facts');
  const sent = exact.requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/state'));
  expect(sent?.bodyText).toContain(`"values":{"facts":{${unchanged},"note":"b"}}`);
});

test(
  'values are added, renamed, moved and removed in the tree, and all of it is undone',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await edit(page);
    await form(page).getByRole('radio', { name: 'Tree' }).click();
    const line = (name: RegExp): Locator => form(page).getByRole('treeitem', { name });
    /** Clicking collapses a row with children, so a second click expands it again. */
    const act = async (name: RegExp, button: string): Promise<void> => {
      const wasOpen = (await line(name).getAttribute('aria-expanded')) === 'true';
      await line(name).click();
      if (wasOpen) {
        await expect(line(name)).toHaveAttribute('aria-expanded', 'false');
        await line(name).click();
      }
      await line(name).getByRole('button', { name: button, exact: true }).click();
    };
    const write = async (field: RegExp, text: string): Promise<void> => {
      await form(page).getByRole('textbox', { name: field }).fill(text);
      await form(page).getByRole('textbox', { name: field }).press('Enter');
    };
    await act(/^.?facts/, 'Add inside');
    await write(/^New name of new/, 'extra');
    await act(/^extra/, 'Edit value');
    await write(/^New value of extra/, '[1.0, 2]');
    await act(/^.?extra/, 'Add inside');
    await write(/^New value of 2/, '9223372036854775807');
    await act(/^2\s*9223/, 'Move up');
    await line(/^0\s*1\.0/).click();
    await form(page).getByRole('tree').press('Delete');
    await act(/^note/, 'Rename');
    await write(/^New name of note/, 'id');
    await expect(form(page).getByRole('alert')).toContainText('There is a key "id" already');
    await write(/^New name of note/, 'remark');
    await form(page).getByRole('radio', { name: 'JSON' }).click();
    await expect(json(page)).toContainText('"remark": "b"');
    await expect
      .poll(async () => (await json(page).innerText()).replace(/\s+/g, ''))
      .toContain('"remark":"b","extra":[9223372036854775807,2]}');
    const undoButton = form(page).getByRole('button', { name: 'Undo' });
    await expect(async () => {
      // The last step may have been undone meanwhile.
      if (await undoButton.isEnabled()) await undoButton.click({ timeout: 1000 });
      await expect(undoButton).toBeDisabled({ timeout: 1 });
    }).toPass({ intervals: [0], ...longWait() });
    await expect(form(page)).toContainText('no change');
    await form(page).getByRole('button', { name: 'Close' }).click();
  },
);

test("an edit that clashes with another client's asks which of the two to keep", async ({ studio }) => {
  const { page } = studio;
  const path = exact.requests.findLast(
    ({ method, path: at }) => method === 'POST' && at.endsWith('/state'),
  )?.path;
  const theirs = async (values: string): Promise<void> => {
    const answer = await fetch(`${exact.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"values":${values}}`,
    });
    expect(answer.ok).toBe(true);
  };
  await edit(page);
  await replaceText(json(page), '"b"', '"mine"');
  await theirs('{"other":"theirs"}');
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'The thread has changed' });
  await expect(dialog).toContainText('Nothing was written');
  await expect(dialog.getByRole('region', { name: 'other' })).toContainText('theirs');
  await expect(dialog).not.toContainText('changed by both');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(json(page)).toContainText('"mine"');

  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply to latest' }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: facts');
  await expect(inspector(page).getByRole('tree')).toContainText('theirs');
  expect(
    exact.requests.findLast(({ method, path: at }) => method === 'POST' && at === path)?.bodyText,
  ).toContain('"note":"mine"');
});

test('messages without ids are edited as JSON, and it is said why', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await startThread(page, {
    input: '{"chat":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]}',
    until: 'finished',
  });
  await inspector(page).getByRole('tab', { name: 'Messages' }).click();
  await expect(inspector(page)).toContainText('Some of these messages have no ID');
  await inspector(page).getByRole('button', { name: 'Edit messages as JSON' }).first().click();
  await replaceText(json(page), '"Hi"', '"Hi there"');
  await expect(form(page).getByTestId('message-sending')).toContainText('The whole list is sent');
  await form(page).getByRole('radio', { name: 'Messages' }).click();
  await expect(form(page)).toContainText('Edit it as JSON');
});
