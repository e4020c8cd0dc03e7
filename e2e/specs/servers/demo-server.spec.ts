import { expect, test } from '../../hosts/fixture.ts';
import { canvas, node, pickAssistant, setXray } from '../../pages/canvas.ts';
import { checkpoints, openView } from '../../pages/history.ts';
import { dock, expectRun, openSheet, startRun } from '../../pages/runs.ts';
import { waitForDemoServer, openServers, restartDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test(
  'its log is shown, and it restarts when asked, with its threads',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await startRun(page, { pace: 0 });
    await expectRun(page, 'waiting');
    await openSheet(page);
    await expect(checkpoints(page)).toHaveCount(4);

    await openServers(page);
    const server = page.getByRole('region', { name: 'Demo server', exact: true });
    const log = server.getByRole('group', { name: 'Log' });
    await expect(log).toContainText('run');
    await restartDemoServer(page);

    await openView(page, 'Threads');
    await expect(checkpoints(page)).toHaveCount(4);
    await expect(dock(page).getByRole('tab', { name: 'Resume' })).toBeVisible();
  },
);

test('two million characters of state are shown without a stall', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'ledger');
  await startRun(page, { big: true, count: 500, pace: 0 });
  await expectRun(page, 'finished');
  const tree = page.getByRole('tree', { name: 'State tree' });
  await expect(tree).toContainText('more characters');
  // The tree renders only visible rows.
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(100);
});

test('the x-ray level and the picked thread are remembered', { tag: '@full' }, async ({ studio }) => {
  await pickAssistant(studio.page, 'writer');
  await setXray(studio.page, '1');
  await expect(node(studio.page, 'write:deep:polish')).toHaveCount(0);
  const page = await studio.restartWindow();
  await waitForDemoServer(page);
  await expect(canvas(page)).toBeVisible();
  await expect(node(page, 'write:deep')).toBeVisible();
  await expect(node(page, 'write:deep:polish')).toHaveCount(0);
});
