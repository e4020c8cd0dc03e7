import type { Locator, Page } from 'playwright/test';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { checkpoints, openView, storyTree } from '../../pages/history.ts';
import {
  dock,
  expectRun,
  interruptCards,
  newThread,
  openSheet,
  startRun,
  startThread,
} from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { threadMenu, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

const view = (page: Page): Locator => page.getByRole('region', { name: 'Compare', exact: true });
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Compare tray' });
const steps = (page: Page): Locator => view(page).getByTestId('aligned-step');
const marked = (page: Page, id: string): Locator =>
  view(page).getByTestId(`node-${id}`).locator('[data-part=comparison]');

/** The server may count a run among those that go on for a moment after its last event, and the view then says so. */
async function readUntilEnded(page: Page): Promise<void> {
  const goesOn = view(page).getByText('One of its runs has not ended.');
  const again = page.getByRole('button', { name: /^Reload both sides [(]as of/ });
  await expect(again).toBeEnabled();
  await expect(async () => {
    if (await goesOn.first().isVisible()) await again.click();
    await expect(again).toBeEnabled();
    await expect(goesOn).toHaveCount(0, { timeout: 1 });
  }).toPass();
}

/** A thread of `writer` that was answered once. */
async function answeredThread(page: Page, topic: string, answer: 'Approve' | 'Reject'): Promise<void> {
  await startThread(page, { input: { topic, pace: 0 }, until: 'waiting' });
  await openSheet(page);
  await interruptCards(page).getByRole('button', { name: answer, exact: true }).click();
  await expectRun(page, answer === 'Approve' ? 'finished' : 'waiting');
}

test('the menus of two threads of one graph with different answers fill the tray', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await answeredThread(page, 'Tides', 'Approve');
  await answeredThread(page, 'Winds', 'Reject');

  await threadMenu(page, /Tides/, 'Compare…');
  await expect(tray(page).getByRole('group', { name: 'Left side' })).toContainText('Tides');
  await threadMenu(page, /Winds/, 'Compare with Thread of “Tides”');
  await expect(view(page)).toBeVisible();
  await readUntilEnded(page);
});

test('they are compared on the canvas and step by step', async ({ studio }) => {
  const { page } = studio;
  // It ran after the approval alone; the nodes before it ran again after the rejection.
  await expect(marked(page, 'publish')).toHaveText('only left');
  await expect(marked(page, 'write:draft')).toHaveText('different output');
  await expect(marked(page, 'review')).toHaveText('different output');
  await expect(view(page).getByRole('button', { name: /^publish, node, only left/ })).toBeAttached();
  await expect(view(page).getByTestId('node-publish')).toHaveAttribute('title', /^publish: only left/);
  await expect(steps(page).filter({ hasText: 'publish' })).toContainText('only left');
  await expect(steps(page).filter({ hasText: 'review visit 2' })).toContainText('only right');

  await page.keyboard.press('F7');
  await page.keyboard.press('F7');
  const step = view(page).getByRole('region', { name: 'Step' });
  await expect(step.getByRole('heading', { name: 'write', exact: true })).toBeVisible();
  await expect(view(page).getByTestId('node-write').getByRole('button').first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(step.getByRole('list', { name: 'Differences' })).toContainText('Winds');
  await page.keyboard.press('Shift+F7');
  await expect(step.getByRole('heading', { name: 'plan', exact: true })).toBeVisible();
  await step.getByRole('button', { name: 'Back to the full comparison' }).click();

  const facts = view(page).getByRole('table', { name: 'Facts of both sides' });
  await expect(facts.getByRole('row', { name: /^Name/ })).toContainText('TidesWinds');
  // In the words of the thread's record: one was approved, the other one asks again.
  await expect(facts.getByRole('row', { name: /^Status/ })).toContainText('finishedinterrupted in review');
  const second = steps(page).filter({ hasText: 'review visit 2' });
  await expect(second).toContainText('interrupted');
  await expect(steps(page).filter({ hasText: 'publish' })).toContainText(/\d m?s/);
  await tray(page).getByRole('button', { name: 'Swap sides' }).click();
  await expect(marked(page, 'publish')).toHaveText('only right');
  await expectAccessible(page, { within: 'section[aria-label=Compare]' });
});

test('the menu of a task in the timeline compares what it did with another one', async ({ studio }) => {
  const { page } = studio;
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await openView(page, 'Threads');
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  const timeline = page.getByRole('tree', { name: 'Timeline' });
  await timeline.getByTestId('task-plan').first().click({ button: 'right' });
  await expectAccessible(page, { within: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Compare what it did…' }).click();
  await expect(tray(page).getByRole('group', { name: 'Left side' })).toContainText('plan');
  // By key, of a task in a subgraph.
  await timeline.getByTestId('task-write:draft').first().click();
  await timeline.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Compare what it did with plan' }).press('Enter');
  await view(page)
    .getByRole('option', { name: /^Facts/ })
    .click();
  const facts = view(page).getByRole('table', { name: 'Facts of both sides' });
  await expect(facts.getByRole('row', { name: /^Name/ })).toContainText('plandraft');
  await expect(facts.getByRole('row', { name: /^Duration/ })).toContainText('ms');
});

test(
  'the tray takes dragged rows and is kept over a reload; menus fill it by key',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await tray(page).getByRole('button', { name: 'Clear' }).click();
    await expect(view(page)).toContainText('Nothing to compare yet');
    await openView(page, 'Threads');
    await expect(tray(page)).toHaveCount(0);

    await checkpoints(page).filter({ hasText: 'plan' }).first().focus();
    await storyTree(page).press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Compare…' }).press('Enter');
    await expect(tray(page).getByRole('group', { name: 'Left side' })).toContainText('Checkpoint #');

    await page.reload();
    await expect(tray(page).getByRole('group', { name: 'Left side' })).toContainText('Checkpoint #');
    await threadRow(page, /Tides/)
      .locator('[draggable=true]')
      .dragTo(tray(page).getByRole('group', { name: 'Right side' }));
    await expect(tray(page).getByRole('group', { name: 'Right side' })).toContainText('Tides');
    const facts = view(page).getByRole('table', { name: 'Facts of both sides' });
    await expect(facts.getByRole('row', { name: /^Kind/ })).toContainText('CheckpointThread');
    // A checkpoint has no duration: that is not unknown.
    await expect(facts.getByRole('row', { name: /^Duration/ })).toContainText('–');
    await view(page)
      .getByRole('option', { name: /^State/ })
      .click();
    await expect(view(page).getByRole('list', { name: 'Differences' })).toContainText('topic');
    await tray(page).getByRole('button', { name: 'Remove left side' }).click();
    await expect(view(page)).toContainText('One side is missing');
    await expectAccessibleInBothThemes(page, { within: 'section[aria-label=Compare]' });
    await tray(page).getByRole('button', { name: 'Clear' }).click();
  },
);

test(
  'versions of an assistant are compared, and equal ones have no differences',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openView(page, 'Assistants');
    const option = page.getByRole('region', { name: 'Assistants' }).getByRole('option', { name: /^writer/ });
    await option.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare…' }).click();
    await option.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: /^Versions of/ });
    await versions.getByRole('button', { name: 'Compare with picked' }).click();
    await expect(view(page)).toContainText('No differences');
    await expect(tray(page).getByRole('group', { name: 'Right side' })).toContainText('Version 1');
    await tray(page).getByRole('button', { name: 'Clear' }).click();
  },
);

test(
  'threads of two servers are compared, one with 10 MB of state, and a server that is gone is named',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const other = await startFakeServer();
    try {
      const post = (path: string, body: unknown): Promise<Response> =>
        fetch(`${other.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const items = Array.from({ length: 24_000 }, (_, index) => ({
        id: `item-${index}`,
        text: 'x'.repeat(400),
      }));
      const threadId = '01a1faf8-0000-4000-8000-000000000001';
      await post('/threads', { thread_id: threadId, metadata: { graph_id: 'exact', name: 'Ten megabytes' } });
      await (
        await post(`/threads/${threadId}/runs/stream`, { assistant_id: 'exact', input: { items } })
      ).text();

      await openView(page, 'Threads');
      await threadMenu(page, /Tides/, 'Compare…');
      await addAndUseServer(page, { address: other.url, name: 'Big' });
      await openView(page, 'Threads');
      await threadMenu(page, /Ten megabytes/, /^Compare with/);
      const patient = { timeout: 100_000 };
      const facts = view(page).getByRole('table', { name: 'Facts of both sides' });
      await expect(facts.getByRole('row', { name: /^Server/ })).toContainText('Demo serverBig', patient);
      await view(page)
        .getByRole('option', { name: /^State/ })
        .click();
      const differences = view(page).getByRole('list', { name: 'Differences' });
      await expect(differences).toContainText('topic', patient);
      // A long list draws what is in sight: this one is the last.
      await expect(async () => {
        await differences.hover();
        await page.mouse.wheel(0, 5_000);
        await expect(differences).toContainText('items', { timeout: 1_000 });
      }).toPass(patient);
      await view(page).getByRole('radio', { name: 'Side by side' }).check({ force: true });
      await expect(view(page).getByRole('group', { name: 'Right side' }).last()).toContainText(
        '[24,000]',
        patient,
      );
    } finally {
      await other.close();
    }
    await tray(page)
      .getByRole('button', { name: /^Reload both sides/ })
      .click();
    await expect(view(page).getByRole('alert')).toContainText('Could not reload both sides');
    // What was read stays.
    await expect(view(page).getByRole('heading', { name: 'Parts' })).toBeVisible();
    await tray(page).getByRole('button', { name: 'Clear' }).click();
  },
);

test(
  'threads whose nodes ran in another order are marked so on the canvas',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const server = await startFakeServer();
    try {
      const post = async (path: string, body: object): Promise<string> => {
        const answer = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        // A run has ended when its stream has.
        return answer.text();
      };
      const [usual, other] = ['1', '2'].map(
        (digit) => `/threads/01a1faf8-0000-4000-8000-00000000001${digit}`,
      );
      for (const [path = '', name] of [
        [usual, 'Usual'],
        [other, 'Other'],
      ]) {
        await post('/threads', { thread_id: path.split('/').at(-1), metadata: { graph_id: 'exact', name } });
      }
      const run = { assistant_id: 'exact', input: { id: 1 } };
      await post(`${usual}/runs/stream`, run);
      // It goes on as if it had received something, then receives it.
      await post(`${other}/state`, { values: { id: 1 }, as_node: 'receive' });
      await post(`${other}/runs/stream`, { ...run, input: null });
      await post(`${other}/runs/stream`, { ...run, interrupt_before: ['confirm'] });

      await addAndUseServer(page, { address: server.url, name: 'Order' });
      await openView(page, 'Threads');
      await threadMenu(page, /Usual/, 'Compare…');
      await threadMenu(page, /Other/, /^Compare with/);
      await expect(marked(page, 'confirm')).toHaveText('different order');
      await expect(marked(page, 'receive')).toHaveText('same output');
      await expect(steps(page).filter({ hasText: 'different order' })).toHaveCount(1);
      const step = view(page).getByRole('region', { name: 'Step' });
      await page.keyboard.press('F8');
      await page.keyboard.press('F8');
      await expect(step.getByRole('heading', { name: 'confirm', exact: true })).toBeVisible();
      await expect(step).toContainText('different order');
      await page.keyboard.press('Shift+F8');
      await expect(step.getByRole('heading', { name: 'receive', exact: true })).toBeVisible();
    } finally {
      await server.close();
    }
    await tray(page).getByRole('button', { name: 'Clear' }).click();
  },
);

test('a failed run says what changed since the last successful one', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await page.getByRole('button', { name: /^Server: / }).click();
  await page.getByRole('menuitemradio', { name: /Demo server/ }).click();
  await pickAssistant(page, 'broken');
  await openView(page, 'Threads');
  await newThread(page);
  const ask = page.getByRole('button', { name: 'What changed since the last successful run?' });
  const dialog = page.getByRole('dialog', { name: 'What changed?' });
  await startRun(page, { how: 'throw', amount: 500, pace: 0 });
  await expectRun(page, 'failed');
  await ask.click();
  await expect(dialog).toContainText('No earlier successful run');
  await expect(dialog).toContainText('there are no more');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await startRun(page, { how: 'none', amount: 10, pace: 0 });
  await expectRun(page, 'finished');
  await startRun(page, { how: 'throw', amount: 500, pace: 0 });
  await expectRun(page, 'failed');
  await ask.click();
  const differences = dialog.getByRole('list', { name: 'Differences' });
  await expect(differences.getByRole('heading').first()).toHaveText('Input');
  await expect(differences).toContainText('First node with a different output: prepare');
  await expect(differences).toContainText('CardDeclinedError');
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Compare both runs' }).click();
  await expect(marked(page, 'prepare')).toHaveText('different output');
});
