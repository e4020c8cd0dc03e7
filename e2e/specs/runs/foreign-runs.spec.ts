import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { durationText } from '../../../src/renderer/ui/display/format.ts';
import { startStoryServer, type StoryServer } from '../../../src/testing/thread-oracle/story-servers.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { chooseOverlay } from '../../pages/canvas-tools.ts';
import { expectStatus, node, pickAssistant } from '../../pages/canvas.ts';
import { checkpoints } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';
import { openStory, planOf, runOf } from '../../pages/stories.ts';

test.describe.configure({ mode: 'serial' });

/** The runs here are those of an application: the studio does not start them. */
let stories: StoryServer;
test.beforeAll(async () => {
  stories = await startStoryServer();
});
test.afterAll(() => stories.stop());

/** What the server's checkpoints say about a node that ran alone. */
async function timeOf(threadId: string, name: string): Promise<string> {
  const path = `/threads/${threadId}/history`;
  const history = await requestServer<{ created_at: string; tasks: { name: string }[] }[]>(
    stories.server.url,
    'POST',
    path,
    { limit: 100 },
  );
  const index = history.findIndex(({ tasks }) => tasks[0]?.name === name);
  const [after, before] = [history[index - 1], history[index]].map((row) =>
    Date.parse(row?.created_at ?? ''),
  );
  return durationText((after ?? Number.NaN) - (before ?? Number.NaN));
}

async function expectStatuses(page: Page, statuses: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, status] of Object.entries(statuses)) await expectStatus(page, id, status);
}

test('a finished run of another client is drawn in full, with the times of its checkpoints', async ({
  studio,
}) => {
  const { page } = studio;
  await workOnServer(page, { address: stories.server.url, name: 'Stories' });
  await pickAssistant(page, 'story');
  const plan = planOf([[{ node: 'sub' }], [{ node: 'b', waitMs: 300 }]], { sub: [[{ node: 'a' }]] });
  const { threadId } = await openStory(page, stories, 'Foreign and finished', runOf(plan));
  await expectStatuses(page, {
    enter: 'finished',
    sub: 'finished',
    'sub:a': 'finished',
    b: 'finished',
    c: 'skipped',
  });
  await expect(node(page, 'b').locator('[data-part=badge]')).toHaveText(await timeOf(threadId, 'b'));
});

test('the canvas goes with a run that another client starts on the open thread', async ({ studio }) => {
  const { page } = studio;
  const runner = await openStory(page, stories, 'Foreign and live', runOf(planOf([[{ node: 'a' }]])));
  await expectStatuses(page, { a: 'finished', b: 'skipped' });
  const seen = join(studio.dataFolder, 'seen');
  const live = runner.perform(runOf(planOf([[{ node: 'b', untilFile: seen }], [{ node: 'c' }]])));
  await expectStatus(page, 'b', 'running');
  await expectStatuses(page, { a: 'idle', enter: 'finished' });
  await writeFile(seen, '');
  await live;
  await expectStatuses(page, { b: 'finished', c: 'finished', a: 'skipped' });
});

test('a screen reader hears that a run of another client ended, and that one asks', async ({ studio }) => {
  const { page } = studio;
  const runner = await openStory(page, stories, 'Foreign and heard', runOf(planOf([[{ node: 'a' }]])));
  await expectStatuses(page, { a: 'finished', b: 'skipped' });
  const announcements = page.getByTestId('announcements');
  for (const [questions, text] of [
    [0, 'Run ended: finished.'],
    [1, 'The run is waiting for an answer to a question.'],
  ] as const) {
    const seen = join(studio.dataFolder, `seen with ${questions} questions`);
    const live = runner.perform(runOf(planOf([[{ node: 'b', untilFile: seen, questions }]])));
    await expectStatus(page, 'b', 'running');
    await writeFile(seen, '');
    await live;
    await expect(announcements).toHaveText(text, longWait());
  }
});

test('a past checkpoint and a fork show what ran on their branch', async ({ studio }) => {
  const { page } = studio;
  const asks = runOf(planOf([[{ node: 'a' }], [{ node: 'b', questions: 1 }], [{ node: 'c' }]]));
  await openStory(
    page,
    stories,
    'Foreign and forked',
    asks,
    { kind: 'resumeAll' },
    { kind: 'fork', index: 2, limits: {} },
  );
  // The fork asks again; `c` ran on the other branch only.
  await expectStatuses(page, { a: 'finished', b: 'waiting', c: 'idle' });
  const rows = checkpoints(page);
  await rows.filter({ hasText: /^enter/ }).click();
  await expectStatuses(page, { enter: 'finished', a: 'next', b: 'later', c: 'later' });
  await expect(page.getByTestId('viewed-checkpoint')).toContainText('What ran after it is dimmed.');
  // The end of the old branch: nothing ran after it.
  await rows.and(page.locator('[data-lane="1"]')).last().click();
  await expectStatuses(page, { b: 'finished', c: 'finished' });
  await expect(page.getByTestId('viewed-checkpoint')).not.toContainText('dimmed');
  await page.getByTestId('viewed-checkpoint').getByRole('button', { name: 'Back to latest' }).click();
  await expectStatuses(page, { b: 'waiting', c: 'idle' });
});

test('the node that asks inside a subgraph with a checkpointer of its own waits', async ({ studio }) => {
  const { page } = studio;
  const plan = planOf([[{ node: 'own' }], [{ node: 'b' }]], { own: [[{ node: 'a', questions: 1 }]] });
  await openStory(page, stories, 'Foreign and asking', runOf(plan));
  await expectStatuses(page, { own: 'waiting', 'own:a': 'waiting', b: 'idle' });
});

test('what an error aborted and what a cancel stopped is called so', async ({ studio }) => {
  const { page } = studio;
  await openStory(
    page,
    stories,
    'Foreign and failed',
    runOf(
      planOf([
        [
          { node: 'a', failures: 9 },
          { node: 'b', waitMs: 9000 },
        ],
      ]),
    ),
  );
  await expectStatuses(page, { a: 'failed', b: 'aborted' });
  const plan = planOf([[{ node: 'b', waitMs: 9000 }], [{ node: 'c' }]]);
  await openStory(page, stories, 'Foreign and stopped', {
    kind: 'cancel',
    plan,
    afterMs: 1500,
    isRollback: false,
  });
  await expectStatuses(page, { b: 'cancelled', c: 'idle' });
});

test('an overlay of the turn counts every run of it, after an answer too', async ({ studio }) => {
  const { page } = studio;
  const asks = runOf(
    planOf([
      [
        { node: 'a', waitMs: 900 },
        { node: 'b', questions: 1 },
      ],
      [{ node: 'c' }],
    ]),
  );
  await openStory(page, stories, 'Foreign and answered', asks, { kind: 'resumeAll' });
  await chooseOverlay(page, 'Time per node');
  await chooseOverlay(page, 'Selected turn');
  await expect(page.getByRole('region', { name: 'Overlay' })).toContainText('this turn');
  await expect(node(page, 'a').locator('[data-part=badge]')).toHaveText(/^≤ (9\d\d ms|1(\.\d)? s)$/);
  await chooseOverlay(page, 'None');
});
