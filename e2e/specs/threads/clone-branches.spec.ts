import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { openView } from '../../pages/history.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { threadMenu } from '../../pages/threads.ts';

let server: RealServer;

async function send(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `POST ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

test.beforeAll(async () => {
  server = await startRealServer({ demo: true });
  const metadata = { graph_id: 'support', name: 'Order 4712' };
  const id = String((await send('/threads', { metadata }))['thread_id']);
  const input = { messages: [{ type: 'human', content: 'Where is order 4712?', id: 'asked' }], pace: 0 };
  await send(`/threads/${id}/runs/wait`, { assistant_id: 'support', input });
  const states = await fetch(`${server.url}/threads/${id}/history?limit=100`);
  const history = (await states.json()) as { checkpoint: { checkpoint_id: string } }[];
  const past = history.at(-2)?.checkpoint.checkpoint_id;
  await send(`/threads/${id}/state`, { values: null, as_node: 'receive', checkpoint_id: past });
});
test.afterAll(() => server.stop());

test('all branches of a thread are cloned, or the newest one alone', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: server.url, name: 'Real' });
  await openView(page, 'Threads');
  await threadMenu(page, /Order 4712/, 'Clone to server');
  const dialog = page.getByRole('dialog', { name: /^Clone “Order 4712”/ });
  await dialog.getByRole('button', { name: 'Branches: All 2 branches' }).click();
  await expect(dialog).toContainText('7 checkpoints with their values');
  await page.getByRole('menuitemradio', { name: 'Newest branch only' }).click();
  await expect(dialog.getByRole('region', { name: 'Not cloned' })).toContainText(
    'checkpoints on other branches',
  );
  await dialog.getByRole('button', { name: 'Branches: Newest branch only' }).click();
  await page.getByRole('menuitemradio', { name: 'All 2 branches' }).click();
  await expect(dialog.getByRole('region', { name: 'Not cloned' })).not.toContainText('other branches');
  await dialog.getByRole('button', { name: 'Clone thread' }).click();
  const done = page.getByRole('dialog', { name: 'Clone of “Order 4712”' });
  await expect(done.getByRole('status')).toContainText('7 checkpoints');
});
