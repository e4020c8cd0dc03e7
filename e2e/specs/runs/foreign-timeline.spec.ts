import type { Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { dock } from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ record: true });
});
test.afterAll(() => server.stop());

/** Another client runs a graph on a new thread and waits for the end of each run. */
async function runElsewhere(name: string, graph: string, ...bodies: readonly object[]): Promise<void> {
  const { thread_id: threadId } = await requestServer<{ thread_id: string }>(server.url, 'POST', '/threads', {
    metadata: { name, graph_id: graph },
  });
  for (const body of bodies)
    await requestServer(server.url, 'POST', `/threads/${threadId}/runs/wait`, {
      assistant_id: graph,
      ...body,
    });
}

const tasks = (page: Page) =>
  dock(page)
    .getByRole('tree', { name: 'Timeline' })
    .getByRole('treeitem')
    .evaluateAll((all) => all.map((row) => `${row.dataset['testid'] ?? ''} ${row.dataset['status'] ?? ''}`));

async function openThread(page: Page, name: string): Promise<void> {
  await threadRow(page, name).first().click();
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
}

test('a run of another client that nobody followed is drawn with the times of its checkpoints', async ({
  studio,
}) => {
  const { page } = studio;
  await runElsewhere('Paces elsewhere', 'paces', { input: { text: 'a' } });
  await runElsewhere('Quarrel elsewhere', 'quarrel', { input: { text: 'a' } });
  await workOnServer(page, { address: server.url, name: 'Real' });
  await pickAssistant(page, 'paces');
  await openThread(page, 'Paces elsewhere');
  await expect
    .poll(() => tasks(page))
    .toEqual(['task-first finished', 'task-left finished', 'task-right finished', 'task-last finished']);
  await expect(dock(page).getByTestId('task-first')).toHaveAccessibleName(/^first, [\d.]+ m?s$/);
  // Only the superstep is timed.
  for (const name of ['left', 'right'])
    await expect(dock(page).getByTestId(`task-${name}`)).toHaveAccessibleName(
      new RegExp(`^${name}, at most [\\d.]+ m?s$`),
    );
  await expect(dock(page).getByRole('alert')).toHaveCount(0);
  await dock(page).getByTestId('task-left').hover();
  await expect(page.getByTestId('timeline-summary')).toContainText('ran at most');
});

test('siblings that an error aborted stand under it', async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'quarrel');
  await openThread(page, 'Quarrel elsewhere');
  await expect
    .poll(() => tasks(page))
    .toEqual(['task-fails failed', 'task-left aborted', 'task-right aborted', 'task-quick finished']);
  await dock(page).getByTestId('task-left').hover();
  await expect(page.getByTestId('timeline-summary')).toContainText('aborted · by the error of fails');
});
