import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectStatus } from '../../pages/canvas.ts';
import { checkpoints, inspector, openView, newestCheckpoint, storyQuestions } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { closeSheet, dock, expectRun, openSheet, startThread } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { replaceText, writeJson } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

let exact: FakeServer;

test.beforeAll(async () => {
  exact = await startFakeServer();
});

test.afterAll(() => exact.close());

test('the story lists the checkpoints of a turn, oldest first, and its question', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, { assistant: 'writer', input: { topic: 'Edited', pace: 0 }, until: 'waiting' });
  // input, start, plan, write: the run is interrupted in review.
  await expect(checkpoints(page)).toHaveCount(4);
  await expect(checkpoints(page).first()).toContainText('input');
  await expect(newestCheckpoint(page)).toContainText('write');
  await expect(storyQuestions(page)).toContainText('review asks');
});

test('picking a checkpoint shows its state and marks it on the graph', async ({ studio }) => {
  const { page } = studio;
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await expect(page.getByTestId('state-next')).toHaveText('write');
  await expectStatus(page, 'write', 'next');
  await expect(
    inspector(page)
      .getByRole('treeitem', { name: /outline/ })
      .first(),
  ).toBeVisible();
  await inspector(page).getByRole('tab', { name: 'Diff' }).click();
  await expect(inspector(page).getByRole('list', { name: 'Differences' })).toContainText('revision');
  await inspector(page).getByRole('tab', { name: 'State' }).click();
});

test('state is edited as a node: a fork with what changed, and running from it works', async ({ studio }) => {
  const { page } = studio;
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const edit = page.getByRole('region', { name: 'Edit state' });
  await expect(edit).toContainText('as if the node plan had just run');
  await expect(edit).toContainText('Next would be write');
  await replaceText(edit.getByRole('textbox', { name: 'State values' }), '"Edited"', '"Edited by hand"');
  await expect(edit).toContainText('1 change');
  await expect(edit.getByRole('list', { name: 'Differences' })).toContainText('Edited by hand');
  await edit.getByRole('button', { name: 'Save as fork' }).click();

  await expect(page.getByTestId('state-saved')).toContainText('Changed: topic');
  await expect(checkpoints(page)).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Story' })).toContainText('1 fork');
  await expect(newestCheckpoint(page)).toContainText('edit');

  await openSheet(page);
  await dock(page).getByRole('button', { name: 'Continue' }).click();
  await expectStatus(page, 'review', 'waiting');
  await expect(dock(page).filter({ hasText: 'Publish "Edited by hand"?' })).not.toHaveCount(0, longWait());
  await closeSheet(page);
});

test('an edit can be saved and run at once, and the dock follows that run', async ({ studio }) => {
  const { page } = studio;
  await checkpoints(page).filter({ hasText: 'plan' }).first().click();
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const edit = page.getByRole('region', { name: 'Edit state' });
  await replaceText(edit.getByRole('textbox', { name: 'State values' }), '"Edited"', '"Saved and run"');
  await edit.getByRole('button', { name: 'Save and run' }).click();
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect(dock(page).filter({ hasText: 'Publish "Saved and run"?' })).not.toHaveCount(0, longWait());
  await closeSheet(page);
  await expect(page.getByRole('region', { name: 'Story' })).toContainText('2 forks');
});

test('a draft survives the window and is never sent by itself', async ({ studio }) => {
  await inspector(studio.page).getByRole('button', { name: 'Edit state here' }).click();
  const editor = studio.page.getByRole('textbox', { name: 'State values' });
  await writeJson(editor, '{"topic": "not finished');
  await expect(studio.page.getByRole('region', { name: 'Edit state' })).toContainText('has no end');
  await expect(
    studio.page
      .getByRole('region', { name: 'Edit state' })
      .getByRole('button', { name: 'Save', exact: true }),
  ).toBeDisabled();

  const page = await studio.restartWindow();
  await inspector(page).getByRole('button', { name: 'Continue editing' }).click();
  await expect(page.getByRole('textbox', { name: 'State values' })).toHaveText('{"topic": "not finished');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('numbers that a double can not hold survive an edit beside them', async ({ studio }) => {
  const { page } = studio;
  await addAndUseServer(page, { address: exact.url, name: 'Exact' });
  await openView(page, 'Threads');
  await startThread(page, {
    input: '{"id": 9223372036854775807, "note": "a", "rate": 1.0}',
    until: 'finished',
  });
  const tree = inspector(page).getByRole('tree');
  await expect(tree).toContainText('9223372036854775807');

  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const edit = page.getByRole('region', { name: 'Edit state' });
  await replaceText(edit.getByRole('textbox', { name: 'State values' }), '"a"', '"b"');
  await expect(edit).toContainText('1 change');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: note');
  await expect(tree).toContainText('9223372036854775807');
  await expect(tree).toContainText('1.0');

  const sent = exact.requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/state'));
  expect(sent?.bodyText).toContain('"values":{"note":"b"}');
  await expect(newestCheckpoint(page)).toContainText('edit');
});

test('an edit of a state that has moved on is not written over it', async ({ studio }) => {
  const { page } = studio;
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const edit = page.getByRole('region', { name: 'Edit state' });
  await replaceText(edit.getByRole('textbox', { name: 'State values' }), '"b"', '"c"');

  // Another client writes to the same thread.
  const [threadId] =
    /[0-9a-f-]{36}/.exec(exact.requests.findLast(({ path }) => path.includes('/state'))?.path ?? '') ?? [];
  const answer = await fetch(`${exact.url}/threads/${threadId}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"values":{"note":"theirs"}}',
  });
  expect(answer.ok).toBe(true);

  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'The thread has changed' });
  await expect(dialog).toContainText('changed by both');
  await dialog.getByRole('button', { name: 'Fork from my version' }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: note');
  await expect(page.getByRole('region', { name: 'Story' })).toContainText('1 fork');
});
