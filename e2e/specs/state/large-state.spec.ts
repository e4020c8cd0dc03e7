import type { Locator, Page } from 'playwright/test';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { inFull } from '../../../src/testing/test-scale.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { checkpoints, story, inspector, openView } from '../../pages/history.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

// Megabytes take time on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const items = Array.from({ length: 24_000 }, (_, index) => ({ id: `item-${index}`, text: 'x'.repeat(400) }));
/** A text sixty levels deep. */
const deep = Array.from({ length: 60 }).reduce<unknown>(
  (inner, _, index) => ({ [`level ${60 - index}`]: inner }),
  'down here',
);
const threadId = '01a1faf8-0000-4000-8000-000000000001';

/** More than twenty pages of history. */
const manyCheckpoints = inFull ? 10_000 : 2_000;

const patient = { timeout: 100_000 };

let big: FakeServer;

test.beforeAll(async () => {
  big = await startFakeServer();
  await post('/threads', { thread_id: threadId, metadata: { graph_id: 'exact', name: 'Ten megabytes' } });
  const run = { assistant_id: 'exact', input: { id: 9007199254740993n.toString(), items, deep } };
  await (await post(`/threads/${threadId}/runs/stream`, run)).text();
  const supersteps = Array.from({ length: manyCheckpoints }, (_, index) => ({
    updates: [{ values: { step: index, text: 'lorem ipsum '.repeat(20) }, as_node: 'receive' }],
  }));
  await post('/threads', { metadata: { graph_id: 'exact', name: 'Many checkpoints' }, supersteps });
});

test.afterAll(() => big.close());

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${big.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const tree = (page: Page): Locator => inspector(page).getByRole('tree', { name: 'State tree' });

test('a state of 10 MB opens and is searched', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: big.url, name: 'Big' });
  await openView(page, 'Threads');
  await threadRow(page, /Ten megabytes/).click();
  await expect(tree(page).getByRole('treeitem', { name: /items/ })).toContainText('[24,000]', patient);
  const find = inspector(page).getByRole('searchbox', { name: 'Find in state tree' });
  await find.fill('item-23999');
  await find.press('Enter');
  await expect(tree(page).getByRole('treeitem', { name: /item-23999/ })).toBeVisible(patient);
  // Deep values stay within the pane.
  await find.fill('down here');
  await find.press('Enter');
  await expect(tree(page).getByText('"down here"')).toBeInViewport(patient);
});

test('a state of 10 MB is compared with the one before it', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await inspector(page).getByRole('tab', { name: 'Diff' }).click();
  const differences = inspector(page).getByRole('list', { name: 'Differences' });
  await expect(differences.getByRole('listitem')).toHaveCount(2, patient);
  await expect(differences).toContainText('log[1] added');
  await inspector(page).getByRole('tab', { name: 'State', exact: true }).click();
});

test('one value of a state of 10 MB is edited in its tree', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const form = page.getByRole('region', { name: 'Edit state', exact: true });
  await form.getByRole('radio', { name: 'Tree' }).click();
  const find = form.getByRole('searchbox', { name: 'Find in edited state' });
  await find.fill('item-23999');
  await find.press('Enter');
  await form.getByRole('treeitem', { name: /item-23999/ }).click();
  await form.getByRole('tree').press('F2');
  const field = form.getByRole('textbox', { name: /^New value of/ });
  await field.fill('"by hand"');
  await field.press('Enter');
  await expect(form).toContainText('1 change', patient);
  // The tree keeps its position while the edit is being read.
  await expect(form.getByRole('treeitem', { name: /by hand/ })).toBeVisible();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('state-saved')).toContainText('Changed: items', patient);
  const sent = big.requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/state'));
  expect(sent?.bodyText.includes('{"id":"by hand","text":"xxx')).toBe(true);
});

test(
  'when a thread with a state of 10 MB goes on, the history reads only the checkpoints that are new',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const stored = async (): Promise<string[]> => {
      const rows = (await (await post(`/threads/${threadId}/history`, { limit: 100 })).json()) as {
        checkpoint: { checkpoint_id: string };
      }[];
      return rows.map(({ checkpoint }) => checkpoint.checkpoint_id);
    };
    const before = await stored();
    await expect(checkpoints(page)).toHaveCount(before.length, patient);
    const requestsBefore = big.requests.length;
    // Another client writes: a run in this window would receive its own 10 MB with each event.
    for (const note of ['one', 'two']) {
      expect((await post(`/threads/${threadId}/state`, { values: { note } })).ok).toBe(true);
    }
    const after = await stored();
    expect(after).toHaveLength(before.length + 2);
    await expect(checkpoints(page)).toHaveCount(after.length, patient);

    // Nothing older than the previous newest checkpoint: each row adds 10 MB.
    const cursors = big.requests
      .slice(requestsBefore)
      .filter(({ path }) => path.endsWith('/history'))
      .map(({ bodyText }) => (JSON.parse(bodyText) as { before?: string | null }).before ?? null);
    // One of them is this spec's own.
    expect(cursors.length).toBeGreaterThan(1);
    expect(cursors.filter((cursor) => cursor !== null && before.includes(cursor))).toEqual([]);
  },
);

test(
  `${manyCheckpoints} checkpoints are scrolled through, and any of them is looked at`,
  { tag: '@full' },
  async ({ studio }) => {
    test.setTimeout(600_000);
    const { page } = studio;
    await threadRow(page, /Many checkpoints/).click();
    // The rows of the previous thread may still be there; the newest row of this one identifies it.
    const newest = new RegExp(`^step: ?${manyCheckpoints - 1}$`);
    await expect(tree(page).getByRole('treeitem', { name: /^step/ })).toHaveText(newest, patient);
    const list = story(page).getByRole('tree');
    const read = async (): Promise<number> =>
      Number(/(\d+)\+? checkpoints/.exec((await story(page).textContent()) ?? '')?.[1] ?? 0);
    // Older pages load at the beginning of the turn. However long all of them take, each has a limit.
    for (let loaded = 0; loaded < manyCheckpoints; loaded = await read()) {
      await expect(async () => {
        await list.evaluate((element) => element.scrollTo(0, 0));
        expect(await read()).toBeGreaterThan(loaded);
      }).toPass({ intervals: [50], timeout: 60_000 });
    }
    await expect(story(page)).toContainText(`${manyCheckpoints} checkpoints`);
    // Only visible rows are rendered.
    await expect.poll(() => checkpoints(page).count()).toBeLessThan(60);
    const step = tree(page).getByRole('treeitem', { name: /^step/ });
    await list.press('Home');
    await expect(step).toHaveText(/^step: ?0$/, patient);
    await list.press('End');
    await expect(step).toHaveText(new RegExp(`^step: ?${manyCheckpoints - 1}$`), patient);
  },
);
