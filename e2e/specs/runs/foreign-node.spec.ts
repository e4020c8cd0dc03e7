import type { Locator, Page } from 'playwright/test';
import { startStoryServer, type StoryServer } from '../../../src/testing/thread-oracle/story-servers.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectStatus, node, pickAssistant, setXray } from '../../pages/canvas.ts';
import { inspector } from '../../pages/history.ts';
import { dock } from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';
import { openStory, planOf, runOf } from '../../pages/stories.ts';

test.describe.configure({ mode: 'serial' });

/** The runs here are those of an application: the studio does not start them. */
let stories: StoryServer;
/** The thread of the first test, which stays open for the second one. */
let readThreadId = '';
test.beforeAll(async () => {
  stories = await startStoryServer();
});
test.afterAll(() => stories.stop());

interface ServerTask {
  readonly id: string;
  readonly name: string;
  readonly result: unknown;
  readonly checkpoint: { readonly checkpoint_ns: string } | null;
}

interface ServerCheckpoint {
  readonly values: unknown;
  readonly tasks: readonly ServerTask[];
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly parent_checkpoint: { readonly checkpoint_id: string } | null;
  readonly metadata: { readonly step: number };
}

/** What the server says of one execution. */
interface ServerExecution {
  readonly task: ServerTask;
  readonly before: ServerCheckpoint;
  readonly after: ServerCheckpoint | undefined;
}

/** Newest first. */
function historyOf(threadId: string, namespace: string): Promise<ServerCheckpoint[]> {
  return requestServer(stories.server.url, 'POST', `/threads/${threadId}/history`, {
    limit: 100,
    ...(namespace === '' ? {} : { checkpoint: { checkpoint_ns: namespace } }),
  });
}

/** The newest task of a node, by its path through the subgraphs. */
async function executionOf(threadId: string, nodeId: string): Promise<ServerExecution> {
  let namespace = '';
  let serverExecution: ServerExecution | null = null;
  for (const name of nodeId.split(':')) {
    // Each level names the next one.
    const rows = await historyOf(threadId, namespace);
    const before = rows.find(({ tasks }) => tasks.some((task) => task.name === name));
    const task = before?.tasks.find((one) => one.name === name);
    if (before === undefined || task === undefined) throw new Error(`The server has no task ${nodeId}.`);
    const after = rows.find(
      ({ parent_checkpoint: parent }) => parent?.checkpoint_id === before.checkpoint.checkpoint_id,
    );
    serverExecution = { task, before, after };
    namespace = task.checkpoint?.checkpoint_ns ?? '';
  }
  if (serverExecution === null) throw new Error('A node has a name.');
  return serverExecution;
}

/** Clicks a node wherever the graph is scrolled to. */
const pickNode = (page: Page, id: string): Promise<void> => node(page, id).dispatchEvent('click');

const facts = (page: Page): Locator => page.getByTestId('execution-facts');
const section = (page: Page, name: string): Locator =>
  inspector(page).getByRole('region', { name, exact: true });

async function openSection(page: Page, name: string): Promise<Locator> {
  const toggle = inspector(page).getByRole('button', { name, exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  return section(page, name);
}

/** The value that was just copied, as it is pasted. */
async function pastedValue(page: Page): Promise<unknown> {
  const find = inspector(page).getByRole('searchbox').first();
  await find.fill('');
  await find.press('ControlOrMeta+v');
  const text = await find.inputValue();
  await find.fill('');
  return JSON.parse(text);
}

/** The value that a section copies. */
async function copiedValue(page: Page, name: 'Input' | 'Output'): Promise<unknown> {
  await section(page, name)
    .getByRole('button', { name: `Copy ${name.toLowerCase()}` })
    .click();
  let value: unknown;
  // The clipboard is written asynchronously.
  await expect(async () => {
    value = await pastedValue(page);
  }).toPass();
  return value;
}

/** The tab and the server say the same of an execution. */
async function expectExecution(page: Page, nodeId: string, { task, before, after }: ServerExecution) {
  await expect(
    inspector(page).getByRole('heading', { name: nodeId.replaceAll(':', ' › '), exact: true }),
  ).toBeVisible();
  await expect(facts(page)).toHaveAttribute('data-status', 'finished');
  const metadata = await openSection(page, 'Metadata');
  await expect(metadata.locator(`code[title="${task.id}"]`)).toBeVisible();
  await expect(metadata.locator(`code[title="${before.checkpoint.checkpoint_id}"]`)).toBeVisible();
  await expect(metadata.locator(`code[title="${after?.checkpoint.checkpoint_id ?? 'none'}"]`)).toBeVisible();
  await expect(metadata).toContainText(`Step${after?.metadata.step ?? 'unknown'}`);
  expect(await copiedValue(page, 'Input')).toEqual(before.values);
  expect(await copiedValue(page, 'Output')).toEqual(task.result);
}

test('root, nested and parallel nodes of a run of another client equal the server’s answers', async ({
  studio,
}) => {
  const { page } = studio;
  await workOnServer(page, { address: stories.server.url, name: 'Stories' });
  await pickAssistant(page, 'story');
  const plan = planOf(
    [
      [{ node: 'sub' }],
      [
        { node: 'b', waitMs: 300 },
        { node: 'c', waitMs: 600 },
        { node: 'a', isSent: true, item: 'x' },
        { node: 'a', isSent: true, item: 'y' },
      ],
    ],
    { sub: [[{ node: 'deep' }], [{ node: 'b' }]], deep: [[{ node: 'a', waitMs: 200 }]] },
  );
  ({ threadId: readThreadId } = await openStory(page, stories, 'Foreign and read', runOf(plan)));
  await setXray(page, 'All');
  await expectStatus(page, 'sub:deep:a', 'finished');
  for (const nodeId of ['enter', 'sub', 'sub:b', 'sub:deep:a', 'b', 'c']) {
    await pickNode(page, nodeId);
    await expectExecution(page, nodeId, await executionOf(readThreadId, nodeId));
  }
  // Alone in its superstep: the checkpoints report its time; beside others only a bound.
  await pickNode(page, 'sub:deep:a');
  await expect(facts(page)).toHaveText(/^finished[\d:]+\.\d{3}[2-9]\d\d ms$/);
  await pickNode(page, 'b');
  await expect(facts(page)).toHaveText(/^finished.*at most [\d.]+ m?s$/);
  await expect(section(page, 'Output')).toContainText('beside a, c (3 tasks)');
  await expect(facts(page)).not.toContainText('unknown');
  // Two tasks of one node, whose inputs no checkpoint stores.
  await pickNode(page, 'a');
  await expect(inspector(page).getByRole('button', { name: /^Execution: 2 of 2/ })).toBeVisible();
  await expect(section(page, 'Input')).toContainText('A Send started it with its own input');
  // The subgraph lists what ran inside, which leads there.
  await pickNode(page, 'sub');
  const inside = await openSection(page, 'Subgraph');
  await expect(inside.getByRole('listitem')).toHaveCount(4);
  await inside.getByRole('button', { name: /deep/ }).click();
  await expect(inspector(page).getByRole('heading', { name: 'sub › deep' })).toBeVisible();
});

test('Edit input of a nested node opens the state before it, in its own namespace', async ({ studio }) => {
  const { page } = studio;
  for (const nodeId of ['sub:b', 'sub:deep:a', 'b']) {
    const { before } = await executionOf(readThreadId, nodeId);
    await pickNode(page, nodeId);
    await inspector(page).getByRole('button', { name: 'Edit input' }).click();
    const form = page.getByRole('region', { name: 'Edit state', exact: true });
    const json = form.getByRole('textbox', { name: 'State values' });
    await expect(async () => {
      await json.press('ControlOrMeta+a');
      await json.press('ControlOrMeta+c');
      expect(await pastedValue(page)).toEqual(before.values);
    }).toPass();
    await form.getByRole('button', { name: 'Close' }).click();
  }
});

test('the node that asks inside a subgraph with a checkpointer of its own is one execution, and waits', async ({
  studio,
}) => {
  const { page } = studio;
  const plan = planOf([[{ node: 'own' }], [{ node: 'b' }]], { own: [[{ node: 'a', questions: 2 }]] });
  await openStory(page, stories, 'Foreign and asking', runOf(plan));
  await expectStatus(page, 'own:a', 'waiting');
  await pickNode(page, 'own:a');
  await expect(facts(page)).toHaveAttribute('data-status', 'interrupted');
  await expect(section(page, 'Interrupts')).toContainText('a  0');
  await expect(section(page, 'Interrupts')).toContainText('Not answered yet.');
  await expect(inspector(page).getByRole('group', { name: 'Executions' })).toHaveCount(0);
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(dock(page).getByTestId('task-own:a')).toHaveCount(1);
});

test('what an error aborted names the error, and leads to it', async ({ studio }) => {
  const { page } = studio;
  const plan = planOf([
    [
      { node: 'a', failures: 9 },
      { node: 'b', waitMs: 9000 },
    ],
  ]);
  const { threadId } = await openStory(page, stories, 'Foreign and failed', runOf(plan));
  await pickNode(page, 'b');
  await expect(facts(page)).toHaveText(/^aborted.*by the error of a/);
  await section(page, 'Output').getByRole('button', { name: 'Show a' }).click();
  await expect(facts(page)).toHaveAttribute('data-status', 'failed');
  const { task } = await executionOf(threadId, 'a');
  expect(JSON.stringify(task)).toContain('a failed');
  await expect(page.getByTestId('execution-error')).toContainText('a failed');
});

test('an answered question has the answer that the server has, and the time of both runs', async ({
  studio,
}) => {
  const { page } = studio;
  const asks = runOf(planOf([[{ node: 'b', questions: 1 }], [{ node: 'c' }]]));
  await openStory(page, stories, 'Foreign and answered', asks, { kind: 'resumeAll' });
  await pickNode(page, 'b');
  await expect(facts(page)).toHaveText(/^finished.* in 2 runs$/);
  await expect(await openSection(page, 'Interrupts')).toContainText(/Asked.*b {2}0.*Answered/s);
});
